import type { Viewer } from "@/lib/api/actor";
import { notFound } from "@/lib/platform/errors";
import * as access from "./rules";

/**
 * Credentials are valid for one group. Any other group is reported as not found, even another one of the same user.
 * @throws AppError not_found
 */
export function requireOwnGroup({ group }: Viewer, groupId: string): { groupId: string } {
  if (group.id !== groupId) throw notFound("Group");
  return { groupId };
}

export function requireInGroup(
  viewer: Viewer,
  groupId: string,
  action: access.AccessAction,
): { groupId: string } {
  const own = requireOwnGroup(viewer, groupId);
  access.authorize(viewer, action);
  return own;
}
