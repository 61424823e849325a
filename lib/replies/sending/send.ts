import type { StoredAttachment } from "@/db/schema/messages";
import { transaction } from "@/db/transaction";
import type { Actor, CallOptions, Viewer, Visitor } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import { getOrCreatePurposeChat } from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import * as mentions from "@/lib/chat/mentions/service";
import * as messages from "@/lib/chat/messages/service";
import { getMessageFor, listMessageResponses } from "@/lib/chat/messages/service";
import * as push from "@/lib/chat/push/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as documents from "@/lib/knowledge/documents/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import { scheduleIndexing } from "@/lib/llm/indexing/service";
import { invalid, notFound } from "@/lib/platform/errors";
import { parseMentions } from "@/lib/platform/thread/mentions";
import { endWaitAfterAnswer } from "@/lib/replies/handover/service";
import * as replies from "@/lib/replies/runs/service";

type ReadableChat = Awaited<ReturnType<typeof chats.getChatFor>>["chat"];
export type NewMessage = {
  type?: "voice";
  message_input: string;
  is_sync: boolean;
  replying_to_message_id?: number | null;
  extra?: Record<string, unknown>;
  /**
   * Action that sends the message (`lib/automation/task-actions`); the model then gets `extra.prompt` instead of the
   * text.
   */
  task_id?: string;
  assistant_ids?: number[];
  models?: string[];
  version_of?: MessageRow;
  // Idempotency key of the author's request, if another one stores the message.
  request_key?: string | null;
  files: UploadedFile[];
};
type MessageRow = Awaited<ReturnType<typeof getMessageFor>>["message"];
export type PlainMessage = Pick<NewMessage, "message_input" | "files">;
type SendResult = Awaited<ReturnType<typeof sendIn>>;

/**
 * Stores a message and starts its replies. The message, its files, the reply run and the idempotency key's result are
 * committed in one transaction. A synchronous call returns when the replies are stored, and completes them even if
 * the client disconnects; an asynchronous one returns immediately.
 * @param stored files that are already in storage, for callers that call this inside a transaction
 * @throws AppError not_found for the chat or the quoted message; unsupported_type for a file
 */
export async function send(
  viewer: Viewer,
  reference: Reference | { mention: string },
  message: NewMessage,
  options: CallOptions = {},
  stored?: documents.CheckedFile[],
) {
  const { files, models, version_of, replying_to_message_id: quoted } = message;
  const isPlain = !stored && files.length === 0 && !models && !version_of && !quoted;
  const recent = isPlain && typeof reference !== "object" && chats.takeRecentChat(viewer, reference);
  if (recent) {
    const sent = await sendTo(viewer, recent, { ...message, expects: recent.version }, [], options);
    if (sent) return sent;
    chats.recordChange(recent.chat.id);
  }
  return sendIn(viewer, () => chats.getChatByReference(viewer, reference), message, options, stored);
}

/**
 * Sends synchronously to the viewer's own chat with an assistant, which is created on first use.
 * @throws AppError not_found for the assistant
 */
export async function sendToAssistant(
  viewer: Viewer,
  id: number,
  message: PlainMessage,
  options: CallOptions,
) {
  const { name } = await assistants.get(viewer, id);
  const find = async () => {
    const make = { name, virtual_assistant_id: id };
    const { chat } = await chats.getChatFor(
      viewer,
      await getOrCreatePurposeChat(viewer, `assistant:${id}`, make),
    );
    // The assistant named in the request replies, even if the chat's default was changed.
    return { chat: { ...chat, virtualAssistantId: id } };
  };
  return sendIn(viewer, find, { ...message, is_sync: true }, options);
}

export async function sendInTempChat(
  viewer: Viewer,
  id: number,
  message: PlainMessage,
  options: CallOptions,
) {
  const { name } = await assistants.get(viewer, id);
  const from = { ...temporary, name, virtual_assistant_id: id };
  return sendInNew(viewer, async () => (await chats.create(viewer, from)).id, message, options);
}

/**
 * Stores a visitor's message and starts the reply in the background.
 * @param find finds or creates the conversation after the files have been validated
 */
