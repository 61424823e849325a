import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import * as access from "@/lib/identity/access/service";
import { assertAudience, recordAudienceChange, toSeeker } from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { notFound } from "@/lib/platform/errors";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import { deleteFile } from "@/lib/platform/storage/service";
import type { ChatWorkspaceCreate, ChatWorkspaceUpdate } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

type WorkspaceInput = z.output<typeof ChatWorkspaceCreate>;
type WorkspaceChange = z.output<typeof ChatWorkspaceUpdate>;

const caller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });
const relation = ({ user }: Viewer, { createdBy }: queries.WorkspaceRow) => ({
  isAuthor: createdBy === user.id,
});

export async function list(viewer: Viewer) {
  await chats.updateLargeMemberships(caller(viewer));
  return (await queries.listWorkspaces(toSeeker(viewer))).map(present.toWorkspace);
}

/** Returns a workspace into which the viewer may put chats. A chat inside of it shows it, but is not enough. */
export async function getUsableWorkspace(viewer: Viewer, which: Reference): Promise<queries.WorkspaceRow> {
  const row = await getWorkspace(viewer, which);
  if (!row.canUse) throw notFound("Workspace");
  return row;
}

export async function getWorkspace(viewer: Viewer, which: Reference): Promise<queries.WorkspaceRow> {
  await chats.updateLargeMemberships(caller(viewer));
  const row = await queries.findWorkspace({ ...toSeeker(viewer), which });
  if (!row) throw notFound("Workspace");
  return row;
}

export async function get(viewer: Viewer, which: Reference) {
  const row = await getWorkspace(viewer, which);
  const details = await queries.loadDetails({ id: row.id, ...caller(viewer) });
  if (!details) throw notFound("Workspace");
  const canChange = access.can(viewer, "workspace.change", relation(viewer, row));
  return present.toWorkspaceDetail(row, details, canChange);
}

/** @throws AppError not_found for an assistant, forbidden for a model; InvalidInput */
export async function create(viewer: Viewer, input: WorkspaceInput) {
  const { userId, groupId } = caller(viewer);
  const usableBy = input.usable_by ?? "group";
  await assertUsableParts(viewer, input, { createdBy: userId, usableBy, userIds: [] });
  const id = await transaction(async () => {
    await assertBelowCap("folders", { groupId, userId });
    const id = await queries.insertWorkspace({
      ...toColumns(input),
      usableBy,
      name: input.name,
      groupId,
      createdBy: userId,
    });
    await putCollections(viewer, id, input.collection_ids);
    return id;
  });
  return get(viewer, id);
}

type ImportedWorkspace = Pick<WorkspaceInput, "name" | "description" | "instructions"> & { key: string };

export const isImported = async (viewer: Viewer, key: string): Promise<boolean> =>
  (await queries.findImported({ ...caller(viewer), key })) !== undefined;

/**
 * Creates a private workspace for a project of another product, unless it was imported before, inside a transaction.
 * @throws AppError conflict when there are too many
 */
export async function createImported(
  viewer: Viewer,
  { key, ...input }: ImportedWorkspace,
): Promise<{ id: number; isNew: boolean }> {
  const who = caller(viewer);
  const id = await queries.findImported({ ...who, key });
  if (id !== undefined) return { id, isNew: false };
  await assertBelowCap("folders", who);
  const owner = { groupId: who.groupId, createdBy: who.userId, usableBy: "creator" as const };
  const inserted = await queries.insertImported({ ...input, ...owner, importKey: key });
  if (inserted !== undefined) return { id: inserted, isNew: true };
  return { id: (await queries.findImported({ ...who, key }))!, isNew: false };
}

async function getChangeableWorkspace(viewer: Viewer, which: Reference): Promise<queries.WorkspaceRow> {
  const found = await getWorkspace(viewer, which);
  access.authorize(viewer, "workspace.change", relation(viewer, found));
  return found;
}

