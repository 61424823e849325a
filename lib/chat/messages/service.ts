import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { getManageableChat } from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { notifyRemoved } from "@/lib/chat/events/service";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as indexing from "@/lib/llm/indexing/service";
import { notFound } from "@/lib/platform/errors";
import { toTurns } from "@/lib/platform/thread/order";
import { getMessageFor, listMessageResponses } from "./access";
import type { messagesApi } from "./contract";
import { withdrawDigests } from "./digests";
import { authorizeReplyEdit, buildReplyEdit } from "./edit-reply";
import * as present from "./present";
import * as queries from "./queries";
import * as batches from "./queries/insert-many";
import * as versions from "./queries/versions";

export { getMessageFor, listMessageResponses } from "./access";
export { copyUpTo, listDocumentsBeyond, toPlace } from "./copy-messages";
export { exportChat, exportChats } from "./export";
export { reply as presentReply, toReasoningStep } from "./present";
export { toPreviousAnswers } from "./previous-answers";
export { loadPrintableChat, loadPrintedForLink, pickForLink, toPrintedPicks } from "./printable-chat";
export { DIGEST_KEY } from "./queries/digests";
export * as reactions from "./reactions";
export { stripReservedKeys } from "./reserved-keys";
export { streamThread } from "./thread-end";
export { hideQuestionAndFollowing, showVersion } from "./versions";

export const insert = queries.insertMessage;
export const reserveIds = (count: number) => batches.reserveIds({ count });
export const insertMany = batches.insertMany;
export const areAnswered = (chatId: number, ids: number[]) => versions.areAnswered({ chatId, ids });
export const mapAuthorNames = (ids: number[]) => queries.mapAuthorNames({ ids });
export async function assertQuotable(chatId: number, messageId: number | null): Promise<void> {
  if (messageId !== null && !(await queries.isInChat({ id: messageId, chatId }))) throw notFound("Message");
}

const NEWEST_FOR_LAST_TURN = 50;

export async function isLastReply({ id, chatId }: { id: number; chatId: number }): Promise<boolean> {
  const rows = await listPage(chatId, { size: NEWEST_FOR_LAST_TURN });
  const newest = rows.map(({ message }) => message);
  const turns = toTurns(newest, ({ userType, replyingToId }) =>
    userType === "assistant" ? replyingToId : null,
  );
  return turns.at(-1)?.replies.at(-1)?.id === id;
}

export const listReplies = (id: number) => queries.listReplies({ id });
/**
 * Returns rows for several readers; `toMessageResponseFor` presents a row to one reader. Callers must have checked the
 * membership of each reader.
 */
export const listRows = (ids: number[]) => queries.listMessagesByIds({ ids });
export const toMessageResponseFor = (viewer: Viewer, row: queries.ShownMessage) =>
  present.toMessageResponse(row, viewer.user.id);

export type Pages = Pick<
  Partial<ListMessagesQuery>,
  "message_id" | "after_message_id" | "around_message_id"
> & {
  size: number;
  /** Maximum bytes of a page of the newest messages. A page has at least one message, however large. */
  maxBytes?: number;
};
type ListMessagesQuery = z.output<typeof messagesApi.listMessages.query & z.ZodObject>;

/**
 * Returns a page in chronological order: the newest messages, or those before, after or around a message.
 * @throws AppError not_found
 */
export async function list(viewer: Viewer, reference: Reference, query: ListMessagesQuery) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const rows = await listPage(chat.id, query);
  return rows.map((row) => present.toMessageResponse(row, viewer.user.id));
}

export async function listPage(chatId: number, query: Pages) {
  const { message_id: before, after_message_id: after, around_message_id: middle, size, maxBytes } = query;
  if (middle !== undefined) {
    const [until, since] = await Promise.all([
      queries.listNewestMessages({ chatId, before: middle + 1, size: Math.ceil(size / 2) }),
      queries.listMessagesAfter({ chatId, after: middle, size: Math.floor(size / 2) }),
    ]);
    return [...until.reverse(), ...since];
  }
  if (after !== undefined) return queries.listMessagesAfter({ chatId, after, size });
  const count = maxBytes ? Math.max(1, await queries.countFitting({ chatId, before, size, maxBytes })) : size;
  return (await queries.listNewestMessages({ chatId, before, size: count })).reverse();
}

/**
 * @throws AppError not_found; forbidden unless the viewer is the author or, for replies, an owner or admin of the chat;
 * conflict while the reply is being regenerated
 */
export async function edit(viewer: Viewer, messageId: number, input: { message: string }) {
  const found = await getMessageFor(viewer, messageId);
  const { message } = found;
  const isReply = message.userType === "assistant";
  const isAuthor = message.fromUserId === viewer.user.id && message.userType === "user";
  if (isReply) authorizeReplyEdit(viewer, found);
  else access.authorize(viewer, "message.change", { isAuthor });
  const text = input.message;
  await transaction(async () => {
    await chats.lock(message.chatId);
    const changes = isReply ? await buildReplyEdit(viewer, messageId, text) : { text };
    if (!(await queries.updateText({ id: messageId, ...changes }))) throw notFound("Message");
    await indexing.dropMessages([messageId]);
    await chats.refreshLastMessage(message.chatId);
    await chats.invalidateSummary(message.chatId, messageId);
    await withdrawDigests(message.chatId, message.createdAt);
    await events.publish({
      chatId: message.chatId,
      kind: "message.updated",
      data: { message_id: messageId },
    });
  });
  indexing.scheduleIndexing(viewer.group.id);
  const [edited] = await listMessageResponses(viewer, [messageId]);
  if (!edited) throw notFound("Message");
  return edited;
}

/** @throws AppError not_found; forbidden unless the viewer is the author, an owner or an admin of the chat */
export async function remove(viewer: Viewer, reference: Reference, messageId: number) {
  const { chat, member } = await chats.getChatFor(viewer, reference);
  const { message } = await getMessageFor(viewer, messageId);
  if (message.chatId !== chat.id) throw notFound("Message");
  const isAuthor = message.fromUserId === viewer.user.id;
  access.authorize(viewer, "message.delete", { chatRole: member.role, isAuthor });
  await transaction(async () => {
    await chats.lock(chat.id);
    await versions.deleteMessage({ id: messageId });
    await chats.recountAfterRemoval(chat.id);
    await chats.invalidateSummary(chat.id, messageId);
    await withdrawDigests(chat.id, message.createdAt);
    await events.publish({ chatId: chat.id, kind: "message.deleted", data: { message_id: messageId } });
  });
  notifyRemoved({ messageId });
  return { success: true as const, message: "The message was deleted." };
}

export async function clear(viewer: Viewer, reference: Reference) {
  const { chat } = await getManageableChat(viewer, reference);
  const deleted = await transaction(async () => {
    await chats.lock(chat.id);
    const count = await queries.clearMessages({ chatId: chat.id });
    await audit.recordBy(viewer, "chat_cleared", { chat_id: chat.id });
    await chats.recountAfterRemoval(chat.id);
    await chats.invalidateSummary(chat.id, 0);
    await withdrawDigests(chat.id, null);
    await events.publish({ chatId: chat.id, kind: "messages.cleared", data: {} });
    return count;
  });
  notifyRemoved({ chatId: chat.id });
  return { success: true as const, deleted };
}