export const sendAsVisitor = (
  visitor: Visitor,
  find: () => Promise<ReadableChat>,
  given: PlainMessage & Pick<NewMessage, "extra">,
  options: CallOptions = {},
  stored?: documents.CheckedFile[],
) => sendIn(visitor, async () => ({ chat: await find() }), { ...given, is_sync: false }, options, stored);

/**
 * Sends synchronously to a new temporary chat.
 * @param make creates the chat after the files have been validated, and returns its id
 */
export async function sendInNew(
  viewer: Viewer,
  make: () => Promise<number>,
  message: PlainMessage,
  options: CallOptions,
) {
  const find = async () => chats.getChatFor(viewer, await make());
  return withMessage(viewer, await sendIn(viewer, find, { ...message, is_sync: true }, options));
}

export const temporary = { temp: true, chat_type: "private" as const, is_public: false };

type PlannedRun = Parameters<typeof replies.startInBackground>[0];
type NewReplies = { assistantIds: number[]; task: ReturnType<typeof replies.createTask> };

type FoundChat = { chat: ReadableChat; version?: string };

async function sendIn(
  by: Actor,
  find: () => Promise<FoundChat>,
  given: NewMessage,
  options: CallOptions = {},
  stored?: documents.CheckedFile[],
) {
  const files = stored ?? (await documents.storeUploads(by.group.id, given.files));
  const sent = await sendTo(by, await find(), given, files, options);
  if (!sent) throw notFound("Chat");
  return sent;
}

// Returns undefined when the chat was deleted in the meantime, the sender may not write to it, or it has another
// version than `given.expects`.
async function sendTo(
  by: Actor,
  { chat, version }: FoundChat,
  given: NewMessage & { expects?: string },
  files: documents.CheckedFile[],
  options: CallOptions = {},
) {
  const assistantIds =
    given.assistant_ids ??
    (await listRepliers(chat, given.message_input, by.user === null ? null : by, true));
  const { models } = given;
  if (models && by.user) {
    await assertUsable(by, models);
    await assertComparable(by, chat, assistantIds);
  }
  const isSync = given.is_sync && !models;
  const newTask = () => replies.createTask(by.user?.id ?? null, assistantIds, isSync);
  const task = newTask();
  await messages.assertQuotable(chat.id, given.replying_to_message_id ?? null);
  const compared: PlannedRun[] = [];
  const store = (attachments: StoredAttachment[] | null) =>
    storeMessage(by, chat, given, attachments, { assistantIds, task, idempotency: options.idempotency });
  const earlier = given.version_of;
  const inserted =
    files.length === 0 && !models && !earlier
      ? await store(null)
      : await transaction(async () => {
          await chats.lock(chat.id);
          if (earlier) await messages.hideQuestionAndFollowing(earlier, earlier.fromUserId!);
          const kept = files.length === 0 ? null : await documents.createAttachments(by, chat.id, files);
          const stored = await store(earlier ? earlier.attachments : kept);
          for (const [position, model] of (stored && models?.entries()) ?? []) {
            const place = { chatId: chat.id, userMessageId: stored!.message.id, replaces: [] };
            compared.push(
              await replies.planRegeneration({ ...newTask()!, ...place, comparison: { model, position } }),
            );
          }
          return stored;
        });
  if (!inserted) return undefined;
  const { message, versions, ...along } = inserted;
  const chatVersion = versions.before === version ? (versions.after ?? undefined) : undefined;
  events.notifyReaders();
  scheduleIndexing(chat.groupId);
  await push.schedulePush(message.id);
  if (by.user && isOfVisitor(chat)) await endWaitAfterAnswer(chat.id, message.id);
  const answer = { user_message_id: message.id, streaming_task_id: null, responses: null };
  if (!task) return answer;
  const material = { chat, chatVersion, message, ...along, authorName: by.user?.fullName ?? null };
  if (compared.length > 0) {
    for (const run of compared) await replies.startInBackground(run, material);
    return { ...answer, streaming_task_id: compared[0]!.id };
  }
  const planned = { ...task, chatId: chat.id, userMessageId: message.id, replaces: [] };
  if (!isSync) {
    if (assistantIds.length > 0) await replies.startInBackground(planned, material);
    return { ...answer, streaming_task_id: task.id };
  }
  const replied = await replies.startHere(planned, material);
  return {
    ...answer,
    responses: replied.map((row) => messages.presentReply(row, chat.uuid, message, by.user?.fullName ?? "")),
  };
}