/** @throws AppError not_found, forbidden; InvalidInput */
export async function update(viewer: Viewer, which: Reference, change: WorkspaceChange) {
  const before = await getChangeableWorkspace(viewer, which);
  const { id } = before;
  await assertUsableParts(viewer, change, before);
  await transaction(async () => {
    const isRenamed = change.name !== undefined && change.name !== before.name;
    const chatIds = isRenamed ? await queries.lockChats({ id }) : [];
    const key = { id, groupId: viewer.group.id };
    if (!(await queries.updateWorkspace({ ...key, values: toColumns(change) }))) throw notFound("Workspace");
    await putCollections(viewer, id, change.collection_ids);
    await recordAudienceChange(viewer, before, change);
    await chats.publishUpdated(chatIds, "chat_workspace");
  });
  known.forget(viewer.group.id, id);
  return get(viewer, id);
}

const toColumns = (change: WorkspaceChange) => ({
  name: change.name,
  description: change.description,
  instructions: change.instructions,
  virtualAssistantId: change.virtual_assistant_id,
  model: change.model,
  icon: change.icon,
  color: change.color,
  isArchived: change.is_archived,
  usableBy: change.usable_by,
  userIds: change.user_ids,
});

async function assertUsableParts(
  viewer: Viewer,
  { virtual_assistant_id, model, ...change }: WorkspaceChange,
  before: Pick<queries.WorkspaceRow, "createdBy" | "usableBy" | "userIds"> & Partial<queries.WorkspaceRow>,
): Promise<void> {
  await assertAudience(viewer, change, before);
  if (virtual_assistant_id != null && virtual_assistant_id !== before.virtualAssistantId)
    await assistants.assertAssistant(viewer, virtual_assistant_id);
  if (model !== before.model) await assertUsable(viewer, [model]);
}

async function putCollections(viewer: Viewer, id: number, ids: number[] | undefined): Promise<void> {
  if (!ids) return;
  await assistants.assertKnowledge(viewer, { collection_ids: ids });
  await queries.replaceCollections({ ...caller(viewer), id, collectionIds: ids });
}

const known = createCachedRead("workspace", (groupId: string, id: number) =>
  queries.findForReply({ groupId, id }),
);

/** Returns what replies in the chats of a workspace follow and know. */
export const findForReply = (groupId: string, id: number) => known.get(groupId, id);

export const forgetForReply = (groupId: string, id: number): void => known.forget(groupId, id);

/**
 * Deletes a workspace with its files, but not its chats.
 * @throws AppError not_found, forbidden
 */
export async function remove(viewer: Viewer, which: Reference) {
  const { id, name, usableBy } = await getChangeableWorkspace(viewer, which);
  const files = await transaction(async () => {
    // Admins read the audit log, and nobody but the creator knows of a private project.
    if (usableBy !== "creator") await audit.recordBy(viewer, "project_deleted", { name });
    return removeWithoutChats({ id, groupId: viewer.group.id });
  });
  await Promise.all(files.map(deleteFile));
  return { success: true as const, message: "The workspace was deleted. Its chats are kept." };
}

/**
 * Deletes a person's private workspaces in all groups, in the transaction that deletes their account. Returns the
 * stored files without any remaining document, which the caller deletes after the transaction.
 */
export async function removePrivate(userId: number): Promise<string[]> {
  const files: string[] = [];
  for (const key of await queries.listPrivate({ userId })) files.push(...(await removeWithoutChats(key)));
  return files;
}

async function removeWithoutChats({ id, groupId }: { id: number; groupId: string }): Promise<string[]> {
  const chatIds = await queries.lockChats({ id });
  const keys = await queries.deleteFiles({ id, groupId });
  await queries.deleteWorkspace({ id, groupId });
  await chats.publishUpdated(chatIds, "chat_workspace");
  known.forget(groupId, id);
  return uncountUnreferencedFiles(keys);
}
