import { randomUUID } from "node:crypto";
import { transaction } from "@/db/transaction";
import type { CallOptions } from "@/lib/api/actor";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import * as messages from "@/lib/chat/messages/service";
import { VISITOR_KEY } from "@/lib/identity/access/service";
import { type DownloadConditions, downloadFrom } from "@/lib/knowledge/documents/service";
import { getSecondsUntil, publicChats as usage } from "@/lib/llm/usage/service";
import { hashSecret } from "@/lib/platform/crypto/secrets";
import { AppError, conflict, forbidden, invalid, notFound } from "@/lib/platform/errors";
import * as replies from "@/lib/replies/runs/service";
import { type PlainMessage, sendAsVisitor } from "@/lib/replies/sending/service";
import { consumeDailyLimit, requireProof } from "./abuse/service";
import { getAvailability, maskEmail } from "./handover/visitor-email";
import * as present from "./present";
import { getShownPublication } from "./publication/service";
import * as queries from "./queries";
import * as ratings from "./ratings/service";
import { find, findSession, getPublicChat, type PublicVisitor, reloadVisitor } from "./sessions";
import * as earlier from "./visitor/earlier-conversations";
import { canMailConversations } from "./visitor/mailing";

// Visitors access only their session's conversation; messages, runs and files of other chats respond with 404.
type MessagePageQuery = { size: number; message_id?: number; after_message_id?: number };

function getConversation({ conversation }: PublicVisitor, what = "Message") {
  if (!conversation) throw notFound(what);
  return conversation;
}

/**
 * Returns the page's settings. Without a valid session, returns those for a new visitor.
 * @throws AppError not_found
 */
export async function getSettings(uuid: string, id?: string, marker?: string) {
  const chat = await getPublicChat(uuid);
  const found = await find(uuid, id);
  const [replyRatings, shown, pausedUntil, hours] = await Promise.all([
    found?.conversation ? ratings.listRatingsOfSession(found.session) : [],
    getShownPublication(chat),
    usage.getUsedUpUntil(chat),
    getAvailability(chat.id),
  ]);
  const hasConversation = Boolean(found?.conversation);
  return {
    title: shown.title,
    greeting: shown.greeting,
    suggested_questions: shown.suggestedQuestions,
    footer: shown.footer,
    uploads_allowed: canTakeFiles(chat),
    is_paused: pausedUntil !== undefined,
    has_conversation: hasConversation,
    // A conversation begun without a marker isn't the frame's own and may have been prepared with the API.
    is_from_elsewhere: hasConversation && found?.session.markerHash !== hashSecret(marker ?? ""),
    is_taken_over: Boolean(found?.session.takenOverAt),
    mails_conversations: canMailConversations(),
    is_closed: Boolean(found?.session.closedAt),
    rating: found?.session.rating ?? null,
    reply_ratings: replyRatings,
    is_waiting: Boolean(found?.session.waitingSince),
    ...hours,
    email: maskEmail(found?.session.email ?? null),
  };
}

export const canTakeFiles = ({ documentsAndCollectionsEnabled, extra }: queries.ChatRow) =>
  documentsAndCollectionsEnabled && [true, "true", 1].includes(extra.PUBLIC_CHAT_UPLOAD_FILES as string);

export async function list(
  { chat, conversation }: Pick<PublicVisitor, "chat" | "conversation">,
  page: MessagePageQuery,
) {
  if (!conversation) return [];
  return toVisitorMessages(await messages.listPage(conversation.id, page), chat.uuid);
}

const toVisitorMessages = (rows: Awaited<ReturnType<typeof messages.listRows>>, uuid: string) =>
  rows.flatMap((row) => present.toVisitorMessage(row, uuid) ?? []);

/**
 * Stores a visitor's message, creates the conversation with the first one, and starts a reply unless the team has
 * taken over.
 * @throws AppError not_found, forbidden, rate_limited, unsupported_type
 */
