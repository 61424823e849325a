import type { Viewer } from "@/lib/api/actor";
import { notFound } from "@/lib/platform/errors";
import * as access from "./rules";

/**
 * Credentials are for one group. Any other group, also another one of the same
 * person, does not exist for them.
 * @throws AppError not_found
 */
export function requireOwnGroup({ group }: Viewer, groupId: string): { groupId: string } {
  if (group.id !== groupId) throw notFound("Group");
  return { groupId };
}

/** The same, for those whom the action's rule allows. @throws AppError not_found, forbidden */
export function requireInGroup(viewer: Viewer, groupId: string, action: access.Action): { groupId: string } {
  const own = requireOwnGroup(viewer, groupId);
  access.authorize(viewer, action);
  return own;
}
