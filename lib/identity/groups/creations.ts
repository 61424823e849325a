import type { Viewer } from "@/lib/api/actor";
import { can } from "@/lib/identity/access/service";
import { forbidden } from "@/lib/platform/errors";
import type { MembersCreate } from "./operations";
import * as queries from "./queries";

/** Returns what the viewer may create: `own` things that only they see, or `shared` ones too. */
export async function getCreationRight(viewer: Viewer): Promise<MembersCreate> {
  if (can(viewer, "shared-things.manage")) return "shared";
  return queries.findMembersCreate({ groupId: viewer.group.id });
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
