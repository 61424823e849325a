import type { StoredAttachment } from "@/db/schema/messages";
import { transaction } from "@/db/transaction";
import * as access from "@/lib/access/rules";
import type { UploadedFile } from "@/lib/api/contract";
import type { Reference } from "@/lib/api/fields";
import type { Call } from "@/lib/api/routes";
import * as assistants from "@/lib/assistants/service";
import type { Viewer } from "@/lib/auth/viewer";
import { manageableChatFor } from "@/lib/chats/access";
import * as chats from "@/lib/chats/service";
import * as documents from "@/lib/documents/service";
import { invalid, notFound } from "@/lib/errors";
import * as events from "@/lib/events/service";
import { mentionsIn } from "@/lib/mentions/service";
import * as push from "@/lib/push/service";
import * as replies from "@/lib/replies/service";
import * as present from "./present";
import * as queries from "./queries";

type Chat = Awaited<ReturnType<typeof chats.chatFor>>["chat"];
export type NewMessage = {
  message_input: string;
  is_sync: boolean;
  replying_to_message_id?: number;
  files: UploadedFile[];
};

/**
 * Stores a message and has it replied to: in one transaction the message, its
 * files, the run of its replies and the answer of its idempotency key.
 * Synchronously it answers when the replies are stored, also when the caller
 * has gone; asynchronously at once.
 * @throws AppError not_found for the chat or the quoted message; unsupported_type for a file
 */
export async function send(
  viewer: Viewer,
  reference: Reference | { mention: string },
  given: NewMessage,
  call: Call,
) {
  const { chat } = await chats.chatNamed(viewer, reference);
  const files = await documents.checkUploads(given.files);
  const assistantIds = await whoReplies(chat, given.message_input);
  const task = replies.newTask(assistantIds, given.is_sync);
  await quotable(chat.id, given.replying_to_message_id);
  const store = (attachments: StoredAttachment[] | null) => {
    const author = { userType: "user" as const, fromUserId: viewer.user.id };
    const processedAt = assistantIds.length === 0 ? new Date() : null;
    const replyingToId = given.replying_to_message_id ?? null;
    return queries.insertMessage(
      { chatId: chat.id, text: given.message_input, ...author, replyingToId, attachments, processedAt },
      task,
      call.idempotency,
    );
  };
  const message =
    files.length === 0
      ? await store(null)
      : await transaction(async () => store(await documents.keepUploads(viewer, chat.id, files)));
  if (!message) throw notFound("Chat");
  events.told();
  await push.announce(message.id);
  const answer = { user_message_id: message.id, streaming_task_id: null, responses: null };
  if (!given.is_sync) {
    if (assistantIds.length > 0) await replies.startInBackground(task!.id);
    return { ...answer, streaming_task_id: task!.id };
  }
  if (!task) return answer;
  const material = { chat, message, authorName: viewer.user.fullName };
  const stored = await replies.startHere(
    { ...task, chatId: chat.id, userMessageId: message.id, replaces: [] },
    material,
  );
  return {
    ...answer,
    responses: stored.map((row) => present.reply(row, chat.uuid, message, viewer.user.fullName)),
  };
}

/** What `send` answered, or would have, for a message whose request died. Waits for its replies when it was synchronous. */
export async function answerFor(viewer: Viewer, messageId: number) {
  const { message } = await findMine(viewer, messageId);
  const task = await replies.taskOf(message.id);
  if (!task || task.assistantIds.length === 0) {
    return { user_message_id: message.id, streaming_task_id: task?.id ?? null, responses: null };
  }
  if (!task.isSync) return { user_message_id: message.id, streaming_task_id: task.id, responses: null };
  await replies.finished(task.id);
  const responses = await shown(await replies.messageIdsOf(task.id));
  return { user_message_id: message.id, streaming_task_id: null, responses };
}

/** Those the message mentions, in that order; else the chat's default assistant, but in a direct chat nobody. */
async function whoReplies(chat: Chat, text: string): Promise<number[]> {
  const mentioned = await assistants.byMentions(chat.groupId, mentionsIn(text));
  if (mentioned.length > 0) return mentioned.map(({ id }) => id);
  return chat.virtualAssistantId && chat.chatType !== "direct" ? [chat.virtualAssistantId] : [];
}

