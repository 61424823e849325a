import type { Viewer } from "@/lib/api/actor";
import { can } from "@/lib/identity/access/service";
import type { UsableBy } from "@/lib/identity/audiences/settings";
import { forbidden } from "@/lib/platform/errors";
import type { MembersCreate } from "./operations";
import * as queries from "./queries";

/** Returns what the viewer may create: `own` things that only they see, or `shared` ones too. */
export async function getCreationRight(viewer: Viewer): Promise<MembersCreate> {
  if (can(viewer, "shared-things.manage")) return "shared";
  return queries.findMembersCreate({ groupId: viewer.group.id });
}

/**
 * Returns the audience of a new document or collection: the given one, or the widest that the viewer may choose.
 * @throws AppError forbidden
 */
export async function resolveAudience(viewer: Viewer, given: UsableBy | undefined): Promise<UsableBy> {
  const usableBy = given ?? ((await getLibraryRight(viewer)) === "own" ? "creator" : "group");
  await authorizeLibrary(viewer, { isShared: usableBy !== "creator" });
  return usableBy;
}

async function getLibraryRight(viewer: Viewer): Promise<MembersCreate> {
  if (can(viewer, "shared-things.manage")) return "shared";
  return queries.findMembersAddDocuments({ groupId: viewer.group.id });
}

/**
 * Checks that the viewer may add a document or collection to the library, or share one.
 * @throws AppError forbidden
 */
export async function authorizeLibrary(viewer: Viewer, { isShared }: { isShared: boolean }): Promise<void> {
  const right = await getLibraryRight(viewer);
  if (right === "nothing")
    throw forbidden("Only owners and admins of this group may add documents and collections to the library.");
  if (right === "own" && isShared)
    throw forbidden("Members of this group may add documents and collections for themselves only.");
}

/**
 * Checks that the viewer may create an assistant or prompt, or share one.
 * @throws AppError forbidden
 */
export async function authorizeCreation(viewer: Viewer, { isShared }: { isShared: boolean }): Promise<void> {
  const right = await getCreationRight(viewer);
  if (right === "nothing")
    throw forbidden("Only owners and admins of this group may create assistants and prompts.");
  if (right === "own" && isShared)
    throw forbidden("Members of this group may create assistants and prompts for themselves only.");
}
