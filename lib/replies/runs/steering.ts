import type { Viewer } from "@/lib/api/actor";
import * as background from "@/lib/platform/background/service";
import { conflict, forbidden } from "@/lib/platform/errors";
import { findLiveRun } from "./live-runs";
import { isOpen } from "./queries";
import * as rounds from "./queries/checkpoints";
import * as stream from "./queries/stream";
import { getTaskFor, type Pause, read } from "./read-stream";

const over = () => conflict("This reply is finished. Send a message instead.");
const tooMany = () =>
  conflict(
    `${rounds.MAX_WAITING_MESSAGES} messages are waiting for the next step of this reply. Try again after it.`,
  );

/**
 * Pauses a run after its current agent step. A paused run has no owner and survives restarts until `resume` or
 * `stop`.
 * @throws AppError not_found; conflict when it has ended or a request waits for it
 */
export async function pause(viewer: Viewer, taskId: string) {
  const { isSync } = await getTaskFor(viewer, taskId);
  if (isSync) throw conflict("A request is waiting for this reply, so it can't be paused.");
  if (!(await rounds.setPause({ taskId, isAsked: true }))) throw over();
  findLiveRun(taskId)?.pauses(true);
  return notifyReaders(viewer, taskId);
}

export async function resume(viewer: Viewer, taskId: string) {
  await getTaskFor(viewer, taskId);
  if (!(await rounds.setPause({ taskId, isAsked: false }))) throw over();
  findLiveRun(taskId)?.pauses(false);
  await background.emit("reply.requested", { streaming_task_id: taskId });
  return notifyReaders(viewer, taskId);
}

async function notifyReaders(
  viewer: Viewer,
  taskId: string,
): Promise<{ success: true; pause: Pause | null }> {
  await stream.notifyTasks([taskId]);
  const { pause } = await read(viewer, taskId);
  return { success: true, pause };
}

/**
 * Adds a direction, which the model receives after the current agent step.
 * @throws AppError not_found; forbidden unless the viewer asked, because the reply acts for that person; conflict
 * when it has ended or too many directions are pending
 */
export async function steer(viewer: Viewer, taskId: string, text: string) {
  const { askedBy } = await getTaskFor(viewer, taskId);
  if (askedBy !== viewer.user.id) throw forbidden("Only the person who asked can steer this reply.");
  const direction = await rounds.addDirection({ taskId, userId: viewer.user.id, text });
  if (!direction) throw isOpen(await getTaskFor(viewer, taskId)) ? tooMany() : over();
  const live = findLiveRun(taskId);
  if (live) live.hasDirections = true;
  return { id: direction.id, text, created_at: direction.createdAt.toISOString() };
}