function storeMessage(
  by: Actor,
  chat: ReadableChat,
  given: NewMessage & { expects?: string },
  attachments: StoredAttachment[] | null,
  { assistantIds, task, idempotency }: Pick<CallOptions, "idempotency"> & NewReplies,
) {
  const earlier = given.version_of;
  const author = {
    userType: by.user ? ("user" as const) : ("guest" as const),
    fromUserId: by.user?.id ?? null,
  };
  return messages.insert(
    {
      chatId: chat.id,
      text: given.message_input,
      extra: given.extra ?? null,
      attachments,
      ...author,
      type: given.type ?? "message",
      replyingToId: given.replying_to_message_id ?? null,
      versionOf: earlier && (earlier.versionOf ?? earlier.id),
      taskId: given.task_id ?? null,
      isProcessed: assistantIds.length === 0,
      requestKey: given.request_key,
    },
    given.models ? undefined : task,
    idempotency,
    by.user ? { userId: by.user.id, groupId: by.group.id, version: given.expects ?? null } : undefined,
    replies.buildReplyContextQuery({ chat, message: author, askedBy: author.fromUserId }, assistantIds),
  );
}

/**
 * @param assistantIds repliers; absent: the chat's default, when the message is not known yet
 * @throws InvalidInput unless exactly one assistant replies and its model is not fixed
 */
export async function assertComparable(
  viewer: Viewer,
  chat: ReadableChat,
  assistantIds?: number[],
): Promise<void> {
  const ids = assistantIds ?? (await listRepliers(chat, "", viewer));
  const [assistant, ...others] = await assistants.listByIds(chat.groupId, ids);
  const no = (why: string) => invalid(["query", "models"], why);
  if (!assistant) throw no("Nobody replies to this message, so there are no models to compare.");
  if (others.length > 0) throw no("Models are compared with one assistant. Mention only one.");
  if (assistant.modelIsFixed) throw no(`${assistant.name} always uses its own model.`);
}

/**
 * Returns the result of `send` for a stored message whose request was interrupted. Waits for the replies of a
 * synchronous message.
 */
export async function answerFor(viewer: Viewer, messageId: number) {
  const { message } = await getMessageFor(viewer, messageId);
  const task = await replies.findTaskOfMessage(message.id);
  if (!task || task.assistantIds.length === 0) {
    return { user_message_id: message.id, streaming_task_id: task?.id ?? null, responses: null };
  }
  if (!task.isSync) return { user_message_id: message.id, streaming_task_id: task.id, responses: null };
  await replies.waitUntilFinished(task.id);
  const responses = await listMessageResponses(viewer, await replies.getMessageIds(task.id));
  return { user_message_id: message.id, streaming_task_id: null, responses };
}

export async function withMessage(viewer: Viewer, { user_message_id, ...rest }: SendResult) {
  const [message] = await listMessageResponses(viewer, [user_message_id]);
  if (!message) throw notFound("Message");
  const { chat_id, chat_uuid } = message;
  return { message, ...rest, chat_id, chat_uuid };
}

export async function toQueuedResponse(viewer: Viewer, answer: SendResult) {
  const { message, streaming_task_id } = await withMessage(viewer, answer);
  return { message, streaming_task_id };
}

/**
 * Returns the mentioned assistants in order, or else the chat's default. Nobody replies by default in direct chats.
 * In conversations with visitors, the assistant replies only to the visitor, and visitors cannot mention assistants.
 * @param by limits mentions to assistants that this person may use; null for a visitor
 * @param isNew suppresses the default reply when the message only mentions other members of the chat
 */
export async function listRepliers(
  chat: ReadableChat,
  text: string,
  by: Viewer | null,
  isNew = false,
): Promise<number[]> {
  const usual = chat.virtualAssistantId ? [chat.virtualAssistantId] : [];
  if (by === null) return usual;
  const names = parseMentions(text);
  const mentioned = await assistants.listByMentions(by, names);
  if (mentioned.length > 0) return mentioned.map(({ id }) => id);
  if (usual.length === 0 || chat.chatType === "direct" || isOfVisitor(chat)) return [];
  const people = isNew ? await mentions.listMentionedPeople(chat, names, by.user.id) : [];
  return people.length > 0 ? [] : usual;
}
