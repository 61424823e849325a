import { transaction } from "@/db/transaction";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { toPreviousAnswers } from "@/lib/chat/messages/service";
import * as push from "@/lib/chat/push/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import { dropMessages, scheduleIndexing } from "@/lib/llm/indexing/service";
import { caps, countTokens, publicChats as visitors } from "@/lib/llm/usage/service";
import * as background from "@/lib/platform/background/service";
import { AppError, getErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { sqlState } from "@/lib/platform/sql-state";
import { runInForeground } from "@/lib/platform/telemetry/foreground";
import type { ReplyOutcome } from "./attempt-reply";
import { type Checkpoint, NOTHING_KEPT, Paused, Rounds } from "./checkpoints";
import { getComparisonPlace } from "./comparison-place";
import { mergeExtra } from "./continuation";
import { requestFollowUps } from "./follow-ups";
import { generateReply } from "./generate-reply";
import { finish, flushChunks, LiveRun, type RunEnd, registerRun } from "./live-runs";
import * as queries from "./queries";
import { listRounds } from "./queries/checkpoints";
import * as claims from "./queries/claims";
import * as stream from "./queries/stream";
import { loadRegeneration } from "./regeneration";
import { serveRunRelays } from "./relayed-runs";
import { type Assistant, buildReplyContext, type PlannedReplyInput } from "./reply-context";

export type Task = Pick<
  queries.TaskRow,
  | "id"
  | "chatId"
  | "userMessageId"
  | "assistantIds"
  | "askedBy"
  | "replaces"
  | "regeneration"
  | "model"
  | "position"
  | "isSync"
  | "startIdx"
  | "messageIds"
  | "isStopAsked"
>;
/** Claims a task and runs it. Does nothing when it has ended or another process runs it. */
export async function run(taskId: string): Promise<void> {
  const task = await claims.claimTask({ id: taskId });
  if (!task) return;
  const found = await queries.findMaterial({ chatId: task.chatId, messageId: task.userMessageId });
  if (!found) return;
  const { isSuspended, ...material } = found;
  const kept = { ...task, rounds: task.attempt > 1 ? await listRounds({ taskId }) : [] };
  await execute({ ...task, isStopAsked: task.isStopAsked || isSuspended }, material, kept);
}

/**
 * Runs a task that this process owns. Its assistants reply one after another, and each reply is stored in one
 * transaction with the state of the task. Never throws because of a model.
 * @param checkpoint state from which an interrupted or paused run continues
 * @returns the replies that were stored
 */
export async function execute(
  task: Task,
  material: PlannedReplyInput,
  checkpoint: Checkpoint = NOTHING_KEPT,
): Promise<queries.ReplyRow[]> {
  const live = new LiveRun(task.id, task.chatId, task.userMessageId, task.startIdx, !task.isSync);
  live.messageIds = task.messageIds;
  live.hasDirections = checkpoint.hasDirections;
  serveRunRelays();
  registerRun(live);
  try {
    return await runInForeground(() => reply(task, material, live, checkpoint));
  } catch (error) {
    if (!(error instanceof Paused)) throw error;
    await flushChunks();
    live.lose();
    return [];
  } finally {
    if (!live.ending && !live.isLost) live.end({ status: "failed", error: "The reply could not be stored." });
    finish(live);
    // Synchronous runs have no readers; a repeated request polls for the end instead.
    if (!task.isSync) await stream.notifyTasks([live.id]);
  }
}

async function reply(
  task: Task,
  material: PlannedReplyInput,
  live: LiveRun,
  checkpoint: Checkpoint,
): Promise<queries.ReplyRow[]> {
  if (task.isStopAsked) live.stop("stopped");
  const { chat, message } = material;
  const [repliers, known] = await Promise.all([
    assistants.listByIds(chat.groupId, task.assistantIds),
    buildReplyContext(material, task.askedBy),
  ]);
  const comparison = getComparisonPlace(task);
  const replies: queries.ReplyRow[] = [];
  // Assistants that replied before a crash do not reply again.
  const left = repliers.slice(task.messageIds.length);
  if (left.length === 0) await conclude(live, { status: "completed", error: null });
  let { canvas } = known.chat;
  let wantsSummary = chat.summaryEnabled;
  let chatVersion = material.chatVersion ?? null;
  for (const [position, assistant] of left.entries()) {
    if (position > 0) live.append("\n\n");
    // Earlier replies may have created documents, so the loaded value is out of date for later ones.
    const hasContents = position > 0 ? undefined : known.hasContents;
    const place = task.messageIds.length + position;
    const finished = checkpoint.rounds.filter(({ assistantPosition }) => assistantPosition === place);
    if (finished.length > 0) live.steps = checkpoint.steps;
    live.plans(finished.length > 0 ? checkpoint.plan : null);
    const regeneration = await loadRegeneration(task, assistant.id);
    if (regeneration?.isContinuation && !regeneration.stopped) {
      await conclude(live, { status: "cancelled", error: null });
      break;
    }
    const model = regeneration?.model ?? known.chat.model;
    const outcome = await generateReply(
      assistant,
      { ...known, hasContents, chat: { ...known.chat, canvas, model }, comparison, regeneration },
      live,
      new Rounds(live, place, finished),
    );
    canvas = outcome.canvas;
    wantsSummary ||= outcome.hasOutgrown;
    const isVoid = live.stopping.signal.reason === "void";
    const isLast = position === left.length - 1 || outcome.isStopped;
    const ending = { status: getEndStatus(outcome), error: outcome.error };
    const used = usedBy(outcome, material, assistant, task.askedBy);
    const stored = isVoid
      ? undefined
      : await store(task, live, assistant, outcome, isLast ? ending : undefined, used);
    if (stored) {
      const { row, versions } = stored;
      chatVersion = versions.before === chatVersion ? versions.after : null;
      scheduleIndexing(chat.groupId);
      if (used) caps.recordUsage(chat.groupId, used);
      replies.push(row);
      if (isOfVisitor(chat) && chat.parentChatId)
        await visitors.countReply(chat.parentChatId, { ...outcome, text: outcome.newText });
      // A regenerated reply is not a new message, and of compared replies only the first one is pushed.
      if (!task.replaces.includes(row.id) && task.position === 0) await push.schedulePush(row.id);
    }
    if (!stored || isLast) {
      if (!live.ending) live.end(stored ? ending : { status: "cancelled", error: null });
      break;
    }
  }
  const isUnnamed = !chat.isNamedByPerson && chat.name === "New chat";
  if (chatVersion !== null && task.askedBy !== null && !isUnnamed && !wantsSummary)
    chats.rememberChat(task.askedBy, { chat, version: chatVersion });
  if (isUnnamed && (await chats.nameAfter(chat.id, message.text)) && replies.length > 0 && !chat.temp)
    await askFor("title.requested", chat.id, task.assistantIds[0]);
  const lastReply = replies.at(-1);
  if (lastReply && task.askedBy !== null && !comparison && live.ending?.status === "completed")
    await requestFollowUps(chat, lastReply.id, task.askedBy);
  if (wantsSummary && replies.length > 0) await askFor("summary.requested", chat.id, task.assistantIds[0]);
  return replies;
}

const askFor = (
  what: "summary.requested" | "title.requested",
  chatId: number,
  assistantId: number | undefined,
) =>
  background
    .emit(what, { chat_id: chatId, virtual_assistant_id: assistantId ?? null })
    .catch((error) => log.error({ err: error, what }, "background work could not be scheduled"));

const getEndStatus = ({ error, isStopped }: ReplyOutcome): RunEnd["status"] =>
  isStopped ? "cancelled" : error ? "failed" : "completed";

// Returns undefined when no model was called. Conversations with visitors are counted towards their public chat.
function usedBy(
  outcome: ReplyOutcome,
  { chat }: PlannedReplyInput,
  assistant: Assistant,
  askedBy: number | null,
): queries.Used | undefined {
  if (outcome.model === null) return undefined;
  const isVisitors = isOfVisitor(chat);
  const isFree = outcome.model === "builtin";
  return {
    groupId: chat.groupId,
    chatId: isVisitors ? (chat.parentChatId ?? chat.id) : chat.id,
    assistantId: assistant.id,
    userId: isVisitors ? 0 : (askedBy ?? 0),
    model: outcome.model,
    ...(isFree ? { inputTokens: 0, outputTokens: 0 } : countTokens({ ...outcome, text: outcome.newText })),
  };
}

// Stores a reply, and with the last one the end of the task. Returns undefined when another process owns the task by
// now.
async function store(
  task: Task,
  live: LiveRun,
  assistant: Assistant,
  outcome: ReplyOutcome,
  ending: RunEnd | undefined,
  used: queries.Used | undefined,
): ReturnType<typeof queries.storeReply> {
  if (!task.isSync) await flushChunks();
  try {
    const state = ending ?? { status: "running" as const, error: null };
    const reply = {
      text: outcome.text || (outcome.error ?? ""),
      fromVirtualAssistantId: assistant.id,
      llmTraceId: outcome.traceId,
      memoryId: outcome.memoryId,
      reasoningSteps: live.steps,
      extra: outcome.extra,
      attachments: outcome.attachments.length > 0 ? outcome.attachments : null,
    };
    const stored =
      task.replaces.length === 0
        ? await queries.storeReply(task, reply, state, used)
        : await transaction(async () => {
            await chats.lock(task.chatId);
            const { place, previous, stopped } = await takeReplaced(task, assistant.id);
            if (task.regeneration?.isContinuation && !stopped) throw new ContinuedReplyDeleted();
            const extra = stopped
              ? mergeExtra(stopped, outcome.extra)
              : { ...outcome.extra, ...(previous.length > 0 && { previous }) };
            const replaced = await queries.storeReply(task, { ...reply, extra }, state, used, place);
            if (!replaced) throw new NoLongerOurs();
            if (place !== undefined) await chats.refreshLastMessage(task.chatId);
            return replaced;
          });
    if (!stored) return undefined;
    events.notifyReaders();
    live.messageIds = [...live.messageIds, stored.row.id];
    return stored;
  } catch (error) {
    if (error instanceof ContinuedReplyDeleted) {
      await conclude(live, { status: "cancelled", error: null });
      return undefined;
    }
    const isVoid = error instanceof NoLongerOurs || (error instanceof AppError && error.kind === "not_found");
    // The chat or the question was deleted in the meantime.
    if (isVoid || getErrorCode(error) === sqlState.foreignKeyViolation) return undefined;
    throw error;
  }
}

class NoLongerOurs extends Error {}
class ContinuedReplyDeleted extends Error {}

/**
 * Clears the place of the reply that is regenerated, deletes replies that it also replaces, and collects their texts.
 * @returns the id that the new reply takes over; undefined when there is none
 */
async function takeReplaced(
  task: Task,
  assistantId: number,
): Promise<{ place?: number; previous: Record<string, unknown>[]; stopped?: queries.ReplyRow }> {
  const replaced = await queries.listRepliesByIds({ ids: task.replaces });
  const own = replaced.filter((reply) => reply.fromVirtualAssistantId === assistantId);
  const isFirst = task.assistantIds[0] === assistantId;
  const gone = isFirst
    ? replaced.filter((reply) => !task.assistantIds.includes(reply.fromVirtualAssistantId ?? 0))
    : [];
  const all = [...own, ...gone];
  const place = all[0]?.id;
  if (place === undefined) return { previous: [] };
  await dropMessages([place]);
  if (task.regeneration?.isContinuation) {
    await chats.invalidateSummary(task.chatId, place);
    return { place, previous: [], stopped: all[0] };
  }
  await queries.clearReactions({ messageId: place });
  await queries.clearRatings({ messageId: place });
  await chats.invalidateSummary(task.chatId, Math.min(...all.map(({ id }) => id)));
  const others = all.slice(1).map(({ id }) => id);
  if (others.length > 0) {
    await queries.deleteReplies({ ids: others });
    await chats.recountAfterRemoval(task.chatId);
    await events.publish(
      ...others.map((id) => ({
        chatId: task.chatId,
        kind: "message.deleted" as const,
        data: { message_id: id },
      })),
    );
  }
  return { place, previous: toPreviousAnswers(all) };
}

async function conclude(live: LiveRun, ending: RunEnd): Promise<void> {
  const { id, chatId, userMessageId, messageIds } = live;
  await queries.endTask({ id, ...ending, messageIds, steps: [] });
  await events.publish({
    chatId,
    kind: "reply.finished",
    data: { streaming_task_id: id, user_message_id: userMessageId, status: ending.status },
  });
  live.end(ending);
}
