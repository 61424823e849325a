import type { Seeker } from "@/db/audiences";
import type { Viewer } from "@/lib/api/actor";
import { can } from "@/lib/identity/access/service";
import { invalid } from "@/lib/platform/errors";
import * as queries from "./queries";

export const toSeeker = (viewer: Viewer): Seeker => ({
  groupId: viewer.group.id,
  userId: viewer.user.id,
  isAdmin: can(viewer, "assistants.change"),
});

type Audience = { usable_by?: string; user_ids?: number[] };

/**
 * Checks a change of who may use something.
 * @throws InvalidInput for people outside of the group, and when someone else's thing would become private
 */
export async function assertAudience(
  viewer: Viewer,
  { usable_by, user_ids = [] }: Audience,
  createdBy: number | null,
): Promise<void> {
  if (usable_by === "creator" && createdBy !== viewer.user.id)
    throw invalid(["body", "usable_by"], "Only its creator can make it private.");
  const members = await queries.filterMembers({ groupId: viewer.group.id, ids: user_ids });
  const stranger = user_ids.findIndex((id) => !members.includes(id));
  if (stranger >= 0) throw invalid(["body", "user_ids", stranger], "Must be a member of the group.");
}
