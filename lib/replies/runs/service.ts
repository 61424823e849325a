import { randomUUID } from "node:crypto";
import type { StoredRegeneration } from "@/db/schema/messages";
import { runAfterCommit, transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { onRemoved } from "@/lib/chat/events/service";
import * as messages from "@/lib/chat/messages/service";
import * as background from "@/lib/platform/background/service";
import { conflict, getErrorCode, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { sqlState } from "@/lib/platform/sql-state";
import { recordRun } from "@/lib/platform/telemetry/runs";
import { type ComparisonPlace, getComparisonPlace } from "./comparison-place";
import { execute, run } from "./execute-run";
import { findLiveRun, listLiveRuns } from "./live-runs";
import * as queries from "./queries";
import * as claims from "./queries/claims";
import * as stream from "./queries/stream";
import { decideComparison } from "./store-result";

export * as compaction from "./compaction";
export { run } from "./execute-run";
export { generateFollowUps } from "./follow-ups";
export { listLiveRuns } from "./live-runs";
export { measureNextContext } from "./next-context";
export type { StreamState } from "./read-stream";
export { follow, read } from "./read-stream";
export { buildReplyContextQuery } from "./reply-context";
export { type Conversation, type ReplyResult, replyWithoutChat } from "./reply-without-chat";
export { pause, resume, steer } from "./steering";
export { streamWithoutChat } from "./stream-without-chat";
export { extendSummary } from "./summary";
export { generateTitle } from "./title";

type ExecutionInput = Parameters<typeof execute>[1];
export type NewTask = ReturnType<typeof taskOfReplies>;
type Planned = NewTask & {
  chatId: number;
  userMessageId: number;
  replaces: number[];
  regeneration?: StoredRegeneration | null;
  comparison?: ComparisonPlace;
};

function taskOfReplies(id: string, askedBy: number | null, assistantIds: number[], isSync: boolean) {
  const common = { id, askedBy, assistantIds, isSync, finishedAt: null };
  const nobodys = { owner: null, attempt: 0, heartbeatAt: null };
  if (assistantIds.length === 0)
    return { ...common, ...nobodys, status: "completed" as const, finishedAt: new Date() };
  if (isSync || background.isHere()) return { ...common, ...claims.claimColumns() };
  return { ...common, ...nobodys, status: "queued" as const };
}

/**
 * Creates the reply run of a message, to be stored with it and then started with `startHere` or `startInBackground`.
 * This process owns the run from the beginning when the request waits for it or when background work runs here.
 * Without assistants, an asynchronous run is completed immediately, and for a synchronous one the result is undefined.
 * @param askedBy determines the audience together with the chat's readers; null for a person outside the group
 */
export const createTask = (
  askedBy: number | null,
  assistantIds: number[],
  isSync: boolean,
  id: string = randomUUID(),
): NewTask | undefined =>
  isSync && assistantIds.length === 0 ? undefined : taskOfReplies(id, askedBy, assistantIds, isSync);

/**
 * Stores a run that replies to an earlier message again.
 * @param check throws if the run is no longer wanted. The chat can't change after it
 * @throws AppError conflict when a reply is in progress or the id is taken
 */
export async function planRegeneration(task: Planned, check?: () => Promise<void>): Promise<Planned> {
  try {
    await transaction(async () => {
      await chats.lock(task.chatId);
      await check?.();
      const { comparison, ...values } = task;
      // The unique index covers only runs at the same position.
      if (!comparison && (await messages.areAnswered(task.chatId, [task.userMessageId])))
        throw beingAnswered();
      await queries.insertTask({ ...values, ...comparison });
      await events.publish({
        chatId: task.chatId,
        kind: "reply.started",
        data: {
          streaming_task_id: task.id,
          user_message_id: task.userMessageId,
          virtual_assistant_ids: task.assistantIds,
          ...(comparison && { comparison }),
        },
      });
    });
    return task;
  } catch (error) {
    // Unique indexes allow one run per message and position, and one task per id.
    if (getErrorCode(error) === sqlState.uniqueViolation) throw beingAnswered();
    throw error;
  }
}

const beingAnswered = () => conflict("This message is being replied to, or the streaming_task_id is in use.");

/**
 * Runs a stored task within this request, using rows that are already loaded. If another process has taken over the
 * task because this process seemed dead, waits for the result of that process.
 */
export async function startHere(task: Planned, material: ExecutionInput): ReturnType<typeof execute> {
  const stored = await execute(fromTheStart(task), material);
  if (stored.length === task.assistantIds.length) return stored;
  await waitUntilFinished(task.id);
  return queries.listRepliesByIds({ ids: await getMessageIds(task.id) });
}

/**
 * Starts a stored task without waiting: in this process if it owns the task, otherwise as a background job.
 * `resumeOrphans` recovers tasks that are lost on the way.
 */
export async function startInBackground(task: Planned, material: ExecutionInput): Promise<void> {
  if (task.owner === null) return background.emit("reply.requested", { streaming_task_id: task.id });
  const replied = async () => {
    await execute(fromTheStart(task), material);
    return "completed";
  };
  runAfterCommit(() => inBackground(task.id, recordRun("reply", replied)));
}

const inBackground = (id: string, work: Promise<unknown>): void =>
  void background
    .trackWork(work)
    .catch((error) => log.warn({ err: error, task: id }, "a reply was interrupted"));

const fromTheStart = ({ comparison, regeneration = null, ...task }: Planned) => ({
  ...task,
  regeneration,
  model: comparison?.model ?? null,
  position: comparison?.position ?? 0,
  startIdx: 0,
  messageIds: [],
  isStopAsked: false,
});

/**
 * Requests a stop. The model call ends within a second, and its text so far becomes the reply.
 * @throws AppError not_found
 */
export async function stop(taskId: string) {
  const status = await halt(taskId);
  if (!status) throw notFound("Streaming task");
  return { success: true as const, status };
}

export async function stopIn(chatId: number): Promise<void> {
  const tasks = await queries.listOpenTasks({ chatId });
  await Promise.all(tasks.map(({ id }) => halt(id)));
}

/**
 * Chooses one of the compared replies. Stops those still being written first, so that their usage is recorded.
 * @throws AppError conflict
 */
export async function chooseReply(
  chat: { id: number; groupId: string },
  reply: { id: number; replyingToId: number | null },
) {
  const open = await queries.listOpenTasks({ chatId: chat.id });
  const beside = open.filter(({ userMessageId }) => userMessageId === reply.replyingToId);
  await Promise.all(beside.map(({ id }) => halt(id)));
  await decideComparison(chat, reply.id);
}

export async function stopRuns(whose: { groupId: string } | { userId: number }): Promise<void> {
  const tasks = await queries.openTasksBy(whose);
  await Promise.all(tasks.map(({ id }) => halt(id)));
}

async function halt(taskId: string) {
  const stopped = findLiveRun(taskId);
  stopped?.stop("stopped");
  const before = await queries.findTask({ id: taskId });
  if (!before) return undefined;
  await queries.askToStop({ id: taskId });
  if (before.isPauseAsked) await background.emit("reply.requested", { streaming_task_id: taskId });
  else if (before.status === "queued") background.wakeEngine();
  await stream.notifyTasks([taskId]);
  const live = stopped ?? findLiveRun(taskId);
  if (live) await ended(live);
  return live?.ending?.status ?? before.status;
}

const ended = (live: NonNullable<ReturnType<typeof findLiveRun>>) =>
  new Promise<void>((resolve) => {
    const done = () => {
      if (!live.ending) return;
      clearTimeout(timer);
      unlisten();
      resolve();
    };
    const unlisten = live.listen(done);
    const timer = setTimeout(() => {
      unlisten();
      resolve();
    }, 1000);
    done();
  });

/** Ends runs of this process whose chat or message was deleted. Other processes notice at their next heartbeat. */
onRemoved((what) => {
  for (const live of listLiveRuns())
    if ("chatId" in what ? live.chatId === what.chatId : live.userMessageId === what.messageId)
      live.stop("void");
});

export const findTaskOfMessage = (userMessageId: number) => queries.findNewestTask({ userMessageId });

export async function isTaskOfMessage(taskId: string, userMessageId: number): Promise<boolean> {
  return (await queries.findTask({ id: taskId }))?.userMessageId === userMessageId;
}

export async function getMessageIds(taskId: string): Promise<number[]> {
  return (await queries.findTask({ id: taskId }))?.messageIds ?? [];
}

export const openRuns = async (viewer: Viewer, chat: number | string) =>
  listRunsInChat((await chats.getChatFor(viewer, chat)).chat.id);

export async function listRunsInChat(chatId: number) {
  const tasks = await queries.listOpenTasks({ chatId });
  return tasks.map((task) => ({
    streaming_task_id: task.id,
    user_message_id: task.userMessageId,
    virtual_assistant_ids: task.assistantIds,
    comparison: getComparisonPlace(task) ?? null,
  }));
}

export async function waitUntilFinished(taskId: string): Promise<void> {
  for (;;) {
    await run(taskId);
    const live = findLiveRun(taskId);
    if (live) await ended(live);
    const task = await queries.findTask({ id: taskId });
    if (!task || !queries.isOpen(task)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Resumes runs without a live owner, called at start and every few seconds: as background jobs, or in this process
 * when the job server is remote and may be unavailable.
 * @param isAwaited whether the caller waits for the runs with `background.workDone`
 */
export async function resumeOrphans({ isAwaited = false } = {}): Promise<void> {
  const tasks = await claims.listFreeTasks({ limit: 100 });
  if (tasks.length === 0) return;
  log.info({ tasks: tasks.length }, "resuming orphaned replies");
  if (background.isElsewhere() && (isAwaited || !background.isServerless())) {
    for (const { id } of tasks) inBackground(id, run(id));
    return;
  }
  await transaction(async () => {
    for (const { id } of tasks) await background.emit("reply.requested", { streaming_task_id: id });
  });
}

export const sweep = () => queries.deleteOldTasks();
