import { transaction } from "@/db/transaction";
import type { Role, Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import { requireInGroup, requireOwnGroup } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as callers from "@/lib/identity/callers/service";
import * as users from "@/lib/identity/users/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { createGroup, type Origin } from "./groups";
import * as present from "./present";
import * as queries from "./queries";

type Listing = { page: number; page_size: number; search?: string };

/** Who is in the group: owners, admins, members, each by name. @throws AppError not_found */
export async function listMembers(
  viewer: Viewer,
  groupId: string,
  { page, page_size: limit, search }: Listing,
) {
  const which = { ...requireOwnGroup(viewer, groupId), search };
  const [rows, total] = await Promise.all([
    queries.listMembers({ ...which, limit, offset: (page - 1) * limit }),
    queries.countMembers(which),
  ]);
  return { items: rows.map(present.groupMember), total };
}

/** One at a time for a group, so that two owners cannot go at once and leave nobody. */
const changing = <T>(groupId: string, work: () => Promise<T>) =>
  transaction(async () => {
    await queries.lockGroup({ groupId });
    return work();
  });

/** The roles of both as they are now: the viewer's may have changed while this call waited for another. */
async function bothOf({ user }: Viewer, groupId: string, userId: number) {
  const [caller, member] = [
    await queries.findMember({ groupId, userId: user.id }),
    await queries.findMember({ groupId, userId }),
  ];
  if (!caller) throw notFound("Group");
  if (!member) throw notFound("Member");
  return { caller, member };
}

async function requireAnotherOwner(groupId: string, message: string): Promise<void> {
  if ((await queries.countOwners({ groupId })) < 2) throw conflict(message);
}

/**
 * @throws AppError not_found; forbidden for members, and for admins where an
 * owner is concerned; conflict for the last owner
 */
export async function changeRole(
  viewer: Viewer,
  groupId: string,
  userId: number,
  role: Role,
  { address }: Origin,
) {
  requireInGroup(viewer, groupId, "members.manage");
  return changing(groupId, async () => {
    const { caller, member } = await bothOf(viewer, groupId, userId);
    requireManaging(viewer, caller.role, [member.role, role]);
    if (member.role === role) return present.groupMember(member);
    if (member.role === "owner")
      await requireAnotherOwner(groupId, "This is the group's last owner. Make someone else an owner first.");
    await queries.setRole({ groupId, userId, role });
    if (role === "member") await callers.revokeInvitationsBy({ groupId, userId });
    await audit.note({
      groupId,
      userId: viewer.user.id,
      action: "role_changed",
      details: { user_id: userId, before: member.role, after: role },
      address,
    });
    return present.groupMember({ ...member, role });
  });
}

/** Asked again with the role that the caller has now, while both rows are held: owners only where one is concerned. */
function requireManaging(viewer: Viewer, callerRole: Role, concerned: Role[]): void {
  const action = concerned.includes("owner") ? "owners.manage" : "members.manage";
  access.authorize({ group: { ...viewer.group, role: callerRole } }, action);
}

/**
 * Removes somebody, or the viewer themselves: all that they act by in this
 * group ends at once. Whoever has no other group gets one of their own, else
 * they could not sign in to be invited again.
 * @throws AppError not_found; forbidden for members, and for admins where an
 * owner is concerned; conflict for the last owner
 */
export async function removeMember(viewer: Viewer, groupId: string, userId: number, { address }: Origin) {
  const isLeaving = userId === viewer.user.id;
  if (isLeaving) requireOwnGroup(viewer, groupId);
  else requireInGroup(viewer, groupId, "members.manage");
  return changing(groupId, async () => {
    const { caller, member } = await bothOf(viewer, groupId, userId);
    if (!isLeaving) requireManaging(viewer, caller.role, [member.role]);
    if (member.role === "owner")
      await requireAnotherOwner(
        groupId,
        "The group's last owner can't leave. Make someone else an owner first.",
      );
    await users.passChatsOn(userId, groupId);
    await queries.removeMember({ groupId, userId });
    // They may know a link, or have one in their mailbox, by which they would be back at once.
    if (!isLeaving) await queries.revokeInvitations({ groupId, linksAndEmail: member.email });
    await audit.note({
      groupId,
      userId: viewer.user.id,
      action: isLeaving ? "member_left" : "member_removed",
      details: { user_id: userId, role: member.role },
      address,
    });
    if ((await queries.groupsOf({ userId })).length === 0) await createGroup(userId);
    return {
      success: true as const,
      message: isLeaving ? "You left the group." : "The person was removed from the group.",
    };
  });
}