export async function send(
  visitor: PublicVisitor,
  given: PlainMessage & { marker?: string; proof?: string },
  options: CallOptions,
) {
  // Reloads the session, because uploads may have taken long.
  const found = given.files.length > 0 ? await reloadVisitor(visitor) : visitor;
  await consumeRateLimit(limits.visitorMessages(), `session:${found.session.hash}`);
  if (given.files.length > 0 && !canTakeFiles(found.chat)) throw forbidden("This chat doesn't accept files.");
  await requireRemainingTokens(found.chat);
  await requireProof(found, given.proof);
  await consumeDailyLimit(found);
  let hasReply = false;
  const answer = await sendAsVisitor(
    found,
    async () => {
      const chat = await getConversationFor(found, given);
      const virtualAssistantId = found.session.takenOverAt ? null : chat.virtualAssistantId;
      hasReply = virtualAssistantId !== null;
      return { ...chat, virtualAssistantId };
    },
    given,
    options,
  );
  if (hasReply) await stopIfTakenOver(found);
  await usage.countQuestion(found.chat.id, !hasReply && !found.session.takenOverAt);
  return answerWith(found.chat.uuid, answer.user_message_id, hasReply ? answer.streaming_task_id : null);
}

// Stops the reply if a team member took over after the session was loaded.
async function stopIfTakenOver(visitor: PublicVisitor): Promise<void> {
  const now = await findSession(visitor);
  if (now?.conversation && now.session.takenOverAt) await replies.stopIn(now.conversation.id);
}

async function requireRemainingTokens(chat: queries.ChatRow): Promise<void> {
  const until = await usage.getUsedUpUntil(chat);
  if (until === undefined) return;
  const period = until === "tomorrow" ? "today" : "this month";
  throw new AppError(
    "rate_limited",
    `This chat accepts no more messages ${period}. Please come back ${until}.`,
    {
      retryAfter: getSecondsUntil(until),
    },
  );
}

/** Returns the response of `send` to a retry of a request that failed after storing its message. */
export async function answerFor(uuid: string, messageId: number) {
  const task = await replies.findTaskOfMessage(messageId);
  return answerWith(uuid, messageId, task && task.assistantIds.length > 0 ? task.id : null);
}

async function answerWith(uuid: string, messageId: number, taskId: string | null) {
  const [message] = toVisitorMessages(await messages.listRows([messageId]), uuid);
  if (!message) throw notFound("Message");
  return { message, streaming_task_id: taskId };
}

// Returns the session's conversation. Creates it with the first message from the public chat's current settings.
async function getConversationFor(
  { session, chat, conversation }: PublicVisitor,
  { message_input: text, marker }: PlainMessage & { marker?: string },
): Promise<queries.ChatRow> {
  if (conversation) return conversation;
  return transaction(async () => {
    // Locks the chat before the session, so that its members and publication don't change meanwhile.
    await chats.lock(chat.id);
    const now = await queries.lockSession({ id: session.id });
    const alive = now && (await queries.findSession({ chatUuid: chat.uuid, hash: now.hash }));
    if (!alive) throw notFound("Conversation");
    if (alive.conversation) return alive.conversation;
    const made = await queries.insertConversation({
      groupId: chat.groupId,
      parentChatId: chat.id,
      standingKey: VISITOR_KEY,
      chatType: "group",
      name: chats.nameFrom(text) || "Visitor",
      isNamedByPerson: true,
      goal: alive.chat.goal,
      virtualAssistantId: alive.chat.virtualAssistantId,
      model: alive.chat.model,
      temperature: alive.chat.temperature,
      reasoningEffort: alive.chat.reasoningEffort,
      maxOutputTokens: alive.chat.maxOutputTokens,
      instructions: alive.chat.instructions,
      chatHistory: true,
      searchInChat: alive.chat.searchInChat,
      searchInDocuments: alive.chat.searchInDocuments,
      documentsAndCollectionsEnabled: alive.chat.documentsAndCollectionsEnabled,
    });
    const userIds = await queries.copyMembers({ from: chat.id, to: made.id });
    const markerHash = marker === undefined ? null : hashSecret(marker);
    await queries.updateSession({ id: session.id, values: { conversationId: made.id, markerHash } });
    await chats.publishAdded(made.id, userIds);
    await chats.publishUpdated([chat.id], "visitors");
    await usage.countConversation(chat.id);
    return made;
  });
}

