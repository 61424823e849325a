import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/auth/viewer";
import * as background from "@/lib/background/service";
import * as chats from "@/lib/chats/service";
import { conflict, notFound } from "@/lib/errors";
import { log } from "@/lib/log";
import { liveRun, liveRuns } from "./live";
import * as queries from "./queries";
import { execute, run } from "./run";

export { follow, read } from "./follow";
export { run } from "./run";

type Plan = {
  id: string;
  chatId: number;
  userMessageId: number;
  assistantIds: number[];
  replaces?: number[];
};
type Material = Parameters<typeof execute>[1];

/**
 * Plans replies that the answer runs in this request, with the rows that it has
 * at hand; called in the transaction that stores the message. Should the
 * process die, another takes them up.
 * @throws AppError conflict when the message is being replied to
 */
export async function planHere(plan: Plan, material: Material): Promise<() => ReturnType<typeof execute>> {
  const task = await insert({ ...plan, ...queries.claimed(), isSync: true });
  return () => execute(task, material);
}

/**
 * Hands the replies to a message to the background engine, with the commit of
 * the transaction that it is called in. Wake the engine after that. With nobody
 * to reply the task is over at once.
 * @throws AppError conflict when the message is being replied to or the id is taken
 */
export async function planInBackground(plan: Plan): Promise<void> {
  if (plan.assistantIds.length === 0) {
    await insert({ ...plan, status: "completed", finishedAt: new Date() });
    return;
  }
  await insert(plan);
  await background.emit("reply.requested", { streaming_task_id: plan.id });
}

export const wake = () => background.wake();

async function insert(values: Parameters<typeof queries.insertTask>[0]) {
  try {
    return await queries.insertTask(values);
  } catch (error) {
    if (isTaken(error))
      throw conflict("This message is being replied to, or the streaming_task_id is in use.");
    throw error;
  }
}

const isTaken = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code === "23505" || (cause !== undefined && isTaken(cause));
};

/** Asks a run to stop: its model call ends within a second and its text so far becomes the reply. @throws AppError not_found */
export async function stop(taskId: string) {
  liveRun(taskId)?.stop("stopped");
  const status = await queries.askToStop({ id: taskId });
  if (!status) throw notFound("Streaming task");
  if (status === "queued") background.wake();
  await queries.tell([taskId]);
  const live = liveRun(taskId);
  if (live) await ended(live);
  return { success: true as const, status: live?.ending?.status ?? status };
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

/** Ends the runs of this process that have lost their chat or message; other processes notice by their heartbeat. */
export const abandonChat = (chatId: number) => abandon((live) => live.chatId === chatId);
export const abandonMessage = (messageId: number) => abandon((live) => live.userMessageId === messageId);
function abandon(isVoid: (live: NonNullable<ReturnType<typeof liveRun>>) => boolean): void {
  for (const live of liveRuns()) if (isVoid(live)) live.stop("void");
}

export const taskOf = (userMessageId: number) => queries.newestTaskOf({ userMessageId });

export async function isTaskOf(taskId: string, userMessageId: number): Promise<boolean> {
  return (await queries.findTask({ id: taskId }))?.userMessageId === userMessageId;
}

export async function messageIdsOf(taskId: string): Promise<number[]> {
  return (await queries.findTask({ id: taskId }))?.messageIds ?? [];
}

/** The runs of a chat that a reader can follow now. @throws AppError not_found */
export async function openRuns(viewer: Viewer, chat: number | string) {
  const found = await chats.chatFor(viewer, chat);
  const tasks = await queries.openTasksOf({ chatId: found.chat.id });
  return tasks.map((task) => ({
    streaming_task_id: task.id,
    user_message_id: task.userMessageId,
    virtual_assistant_ids: task.assistantIds,
  }));
}

/** Waits until a task is over, running it here when nobody does. */
export async function finished(taskId: string): Promise<void> {
  for (;;) {
    await run(taskId);
    const live = liveRun(taskId);
    if (live) await ended(live);
    const task = await queries.findTask({ id: taskId });
    if (!task || !["queued", "running"].includes(task.status)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Hands runs that their process left behind to the background engine. Called at start and every few seconds. */
export async function reapOrphans(): Promise<void> {
  const tasks = await queries.freeTasks({ limit: 100 });
  if (tasks.length === 0) return;
  log.info({ tasks: tasks.length }, "taking up replies that were left behind");
  await transaction(async () => {
    for (const { id } of tasks) await background.emit("reply.requested", { streaming_task_id: id });
  });
  background.wake();
}

export const sweep = () => queries.deleteOldTasks();
