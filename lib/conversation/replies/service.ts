import { randomUUID } from "node:crypto";
import { afterCommit, transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { onRemoved } from "@/lib/chat/events/service";
import * as messages from "@/lib/chat/messages/service";
import * as background from "@/lib/platform/background/service";
import { codeOf, conflict, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { sqlState } from "@/lib/platform/sql-state";
import { watchedRun } from "@/lib/platform/telemetry/runs";
import { type Place, placeOf } from "./comparison";
import { keep } from "./keep";
import { liveRun, liveRuns } from "./live";
import * as queries from "./queries";
import * as claims from "./queries/claims";
import * as stream from "./queries/stream";
import { execute, run } from "./run";

export type { StreamState } from "./follow";
export { follow, read } from "./follow";
export { liveRuns } from "./live";
export { readAlong } from "./material";
export { type Conversation, replyWithoutChat, type Said } from "./reply-without-chat";
export { run } from "./run";
export { pause, resume, steer } from "./steering";
export { summarisePiece } from "./summary";
export { giveTitle } from "./title";

type Material = Parameters<typeof execute>[1];
export type NewTask = ReturnType<typeof taskOfReplies>;
/** A task as it is stored. */
type Planned = NewTask & {
  chatId: number;
  userMessageId: number;
  replaces: number[];
  /** One of several runs that answer a message side by side. */
  comparison?: Place;
};

function taskOfReplies(id: string, askedBy: number | null, assistantIds: number[], isSync: boolean) {
  const common = { id, askedBy, assistantIds, isSync, finishedAt: null };
  const nobodys = { owner: null, attempt: 0, heartbeatAt: null };
  if (assistantIds.length === 0)
    return { ...common, ...nobodys, status: "completed" as const, finishedAt: new Date() };
  if (isSync || background.isHere()) return { ...common, ...claims.claimed() };
  return { ...common, ...nobodys, status: "queued" as const };
}

/**
 * The run of the replies to a message, to be stored with it; `startHere` or
 * `startInBackground` is to follow. It belongs to this process at once where
 * the request waits for it or this process does the background work. With
 * nobody to reply an asynchronous one is over at once, and a synchronous one
 * is not needed.
 * @param askedBy whose eyes the replies have, with those of all who read the chat; null for one who is not of the group
 */
export const newTask = (
  askedBy: number | null,
  assistantIds: number[],
  isSync: boolean,
  id: string = randomUUID(),
): NewTask | undefined =>
  isSync && assistantIds.length === 0 ? undefined : taskOfReplies(id, askedBy, assistantIds, isSync);

/** Stores the run of new replies to an earlier message. @throws AppError conflict when it is being replied to or the id is taken */
export async function planAgain(task: Planned): Promise<Planned> {
  try {
    await transaction(async () => {
      const { comparison, ...values } = task;
      // The index knows of runs at the same place only.
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
    // 23505: a unique index; one run at a time for a message, one task for an id.
    if (codeOf(error) === sqlState.uniqueViolation) throw beingAnswered();
    throw error;
  }
}

const beingAnswered = () => conflict("This message is being replied to, or the streaming_task_id is in use.");

/**
 * Runs the replies of a stored task in this request, with the rows that it has
 * at hand. Should the process die, another takes them up; should another have
 * taken it for dead, what that one makes is waited for.
 */
export async function startHere(task: Planned, material: Material): ReturnType<typeof execute> {
  const stored = await execute(fromTheStart(task), material);
  if (stored.length === task.assistantIds.length) return stored;
  await finished(task.id);
  return queries.repliesByIds({ ids: await messageIdsOf(task.id) });
}

/**
 * Begins the replies of a stored task that no request waits for: in this
 * process, with the rows that it has at hand, when the task is this process's;
 * else the background engine runs it. Should either come to nothing,
 * `reapOrphans` finds the task.
 */
export async function startInBackground(task: Planned, material: Material): Promise<void> {
  if (task.owner === null) return background.emit("reply.requested", { streaming_task_id: task.id });
  const replied = async () => {
    await execute(fromTheStart(task), material);
    return "completed";
  };
  afterCommit(() => inBackground(task.id, watchedRun("reply", replied)));
}

const inBackground = (id: string, work: Promise<unknown>): void =>
  void background
    .during(work)
    .catch((error) => log.warn({ err: error, task: id }, "a reply was interrupted"));

const fromTheStart = ({ comparison, ...task }: Planned) => ({
  ...task,
  model: comparison?.model ?? null,
  position: comparison?.position ?? 0,
  startIdx: 0,
  messageIds: [],
  isStopAsked: false,
});

/** Asks a run to stop: its model call ends within a second and its text so far becomes the reply. @throws AppError not_found */
export async function stop(taskId: string) {
  const status = await halt(taskId);
  if (!status) throw notFound("Streaming task");
  return { success: true as const, status };
}

/** Asks all runs of a chat to stop, as `stop` does. */
export async function stopIn(chatId: number): Promise<void> {
  const tasks = await queries.openTasksOf({ chatId });
  await Promise.all(tasks.map(({ id }) => halt(id)));
}

/**
 * Continues with one of the replies that are compared. What is still being written is stopped first, so that it is
 * counted.
 * @throws AppError conflict
 */
export async function keepReply(
  chat: { id: number; groupId: string },
  reply: { id: number; replyingToId: number | null },
) {
  const open = await queries.openTasksOf({ chatId: chat.id });
  const beside = open.filter(({ userMessageId }) => userMessageId === reply.replyingToId);
  await Promise.all(beside.map(({ id }) => halt(id)));
  await keep(chat, reply.id);
}

/** Asks all runs of a group to stop, or those that a person asked for. */
export async function stopAllOf(whose: { groupId: string } | { userId: number }): Promise<void> {
  const tasks = await queries.openTasksBy(whose);
  await Promise.all(tasks.map(({ id }) => halt(id)));
}

/** Answers what became of the run; undefined when there is none. */
async function halt(taskId: string) {
  const stopped = liveRun(taskId);
  stopped?.stop("stopped");
  const before = await queries.findTask({ id: taskId });
  if (!before) return undefined;
  await queries.askToStop({ id: taskId });
  if (before.isPauseAsked) await background.emit("reply.requested", { streaming_task_id: taskId });
  else if (before.status === "queued") background.wake();
  await stream.tell([taskId]);
  const live = stopped ?? liveRun(taskId);
  if (live) await ended(live);
  return live?.ending?.status ?? before.status;
}

const ended = (live: NonNullable<ReturnType<typeof liveRun>>) =>
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

/** Runs of this process end when they have lost their chat or message; other processes notice by their heartbeat. */
onRemoved((what) => {
  for (const live of liveRuns())
    if ("chatId" in what ? live.chatId === what.chatId : live.userMessageId === what.messageId)
      live.stop("void");
});

export const taskOf = (userMessageId: number) => queries.newestTaskOf({ userMessageId });

export async function isTaskOf(taskId: string, userMessageId: number): Promise<boolean> {
  return (await queries.findTask({ id: taskId }))?.userMessageId === userMessageId;
}

export async function messageIdsOf(taskId: string): Promise<number[]> {
  return (await queries.findTask({ id: taskId }))?.messageIds ?? [];
}

/** The runs of a chat that a reader can follow now. @throws AppError not_found */
export const openRuns = async (viewer: Viewer, chat: number | string) =>
  runsIn((await chats.chatFor(viewer, chat)).chat.id);

/** As `openRuns`, for those who are known to read the chat. */
export async function runsIn(chatId: number) {
  const tasks = await queries.openTasksOf({ chatId });
  return tasks.map((task) => ({
    streaming_task_id: task.id,
    user_message_id: task.userMessageId,
    virtual_assistant_ids: task.assistantIds,
    comparison: placeOf(task) ?? null,
  }));
}

/** Waits until a task is over, running it here when nobody does. */
export async function finished(taskId: string): Promise<void> {
  for (;;) {
    await run(taskId);
    const live = liveRun(taskId);
    if (live) await ended(live);
    const task = await queries.findTask({ id: taskId });
    if (!task || !queries.isOpen(task)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Takes up runs that their process left behind or that nobody has begun: by
 * the background engine, or here when that is another server, so that replies
 * do not wait for one that is away. Called at start and every few seconds.
 * @param isAwaited The caller waits until they have ended (`background.workDone`)
 */
export async function reapOrphans({ isAwaited = false } = {}): Promise<void> {
  const tasks = await claims.freeTasks({ limit: 100 });
  if (tasks.length === 0) return;
  log.info({ tasks: tasks.length }, "resuming orphaned replies");
  if (background.isElsewhere() && (isAwaited || !background.mayRest())) {
    for (const { id } of tasks) inBackground(id, run(id));
    return;
  }
  await transaction(async () => {
    for (const { id } of tasks) await background.emit("reply.requested", { streaming_task_id: id });
  });
}

export const sweep = () => queries.deleteOldTasks();
