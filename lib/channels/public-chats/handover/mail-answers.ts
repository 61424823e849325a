import { transaction } from "@/db/transaction";
import { log } from "@/lib/platform/log";
import { toMailName } from "@/lib/platform/mail/one-line";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { parseLanguage, toReader } from "@/lib/platform/words/languages";
import { listFormat } from "@/lib/platform/words/translate";
import { buildLinks, LINK_DAYS } from "./mailed-links";
import * as queries from "./queries";

/**
 * Delay in seconds before an answer is mailed. A visitor who returns meanwhile sees it, and further answers join the
 * mail.
 */
export const WAIT_SECONDS = 120;
const MAX_WAIT_SECONDS = 600;
const MAX_SWEPT_ANSWERS = 100;

/**
 * Mails the team's answers that arrived while the visitor did not have the conversation open on any device. Each
 * answer is mailed once, together with the answers of the following minutes.
 * @param messageId the answer that triggered this call. Each later answer triggers a call of its own
 */
export async function mailAnswers(conversationId: number, messageId?: number): Promise<void> {
  await transaction(async () => {
    const found = await queries.lockExpecting({ conversationId });
    if (!found?.session.email) return;
    const { chat, session } = found;
    const { email } = found.session;
    const answers = await queries.listUndeliveredAnswers({ conversationId });
    const [first, newest] = [answers[0], answers.at(-1)];
    if (!first || !newest) return;
    if (messageId !== undefined && newest.id > messageId && first.age < MAX_WAIT_SECONDS) return;
    await queries.markMailed({ sessionId: session.id, messageId: newest.id });
    const language = parseLanguage(session.language);
    const t = await loadTranslate(toReader(language), "mails");
    const published = await queries.findPublication({ chatId: chat.id });
    const links = buildLinks(chat.uuid, { id: session.id, email }, language);
    const files = answers.flatMap(({ attachments }) => attachments?.map(({ file_name }) => file_name) ?? []);
    await mail({
      to: email,
      language: t.language,
      subject: t("answerSubject", { chat: toMailName(published?.title ?? chat.name) }),
      lines: [t("answerIntro")],
      markdown: answers.map(({ text }) => text),
      after: [
        ...(files.length > 0 ? [t("answerFiles", { names: listFormat(t.locale).format(files) })] : []),
        t("answerHelp", { days: LINK_DAYS }),
      ],
      action: { label: t("openConversation"), url: links.proceed },
      unsubscribe: { label: t("answerStop"), url: links.stop },
    });
  });
}

/** Mails answers whose event was lost because the process died. */
export async function sweep(): Promise<void> {
  const ids = await queries.listOverdue({ seconds: MAX_WAIT_SECONDS, limit: MAX_SWEPT_ANSWERS });
  for (const id of ids)
    await mailAnswers(id).catch((error: unknown) =>
      log.error({ err: error, chat: id }, "an answer could not be mailed"),
    );
}