/**
 * Regenerates the reply to a visitor's message in the background.
 * @throws AppError not_found; conflict while a reply is in progress; forbidden; rate_limited
 */
export async function retry(visitor: PublicVisitor, messageId: number) {
  const { session, chat } = visitor;
  const conversation = getConversation(visitor);
  await consumeRateLimit(limits.visitorMessages(), `session:${session.hash}`);
  await requireRemainingTokens(chat);
  await consumeDailyLimit(visitor);
  const row = await messageIn(conversation.id, messageId);
  const question = row.userType === "assistant" ? await messageIn(conversation.id, row.replyingToId) : row;
  if (question.userType !== "guest") throw notFound("Message");
  if (session.takenOverAt) throw conflict("A member of the team is answering here.");
  if (conversation.virtualAssistantId === null)
    throw invalid(["path", "message_id"], "Nobody is available to reply.");
  const earlier = await messages.listReplies(question.id);
  const task = await replies.planRegeneration({
    ...replies.createTask(null, [conversation.virtualAssistantId], false)!,
    chatId: conversation.id,
    userMessageId: question.id,
    replaces: earlier.map((reply) => reply.id),
  });
  await ratings.deleteReplyRatings(earlier.map((reply) => reply.id));
  await replies.startInBackground(task, { chat: conversation, message: question, authorName: null });
  await stopIfTakenOver(visitor);
  return { streaming_task_id: task.id };
}

async function messageIn(chatId: number, id: number | null) {
  const [row] = id === null ? [] : await messages.listRows([id]);
  if (row?.message.chatId !== chatId) throw notFound("Message");
  return row.message;
}

/** @throws AppError not_found */
export async function stop(visitor: PublicVisitor, taskId: string) {
  await replies.read({ chatId: getConversation(visitor, "Streaming task").id }, taskId);
  return replies.stop(taskId);
}

/**
 * @param conversationId of an earlier conversation, absent for the current one
 * @throws AppError not_found
 */
export const getDocument = async (
  visitor: PublicVisitor,
  documentId: number,
  conditions?: DownloadConditions,
  conversationId?: number,
) =>
  downloadFrom(
    await earlier.resolveConversation(visitor, conversationId, "Document"),
    documentId,
    conditions,
  );

/**
 * Leaves the conversation, so that the next message begins a new one. The team keeps the earlier one, and the visitor
 * can still read it.
 */
export async function leave({ session, chat }: PublicVisitor) {
  await transaction(async () => {
    const now = await queries.lockSession({ id: session.id });
    if (!now?.conversationId || now.hash !== session.hash) return;
    // The earlier conversation keeps its session row, which holds the team's data, under a hash that matches no id.
    await queries.updateSession({
      id: session.id,
      values: { hash: `left ${randomUUID()}`, leftBy: now.hash },
    });
    const { id: from, chatId, hash, epoch, page, language, browser, email, seenAt, createdAt } = now;
    const { mailedToHash, mailedAt, knownVisitorId, claimedName, claimedEmail, addressHash } = now;
    const kept = {
      chatId,
      hash,
      epoch,
      page,
      language,
      browser,
      email,
      seenAt,
      createdAt,
      mailedToHash,
      mailedAt,
      knownVisitorId,
      claimedName,
      claimedEmail,
      addressHash,
    };
    const { id: to } = await queries.copySession(kept);
    await queries.moveKeys({ from, to });
    await events.publish({ chatId: now.conversationId, kind: "chat.updated", data: { fields: ["visitor"] } });
    await chats.publishUpdated([chat.id], "visitors");
  });
  return { success: true as const };
}

// Pages report typing every three seconds.
const TYPING = { name: "visitor-typing", most: 40, seconds: 60 };

/**
 * Shows the team that the visitor is typing.
 * @throws AppError rate_limited
 */
export async function publishTyping({ session, conversation }: PublicVisitor) {
  await consumeRateLimit(TYPING, `session:${session.hash}`);
  if (conversation)
    await events.getTail().pass({
      kind: "typing",
      chatId: conversation.id,
      chatUuid: conversation.uuid,
      memberIds: await chats.listMemberIds(conversation.id),
      userId: null,
      name: "",
    });
  return { success: true as const };
}
