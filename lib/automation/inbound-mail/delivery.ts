import { transaction } from "@/db/transaction";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { recordFiles, release, storeUnrecordedFile } from "@/lib/chat/files/service";
import * as push from "@/lib/chat/push/service";
import type { CheckedFile } from "@/lib/knowledge/documents/service";
import { config } from "@/lib/platform/config";
import { normalizeEmail } from "@/lib/platform/email-address";
import { log } from "@/lib/platform/log";
import { toPlainName } from "@/lib/platform/plain-name";
import { hasRoom } from "@/lib/platform/quota/service";
import { findAutomaticReason } from "./automatic-mail";
import { storeAttachments } from "./files";
import { type Incoming, isAuthentic, listHeaderValues, mailIdsIn } from "./mail-headers";
import { post } from "./post-mail";
import * as queries from "./queries";

const MAX_MAILS_PER_HOUR = 200;
const MAX_HELD_MAILS = 100;
const MAX_REFERENCES = 20;

export type MailState = queries.MailRow["state"];
export type MailChat = Awaited<ReturnType<typeof queries.listChatsWithMail>>[number];

export async function isFlooded(chat: MailChat): Promise<boolean> {
  const counts = await queries.countRecentMails({ chatId: chat.id, address: "" });
  return counts.all >= MAX_MAILS_PER_HOUR;
}

/**
 * Delivers a mail to a chat, holds it for approval, or ignores it. Mails beyond the hourly limit are not stored, so
 * that a flood cannot fill the database.
 */
export async function deliver(chat: MailChat, incoming: Incoming): Promise<MailState> {
  const { from } = incoming;
  const headColumns = toHeadColumns(chat, incoming);
  const isMachine = findAutomaticReason(incoming);
  const member =
    from && (await queries.findMemberByAddress({ chatId: chat.id, address: normalizeEmail(from.address) }));
  const userId = member?.userId;
  const isTheirs = userId !== undefined && isAuthentic(incoming);
  const { files, refused } = isMachine
    ? { files: [], refused: [] }
    : await storeAttachments(chat.groupId, incoming);
  const text = [
    incoming.said || line(incoming.subject, 500) || (files.length > 0 ? "(no text)" : ""),
    ...refused,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  try {
    if (isMachine === undefined && text !== "") for (const file of files) await storeUnrecordedFile(file);
    const state = await transaction(async (): Promise<MailState> => {
      await chats.lock(chat.id);
      const counts = await queries.countRecentMails({ chatId: chat.id, address: headColumns.fromAddress });
      if (counts.all >= MAX_MAILS_PER_HOUR) return "ignored";
      const ignore = async (reason: string): Promise<MailState> => {
        await queries.insertMail({ ...headColumns, text: "", state: "ignored", reason });
        return "ignored";
      };
      if (isMachine) return ignore(isMachine);
      if (text === "") return ignore("It has no text.");
      if (counts.sender >= config().RATE_LIMIT_INBOUND_EMAILS)
        return ignore("Its sender sent too many e-mails within an hour.");
      if (!isTheirs) {
        if (counts.held >= MAX_HELD_MAILS) return ignore("Too many mails are waiting for approval.");
        const reason =
          userId === undefined ? "Its sender is not in this chat." : "Its sender could not be verified.";
        const held = heldText(text, incoming.rest);
        const bytes = files.reduce((sum, { size }) => sum + size, Buffer.byteLength(held));
        if (!(await hasRoom("mails", { groupId: chat.groupId }, bytes)))
          return ignore("There is no room for more mails that wait for approval.");
        const row = await queries.insertMail({
          ...headColumns,
          text: held,
          state: "held",
          reason,
          files: stored(files),
        });
        if (!row) return "ignored";
        await recordFiles({ groupId: chat.groupId, userId: null, kind: "mails" }, files);
        await publishToDeciders(chat.id, { kind: "mail.held", data: { mail_id: row.id } });
        await push.scheduleHeldMailPush(row.id);
        return "held";
      }
      const row = await queries.insertMail({ ...headColumns, text: "", state: "accepted" });
      if (!row) return "ignored";
      await post(row, chat, userId, { text, rest: incoming.rest, files });
      return "accepted";
    });
    log.info({ chat: chat.id, state }, "a mail was delivered to a chat");
    return state;
  } finally {
    await release(files);
  }
}

export async function publishToDeciders(chatId: number, happening: events.ChatEvent): Promise<void> {
  const userIds = await queries.listDeciders({ chatId });
  await events.publish(...userIds.map((userId) => ({ chatId, userId, ...happening })));
}
export const HELD_MAILS_CHANGED: events.ChatEvent = {
  kind: "chat.updated",
  data: { fields: ["held_mails_count"] },
};

function toHeadColumns(chat: MailChat, { headers, from, subject, contentHash }: Incoming) {
  const [own] = listHeaderValues(headers, "message-id").flatMap(mailIdsIn);
  return {
    groupId: chat.groupId,
    chatId: chat.id,
    fromAddress: line(from?.address ?? "unknown", 320),
    fromName: from?.name ? line(from.name, 200) : null,
    subject: line(subject, 500),
    mailId: own ?? contentHash,
    references: listHeaderValues(headers, "references").flatMap(mailIdsIn).slice(-MAX_REFERENCES),
  };
}

const line = (text: string, most: number) =>
  toPlainName(text)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();

/** Separates the two parts of a held mail's text, which share a column. */
export const HELD_TEXT_SEPARATOR = "\n\u001e\n";
const heldText = (text: string, rest: string) => (rest ? text + HELD_TEXT_SEPARATOR + rest : text);

const stored = (files: CheckedFile[]): queries.StoredMailFile[] =>
  files.map(({ key, fileName, mimeType, size, sha256 }) => ({
    storage_key: key,
    file_name: fileName,
    mime_type: mimeType,
    size,
    sha256,
  }));
