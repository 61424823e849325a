import { isDeepStrictEqual } from "node:util";
import type { Seeker } from "@/db/audiences";
import type { Viewer } from "@/lib/api/actor";
import { can } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { invalid } from "@/lib/platform/errors";
import * as queries from "./queries";
import { USABLE_BY, type UsableBy } from "./settings";

export { filterMembers } from "./queries";

export const toSeeker = (viewer: Viewer): Seeker => ({
  groupId: viewer.group.id,
  userId: viewer.user.id,
  isAdmin: can(viewer, "shared-things.manage"),
});

type Audience = { usableBy: UsableBy; userIds: number[] };
type AudienceChange = { name: string; usable_by: UsableBy | "project"; user_ids: number[] };
type AudienceInput = { usable_by?: UsableBy; user_ids?: number[] };

/**
 * Checks a change of who may use something, and returns the audience after it.
 * @param before its creator and audience; people who have left the group since may stay
 * @throws InvalidInput for people outside of the group, and when someone else's thing would become private
 */
export async function assertAudience(
  viewer: Viewer,
  { usable_by, user_ids }: AudienceInput,
  before: Audience & { createdBy: number | null },
): Promise<Audience> {
  if (usable_by === "creator" && before.usableBy !== "creator" && before.createdBy !== viewer.user.id)
    throw invalid(["body", "usable_by"], "Only its creator can make it private.");
  const added = (user_ids ?? []).filter((id) => !before.userIds.includes(id));
  const members = await queries.filterMembers({ groupId: viewer.group.id, ids: added });
  const stranger = added.find((id) => !members.includes(id));
  if (stranger !== undefined)
    throw invalid(["body", "user_ids", user_ids!.indexOf(stranger)], "Must be a member of the group.");
  return { usableBy: usable_by ?? before.usableBy, userIds: user_ids ?? before.userIds };
}

/** Records a change of who may use something, in the transaction of the change. */
export async function recordAudienceChange(
  viewer: Viewer,
  before: { name: string; usableBy: UsableBy | "project"; userIds?: number[] },
  { name, usable_by: after = before.usableBy, user_ids: people }: Partial<AudienceChange>,
): Promise<void> {
  const haveChanged = people !== undefined && !isDeepStrictEqual(people, before.userIds);
  if (after === before.usableBy && !(after === "people" && haveChanged)) return;
  // Admins read the audit log, and must not learn the new name of something that became private.
  const shown = after === "creator" ? before.name : (name ?? before.name);
  await audit.recordBy(viewer, "audience_changed", { name: shown, before: before.usableBy, after });
}

/** Returns whether an audience has people that another one lacks. */
export const isWider = (after: Audience, before: Audience): boolean =>
  USABLE_BY.indexOf(after.usableBy) > USABLE_BY.indexOf(before.usableBy) ||
  (after.usableBy === "people" && after.userIds.some((id) => !before.userIds.includes(id)));
