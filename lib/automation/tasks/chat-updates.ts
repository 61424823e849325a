import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { toSeeker } from "@/lib/identity/audiences/service";
import { findDeputy } from "@/lib/identity/auth/service";
import * as background from "@/lib/platform/background/service";
import { AppError, conflict, notFound } from "@/lib/platform/errors";
import { updateFromTask } from "./chats-from-task";
import { findTask } from "./queries";
import * as runs from "./queries/chat-updates";
import * as queries from "./queries/use";

const AT_ONCE = 20;

async function toTaskUse(viewer: Viewer, id: number) {
  const { user, group } = viewer;
  const task = await findTask({ ...toSeeker(viewer), id });
  if (!task) throw notFound("Task");
  return { groupId: group.id, userId: user.id, taskId: id, latest: task.latestVersion };
}

export async function getUse(viewer: Viewer, id: number) {
  const which = await toTaskUse(viewer, id);
  const [chats, counts, run] = await Promise.all([
    queries.listChats(which),
    queries.count(which),
    runs.findLatestUpdate(which),
  ]);
  return { chats, ...counts, update: run ? toUpdate(run) : null };
}

const toUpdate = ({ state, total, updated, startedAt }: runs.UpdateRow) => ({
  state,
  total,
  updated,
  started_at: startedAt.toISOString(),
});

/**
 * Starts a background update of the outdated chats that the viewer may change, or returns the update that is running.
 * @throws AppError not_found for the task
 */
export async function startUpdate(viewer: Viewer, id: number) {
  const which = await toTaskUse(viewer, id);
  return transaction(async () => {
    const { outdated_count: total } = await queries.count(which);
    const run = await runs.start({ taskId: id, userId: viewer.user.id, total });
    if (run && total > 0) await background.emit("task.chats-outdated", { run_id: run.runId });
    const now = run ?? (await runs.findLatestUpdate(which));
    if (!now) throw notFound("Task");
    return toUpdate(now);
  });
}

export async function cancelUpdate(viewer: Viewer, id: number) {
  const run = await runs.cancel(await toTaskUse(viewer, id));
  if (!run) throw conflict("The chats of this task are not being updated.");
  return toUpdate(run);
}

/**
 * Updates some chats of a run, each in its own transaction.
 * @returns whether more chats may remain
 */
export async function updateSome(runId: string): Promise<boolean> {
  const runningUpdate = await runs.findRunningUpdate({ runId });
  if (!runningUpdate) return false;
  const { taskId, userId, passed: after } = runningUpdate.update;
  const viewer = await findDeputy(userId, runningUpdate.groupId, "job");
  // The template may have become private since the run was started.
  const use = viewer && (await toTaskUse(viewer, taskId).catch(ignoreNotFound));
  const ids = use && (await queries.countOutdated({ ...use, after, limit: AT_ONCE }));
  if (!viewer || !ids?.length) {
    await runs.finish({ runId });
    return false;
  }
  for (const chatId of ids) {
    const isUpdated = await updateOne(viewer, chatId);
    if (!(await runs.move({ runId, passed: chatId, isUpdated }))) return false;
  }
  return true;
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof AppError && error.kind === "not_found")) throw error;
}

// Returns false when the chat was updated, deleted or withdrawn from the viewer in the meantime.
async function updateOne(viewer: Viewer, chatId: number): Promise<boolean> {
  try {
    return (await updateFromTask(viewer, chatId)).updated;
  } catch (error) {
    if (error instanceof AppError && ["not_found", "forbidden", "conflict"].includes(error.kind))
      return false;
    throw error;
  }
}
