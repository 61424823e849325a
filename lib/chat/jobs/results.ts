import * as chats from "@/lib/chat/chats/service";
import { listRows } from "@/lib/chat/messages/service";
import { findDeputy } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";
import { toMailName } from "@/lib/platform/mail/one-line";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import * as queries from "./queries";
import type { PromptSender } from "./sending";

export const listReplyTexts = async (ids: number[]): Promise<string[]> =>
  (await listRows(ids)).flatMap(({ message }) => (message.text.trim() === "" ? [] : [message.text]));

/**
 * Delivers the result of a run to the job's destinations, inside the transaction that ends the run.
 * @returns the reason why the result could not be posted, for the run's history; null otherwise
 */
export async function deliverResult(
  job: queries.JobRow,
  texts: string[],
  sending: Pick<PromptSender, "send">,
): Promise<string | null> {
  if (texts.length === 0) return null;
  if (job.mailToUserIds.length > 0) await mailResult(job, texts);
  return job.postToChatId === null ? null : postResult(job, job.postToChatId, texts, sending);
}

async function mailResult(job: queries.JobRow, texts: string[]): Promise<void> {
  const { chatId, mailToUserIds: userIds } = job;
  for (const { email, language } of await queries.filterRecipients({ chatId, userIds })) {
    const t = await loadTranslate(toReader(language), "mails");
    await mail({
      to: email,
      language: t.language,
      subject: toMailName(job.name),
      lines: [],
      markdown: texts,
      after: [t("jobResultWhy", { name: toMailName(job.name) })],
      action: { label: t("openChat"), url: `${config().appUrl}/chats/${chatId}` },
    });
  }
}

async function postResult(
  job: queries.JobRow,
  chatId: number,
  texts: string[],
  { send }: Pick<PromptSender, "send">,
): Promise<string | null> {
  const viewer = await findDeputy(job.createdBy, job.groupId, "job");
  const found = viewer && (await chats.getChatFor(viewer, chatId).catch(() => undefined));
  if (!found) return "The result couldn't be posted: the creator of this job is no longer in the other chat.";
  await send(viewer, chatId, {
    message_input: texts.join("\n\n"),
    is_sync: true,
    files: [],
    extra: { job: { id: job.id, name: job.name, is_by_assistant: true } },
    // The post must not trigger replies.
    assistant_ids: [],
  });
  return null;
}
