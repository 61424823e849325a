import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { notFound } from "@/lib/platform/errors";
import * as present from "./present";
import * as queries from "./queries";

const caller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

export async function list(viewer: Viewer) {
  await chats.updateLargeMemberships(caller(viewer));
  return (await queries.listWorkspaces(caller(viewer))).map(present.toWorkspace);
}

export async function getWorkspace(viewer: Viewer, which: Reference): Promise<queries.WorkspaceRow> {
  await chats.updateLargeMemberships(caller(viewer));
  const row = await queries.findWorkspace({ ...caller(viewer), which });
  if (!row) throw notFound("Workspace");
  return row;
}

export async function create(viewer: Viewer, name: string) {
  const { userId, groupId } = caller(viewer);
  const id = await transaction(async () => {
    await assertBelowCap("folders", { groupId, userId });
    return queries.insertWorkspace({ groupId, createdBy: userId, name });
  });
  return present.toWorkspace(await getWorkspace(viewer, id));
}

async function getChangeableWorkspace(viewer: Viewer, which: Reference): Promise<queries.WorkspaceRow> {
  const found = await getWorkspace(viewer, which);
  access.authorize(viewer, "workspace.change", { isAuthor: found.createdBy === viewer.user.id });
  return found;
}

export async function rename(viewer: Viewer, which: Reference, name: string) {
  const { id } = await getChangeableWorkspace(viewer, which);
  await transaction(async () => {
    const chatIds = await queries.lockChats({ id });
    await queries.renameWorkspace({ id, groupId: viewer.group.id, name });
    await chats.publishUpdated(chatIds, "chat_workspace");
  });
  return present.toWorkspace(await getWorkspace(viewer, id));
}

/**
 * Deletes a workspace but not its chats.
 * @throws AppError not_found, forbidden
 */
export async function remove(viewer: Viewer, which: Reference) {
  const { id } = await getChangeableWorkspace(viewer, which);
  await transaction(async () => {
    const chatIds = await queries.lockChats({ id });
    await queries.deleteWorkspace({ id, groupId: viewer.group.id });
    await chats.publishUpdated(chatIds, "chat_workspace");
  });
  return { success: true as const, message: "The workspace was deleted. Its chats are kept." };
}
