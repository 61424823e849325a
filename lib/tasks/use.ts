import type { Viewer } from "@/lib/auth/viewer";
import { AppError, notFound } from "@/lib/errors";
import { update } from "./chats";
import { findTask } from "./queries";
import * as queries from "./queries/use";

/** Chats that one call updates: it stays short, and whoever calls can tell how far it is. */
const AT_ONCE = 20;

async function asked({ user, group }: Viewer, id: number) {
  const task = await findTask({ groupId: group.id, id });
  if (!task) throw notFound("Task");
  return { groupId: group.id, userId: user.id, taskId: id, latest: task.latestVersion };
}

/** The viewer's chats of a task, and how many others there are. @throws AppError not_found */
export async function get(viewer: Viewer, id: number) {
  const which = await asked(viewer, id);
  const [chats, counts] = await Promise.all([queries.listChats(which), queries.count(which)]);
  return { chats, ...counts };
}

/**
 * Brings some of the viewer's chats up to the latest version, each by itself.
 * @returns how many, and how many are left
 * @throws AppError not_found for the task
 */
export async function updateChats(viewer: Viewer, id: number) {
  const which = await asked(viewer, id);
  let updated = 0;
  for (const chatId of await queries.outdated({ ...which, limit: AT_ONCE }))
    if (await updateOne(viewer, chatId)) updated++;
  return { updated, left: (await queries.count(which)).outdated_count };
}

/** False when the chat was updated, deleted or taken from the viewer meanwhile. */
async function updateOne(viewer: Viewer, chatId: number): Promise<boolean> {
  try {
    return (await update(viewer, chatId)).updated;
  } catch (error) {
    if (error instanceof AppError && ["not_found", "forbidden", "conflict"].includes(error.kind))
      return false;
    throw error;
  }
}
