import type { CallOptions } from "@/lib/api/actor";
import { getMailAddress } from "@/lib/chat/chats/service";
import { listRows } from "@/lib/chat/messages/service";
import { findDeputy } from "@/lib/identity/auth/service";
import type { CheckedFile } from "@/lib/knowledge/documents/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { toMailName } from "@/lib/platform/mail/one-line";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import type { Translate } from "@/lib/platform/words/translate";
import * as replies from "@/lib/replies/runs/service";
import { send, sendAsVisitor } from "@/lib/replies/sending/service";
import * as queries from "./queries";

type HeldMailChat = NonNullable<Awaited<ReturnType<typeof queries.findMail>>>["chat"];
// `files` are already in storage, because the transaction that posts the mail must stay short.
type Posted = { text: string; rest: string; files: CheckedFile[] };

/**
 * Posts a mail to its chat as a message of the given member, or of a guest without `userId`. Must be called in the
 * transaction that accepts the mail. The replies are mailed to the sender.
 */
export async function post(
  row: queries.MailRow,
  chat: HeldMailChat,
  userId: number | undefined,
  { text, rest, files }: Posted,
  options: CallOptions = {},
): Promise<queries.MailRow> {
  const viewer = userId === undefined ? undefined : await findDeputy(userId, row.groupId, "mail");
  const extra = {
    mail: {
      id: row.id,
      subject: row.subject,
      from: row.fromAddress,
      ...(row.fromName && { from_name: row.fromName }),
      ...(rest && { rest: rest.slice(0, MAX_QUOTED_LENGTH) }),
    },
  };
  const given = { message_input: text, files: [], extra };
  const sent = viewer
    ? await send(viewer, chat.id, { ...given, is_sync: false }, options, files)
    : await sendAsVisitor(toGuest(row.groupId), async () => chat, given, options, files);
  await background.emit("inbound-mail.accepted", { inbound_mail_id: row.id });
  return queries.updateMail({
    id: row.id,
    values: { state: "accepted", messageId: sent.user_message_id, text: "", files: [] },
  });
}

const toGuest = (groupId: string) => ({ kind: "visitor" as const, user: null, group: { id: groupId } });

const MAX_QUOTED_LENGTH = 20_000;

export async function answer(id: number): Promise<void> {
  const found = await queries.findMail({ id });
  const messageId = found?.mail.messageId;
  if (!found || messageId == null) return;
  const task = await replies.findTaskOfMessage(messageId);
  if (!task || task.assistantIds.length === 0) return;
  await replies.waitUntilFinished(task.id);
  const ids = await replies.getMessageIds(task.id);
  const rows = await listRows(ids);
  const said = rows.flatMap(({ message }) =>
    message.extra?.error || message.text.trim() === "" ? [] : [message.text],
  );
  const failure = rows.find(({ message }) => message.extra?.error)?.message.extra?.error;
  const address = getMailAddress(found.chat);
  if (address === null || (said.length === 0 && !failure)) return;
  const { mail: row, chat } = found;
  const member = await queries.findMemberByAddress({ chatId: chat.id, address: row.fromAddress });
  const isMember = member !== undefined;
  const t = await loadTranslate(toReader(member?.language), "mails");
  const isReply = /^re:/i.test(row.subject);
  const hasId = row.mailId.startsWith("<");
  await mail({
    to: row.fromAddress,
    language: t.language,
    subject: isReply ? row.subject : `Re: ${row.subject || toMailName(chat.name)}`,
    lines: said.length > 0 ? [] : buildUnansweredLines(t, isMember ? failure : undefined),
    markdown: said,
    ...(isMember && { action: { label: t("openChat"), url: `${config().appUrl}/chats/${chat.uuid}` } }),
    thread: {
      replyTo: address,
      inReplyTo: hasId ? row.mailId : undefined,
      references: hasId ? [...row.references, row.mailId] : [],
    },
  });
}

// The caller passes `failure` for members only, because its message may reveal settings of the group.
function buildUnansweredLines(t: Translate<"mails">, failure: unknown): string[] {
  const { message } = (failure ?? {}) as { message?: unknown };
  return [t("unanswered"), ...(typeof message === "string" ? [message] : []), t("tryAgain")];
}
