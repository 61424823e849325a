import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import { assertAudience, isWider } from "@/lib/identity/audiences/service";
import type { UsableBy } from "@/lib/identity/audiences/settings";
import { authorizeLibrary, resolveAudience } from "@/lib/identity/groups/service";
import { updateDocumentKinds } from "@/lib/llm/indexing/service";
import { conflict, invalid } from "@/lib/platform/errors";
import { deleteDocuments } from "./queries";
import * as queries from "./queries/audience";

export type Audience = { usableBy: UsableBy; userIds: number[] };
export type AudienceInput = { usable_by?: UsableBy; user_ids?: number[] };
type AudienceChange = AudienceInput & { chat_workspace_id?: null };
type OwnedDocument = Audience & {
  place: string;
  createdBy: number | null;
  chatWorkspaceId: number | null;
};

/**
 * Returns the audience of a new document of the library.
 * @throws AppError forbidden; InvalidInput for people outside of the group
 */
export async function assertNewAudience(viewer: Viewer, given: AudienceInput): Promise<Audience> {
  if (given.user_ids !== undefined && given.usable_by !== "people")
    throw invalid(["body", "usable_by"], "Must be people when people are named.");
  const usableBy = await resolveAudience(viewer, given.usable_by);
  return assertAudience(viewer, given, { createdBy: viewer.user.id, usableBy, userIds: [] });
}

/** @throws InvalidInput when an audience is given for documents of a chat or a project */
export function assertNoAudience({ usable_by, user_ids }: AudienceInput): void {
  if (usable_by !== undefined || user_ids !== undefined)
    throw invalid(["body", "usable_by"], "The members of a chat or project read its documents.");
}

/**
 * Returns the audience of a document after a change, or undefined when the change leaves it.
 * @throws AppError forbidden, conflict for a document of a chat or project; InvalidInput
 */
export async function resolveChange(
  viewer: Viewer,
  before: OwnedDocument,
  change: AudienceChange,
): Promise<Audience | undefined> {
  const isMoved = change.chat_workspace_id === null && before.chatWorkspaceId !== null;
  if (change.usable_by === undefined && change.user_ids === undefined && !isMoved) return undefined;
  if (before.place === "chat")
    throw conflict("The members of the chat read this document. Copy it to the library first.");
  if (isMoved) {
    const usableBy = await resolveAudience(viewer, change.usable_by);
    // Nobody but the person who added a file may make it private, as for documents that others can read.
    return assertAudience(
      viewer,
      { ...change, usable_by: usableBy },
      { createdBy: before.createdBy, usableBy: "group", userIds: [] },
    );
  }
  if (before.chatWorkspaceId !== null)
    throw conflict("The members of the project read this document. Move it to the library first.");
  const audience = await assertAudience(viewer, change, before);
  if (isWider(audience, before)) await authorizeLibrary(viewer, { isShared: true });
  return audience;
}

/**
 * Sets who reads documents of the library, with the members of archives, and moves files of projects there.
 * @param audience `createdBy`: their new creator
 */
export async function setAudience(
  groupId: string,
  ids: number[],
  audience: Audience & { createdBy?: number | null },
): Promise<void> {
  if (ids.length === 0) return;
  await transaction(async () => {
    const all = await queries.lockWithMembers({ groupId, ids });
    await queries.updateAudience({ ids: all, values: { ...audience, chatWorkspaceId: null } });
    if (audience.usableBy !== "group") await queries.deletePublications({ ids: all });
    await updateDocumentKinds(all);
  });
}

/**
 * Deletes a person's private documents in all groups, in the transaction that deletes their account. Returns the stored
 * files without any remaining document, which the caller deletes after the transaction.
 */
export async function removePrivate(userId: number): Promise<string[]> {
  const keys: string[] = [];
  const rows = await queries.listPrivate({ userId });
  for (const groupId of new Set(rows.map((row) => row.groupId))) {
    const ids = rows.filter((row) => row.groupId === groupId).map(({ id }) => id);
    keys.push(...(await deleteDocuments({ groupId, ids })));
  }
  return uncountUnreferencedFiles(keys);
}
