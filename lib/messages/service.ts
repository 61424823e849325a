import type { z } from "zod";
import { transaction } from "@/db/transaction";
import * as access from "@/lib/access/rules";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/assistants/service";
import * as audit from "@/lib/audit/service";
import type { Viewer } from "@/lib/auth/viewer";
import { manageableChatFor } from "@/lib/chats/access";
import * as chats from "@/lib/chats/service";
import { invalid, notFound } from "@/lib/errors";
import * as events from "@/lib/events/service";
import * as indexing from "@/lib/indexing/service";
import * as replies from "@/lib/replies/service";
import { messageFor, shown } from "./access";
import type { messagesApi } from "./contract";
import * as present from "./present";
import * as queries from "./queries";
import { whoReplies } from "./sending";

/** The assistants' replies to a message, for those who have it replied to again. */
export const repliesTo = (id: number) => queries.repliesTo({ id });
/** Messages for those who tell several readers of them, whom they know to be members; `shownTo` shows one. */
export const rowsOf = (ids: number[]) => queries.messagesByIds({ ids });
export const shownTo = (viewer: Viewer, row: queries.ShownMessage) => present.message(row, viewer.user.id);

/** Which page of a chat's messages. */
export type Pages = Pick<Partial<ListQuery>, "message_id" | "after_message_id" | "around_message_id"> & {
  size: number;
};
type ListQuery = z.output<typeof messagesApi.listMessages.query & z.ZodObject>;

/** A page of a chat's messages in chronological order: the newest ones, or those before, after or around one of them. @throws AppError not_found */
export async function list(viewer: Viewer, reference: Reference, query: ListQuery) {
  const { chat } = await chats.chatFor(viewer, reference);
  const rows = await pageOf(chat.id, query);
  return rows.map((row) => present.message(row, viewer.user.id));
}

/** As `list`, of a chat that the caller of this may read. */
export async function pageOf(chatId: number, query: Pages) {
  const { message_id: before, after_message_id: after, around_message_id: middle, size } = query;
  if (middle !== undefined) {
    const [until, since] = await Promise.all([
      queries.newestMessages({ chatId, before: middle + 1, size: Math.ceil(size / 2) }),
      queries.messagesAfter({ chatId, after: middle, size: Math.floor(size / 2) }),
    ]);
    return [...until.reverse(), ...since];
  }
  if (after !== undefined) return queries.messagesAfter({ chatId, after, size });
  return (await queries.newestMessages({ chatId, before, size })).reverse();
}

/**
 * Replies to a message again, as the viewer asks now, whoever wrote it; the
 * earlier replies are replaced when the new ones are there. With `taskId` it runs in the background under that id.
 * @throws AppError not_found; conflict when it is being replied to, or the id is another run's
 */
export async function retry(viewer: Viewer, messageId: number, taskId: string | undefined) {
  const found = await messageFor(viewer, messageId);
  const { chat } = found;
  let { message } = found;
  if (message.userType === "assistant") {
    if (message.replyingToId === null)
      throw invalid(["path", "message_id"], "The message that this replied to is gone.");
    message = (await messageFor(viewer, message.replyingToId)).message;
  }
  if (message.userType === "system") throw invalid(["path", "message_id"], "Nobody replies to this message.");
  if (taskId && (await replies.isTaskOf(taskId, message.id))) {
    return { user_message_id: message.id, streaming_task_id: taskId, responses: null };
  }
  const earlier = await queries.repliesTo({ id: message.id });
  const repliers = [...new Set(earlier.flatMap((reply) => reply.fromVirtualAssistantId ?? []))];
  // What an action sent is answered by the assistant of the action, whoever is mentioned in it.
  const isOfAction = message.taskId !== null && repliers.length > 0;
  const mentioned = isOfAction ? [] : await whoReplies(chat, message.text, message.userType === "guest");
  const living = await assistants.byIds(chat.groupId, mentioned.length > 0 ? mentioned : repliers);
  if (living.length === 0)
    throw invalid(["path", "message_id"], "This chat has no assistant that could reply.");
  const task = await replies.planAgain({
    ...replies.newTask(
      viewer.user.id,
      living.map(({ id }) => id),
      taskId === undefined,
      taskId,
    )!,
    chatId: chat.id,
    userMessageId: message.id,
    replaces: earlier.map(({ id }) => id),
  });
  const answer = { user_message_id: message.id, streaming_task_id: taskId ?? null, responses: null };
  if (taskId) {
    await replies.startInBackground(taskId);
    return answer;
  }
  const authorName = (await queries.authorNames({ ids: [message.id] })).get(message.id) ?? null;
  const stored = await replies.startHere(task, { chat, message, authorName });
  return {
    ...answer,
    responses: await shown(
      viewer,
      stored.map(({ id }) => id),
    ),
  };
}

/** @throws AppError not_found, forbidden for anyone but the author */
export async function edit(viewer: Viewer, messageId: number, given: { message: string }) {
  const { message } = await messageFor(viewer, messageId);
  const isAuthor = message.fromUserId === viewer.user.id && message.userType === "user";
  access.require(viewer, "message.change", { isAuthor });
  await transaction(async () => {
    await chats.lock(message.chatId);
    if (!(await queries.updateText({ id: messageId, text: given.message }))) throw notFound("Message");
    await indexing.dropMessages([messageId]);
    await chats.renoteLastMessage(message.chatId);
    await chats.voidSummary(message.chatId, messageId);
    await events.note({ chatId: message.chatId, kind: "message.updated", data: { message_id: messageId } });
  });
  indexing.soon(viewer.group.id);
  const [edited] = await shown(viewer, [messageId]);
  if (!edited) throw notFound("Message");
  return edited;
}

/** @throws AppError not_found, forbidden for anyone but the author and the chat's owners and admins */
export async function remove(viewer: Viewer, reference: Reference, messageId: number) {
  const { chat, member } = await chats.chatFor(viewer, reference);
  const { message } = await messageFor(viewer, messageId);
  if (message.chatId !== chat.id) throw notFound("Message");
  const isAuthor = message.fromUserId === viewer.user.id;
  access.require(viewer, "message.delete", { chatRole: member.role, isAuthor });
  await transaction(async () => {
    await chats.lock(chat.id);
    await queries.deleteMessages({ ids: [messageId] });
    await chats.messagesWent(chat.id);
    await chats.voidSummary(chat.id, messageId);
    await events.note({ chatId: chat.id, kind: "message.deleted", data: { message_id: messageId } });
  });
  replies.abandonMessage(messageId);
  return { success: true as const, message: "The message was deleted." };
}

/** @throws AppError not_found, forbidden */
export async function clear(viewer: Viewer, reference: Reference) {
  const { chat } = await manageableChatFor(viewer, reference);
  const deleted = await transaction(async () => {
    await chats.lock(chat.id);
    const count = await queries.clearMessages({ chatId: chat.id });
    await audit.noteBy(viewer, "chat_cleared", { chat_id: chat.id });
    await chats.messagesWent(chat.id);
    await chats.voidSummary(chat.id, 0);
    await events.note({ chatId: chat.id, kind: "messages.cleared", data: {} });
    return count;
  });
  replies.abandonChat(chat.id);
  return { success: true as const, deleted };
}