async function quotable(chatId: number, messageId: number | undefined): Promise<void> {
  if (messageId !== undefined && !(await queries.isInChat({ id: messageId, chatId })))
    throw notFound("Message");
}

const shown = async (ids: number[]) => (await queries.messagesByIds({ ids })).map(present.message);

/** Messages for those who tell several readers of them, whom they know to be members; `shownTo` shows one. */
export const rowsOf = (ids: number[]) => queries.messagesByIds({ ids });
export const shownTo = (_viewer: Viewer, row: queries.ShownMessage) => present.message(row);

/** The newest messages before `before`, in chronological order. @throws AppError not_found */
export async function list(
  viewer: Viewer,
  reference: Reference,
  { message_id: before, size }: { message_id?: number; size: number },
) {
  const { chat } = await chats.chatFor(viewer, reference);
  const rows = await queries.newestMessages({ chatId: chat.id, before, size });
  return rows.reverse().map(present.message);
}

async function findMine({ user, group }: Viewer, id: number) {
  const found = await queries.findMessage({ id, userId: user.id, groupId: group.id });
  if (!found) throw notFound("Message");
  return found;
}

/**
 * Replies to a message again; the earlier replies are replaced when the new
 * ones are there. With `taskId` it runs in the background under that id.
 * @throws AppError not_found; conflict when it is being replied to, or the id is another run's
 */
export async function retry(viewer: Viewer, messageId: number, taskId: string | undefined) {
  const found = await findMine(viewer, messageId);
  const { chat } = found;
  let { message } = found;
  if (message.userType === "assistant") {
    if (message.replyingToId === null)
      throw invalid(["path", "message_id"], "The message that this replied to is gone.");
    message = (await findMine(viewer, message.replyingToId)).message;
  }
  if (message.userType === "system") throw invalid(["path", "message_id"], "Nobody replies to this message.");
  if (taskId && (await replies.isTaskOf(taskId, message.id))) {
    return { user_message_id: message.id, streaming_task_id: taskId, responses: null };
  }
  const earlier = await queries.repliesTo({ id: message.id });
  const mentioned = await whoReplies(chat, message.text);
  const repliers = [...new Set(earlier.flatMap((reply) => reply.fromVirtualAssistantId ?? []))];
  const living = await assistants.byIds(chat.groupId, mentioned.length > 0 ? mentioned : repliers);
  if (living.length === 0)
    throw invalid(["path", "message_id"], "This chat has no assistant that could reply.");
  const task = await replies.planAgain({
    ...replies.newTask(
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
  const stored = await replies.startHere(task, { chat, message, authorName: viewer.user.fullName });
  return { ...answer, responses: await shown(stored.map(({ id }) => id)) };
}

/** @throws AppError not_found, forbidden for anyone but the author */
export async function edit(viewer: Viewer, messageId: number, given: { message: string }) {
  const { message } = await findMine(viewer, messageId);
  const isAuthor = message.fromUserId === viewer.user.id && message.userType === "user";
  access.require(viewer, "message.change", { isAuthor });
  await transaction(async () => {
    await chats.lock(message.chatId);
    if (!(await queries.updateText({ id: messageId, text: given.message }))) throw notFound("Message");
    await chats.renoteLastMessage(message.chatId);
  });
  const [edited] = await shown([messageId]);
  if (!edited) throw notFound("Message");
  return edited;
}

/** @throws AppError not_found, forbidden for anyone but the author and the chat's owners and admins */
export async function remove(viewer: Viewer, reference: Reference, messageId: number) {
  const { chat, member } = await chats.chatFor(viewer, reference);
  const { message } = await findMine(viewer, messageId);
  if (message.chatId !== chat.id) throw notFound("Message");
  const isAuthor = message.fromUserId === viewer.user.id;
  access.require(viewer, "message.delete", { chatRole: member.role, isAuthor });
  await transaction(async () => {
    await chats.lock(chat.id);
    await queries.deleteMessages({ ids: [messageId] });
    await chats.messagesWent(chat.id);
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
    await chats.messagesWent(chat.id);
    return count;
  });
  replies.abandonChat(chat.id);
  return { success: true as const, deleted };
}
