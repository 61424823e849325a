import type { Viewer } from "@/lib/auth/viewer";
import { forbidden, notFound } from "@/lib/errors";

/**
 * Credentials are for one group. Any other group, also another one of the same
 * person, does not exist for them.
 * @throws AppError not_found
 */
export function requireOwnGroup({ group }: Viewer, groupId: string): { groupId: string } {
  if (group.id !== groupId) throw notFound("Group");
  return { groupId };
}

/** The same, for owners and admins. @throws AppError not_found, forbidden */
export function requireManager(viewer: Viewer, groupId: string): { groupId: string } {
  const own = requireOwnGroup(viewer, groupId);
  if (viewer.group.role === "member") throw forbidden("Only owners and admins of the group may do this.");
  return own;
}

/** The same, for owners. @throws AppError not_found, forbidden */
export function requireOwner(viewer: Viewer, groupId: string): { groupId: string } {
  const own = requireOwnGroup(viewer, groupId);
  if (viewer.group.role !== "owner") throw forbidden("Only owners of the group may do this.");
  return own;
}
