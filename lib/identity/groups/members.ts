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

/**
 * Lists members by role, then by name.
 * @throws AppError not_found
 */
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
  return { items: rows.map(present.toGroupMember), total };
}

/** @throws AppError not_found */
export async function getMember(viewer: Viewer, groupId: string, userId: number) {
  const row = await queries.findMember({ ...requireOwnGroup(viewer, groupId), userId });
  if (!row) throw notFound("Member");
  return present.toGroupMember(row);
}

// Serializes changes per group, so that two owners can't leave concurrently and orphan it.
const withLockedGroup = <T>(groupId: string, work: () => Promise<T>) =>
  transaction(async () => {
    await queries.lockGroup({ groupId });
    return work();
  });

// Reads both current roles, because the viewer's may have changed while this call waited for the lock.
async function getBothMembers({ user }: Viewer, groupId: string, userId: number) {
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

type RoleChange = {
  groupId: string;
  userId: number;
  before: Role;
  role: Role;
  // The acting user's id.
  by: number;
  address: string;
};

async function setRole({ groupId, userId, before, role, by, address }: RoleChange): Promise<void> {
  await queries.setRole({ groupId, userId, role });
  if (role === "member") {
    await callers.revokeInvitationsBy({ groupId, userId });
    await queries.keepUsingSharedThings({ groupId, userId });
    await queries.releaseSharedThings({ groupId, userId });
  }
  const details = { user_id: userId, before, after: role };
  await audit.record({ groupId, userId: by, action: "role_changed", details, address });
}

/**
 * @throws AppError not_found; forbidden for members, and for admins where an owner is concerned; conflict for the
 * last owner
 */
export async function changeRole(
  viewer: Viewer,
  groupId: string,
  userId: number,
  role: Role,
  { address }: Origin,
) {
  requireInGroup(viewer, groupId, "members.manage");
  return withLockedGroup(groupId, async () => {
    const { caller, member } = await getBothMembers(viewer, groupId, userId);
    requireManaging(viewer, caller.role, [member.role, role]);
    if (member.role === role) return present.toGroupMember(member);
    if (member.role === "owner")
      await requireAnotherOwner(groupId, "This is the group's last owner. Make someone else an owner first.");
    await setRole({ groupId, userId, before: member.role, role, by: viewer.user.id, address });
    return present.toGroupMember({ ...member, role });
  });
}

// Checks the permission again with the caller's current role while both rows are locked; only owners manage owners.
function requireManaging(viewer: Viewer, callerRole: Role, concerned: Role[]): void {
  const action = concerned.includes("owner") ? "owners.manage" : "members.manage";
  access.authorize({ group: { ...viewer.group, role: callerRole } }, action);
}

/**
 * Removes a member, or the viewer themselves, and ends their credentials in this group. Users without another group
 * get their own, since they could not sign in otherwise.
 * @throws AppError not_found; forbidden for members, and for admins where an owner is concerned; conflict for the
 * last owner
 */
export async function removeMember(viewer: Viewer, groupId: string, userId: number, { address }: Origin) {
  const isLeaving = userId === viewer.user.id;
  if (isLeaving) requireOwnGroup(viewer, groupId);
  else requireInGroup(viewer, groupId, "members.manage");
  return withLockedGroup(groupId, async () => {
    const { caller, member } = await getBothMembers(viewer, groupId, userId);
    if (!isLeaving) requireManaging(viewer, caller.role, [member.role]);
    if (member.role === "owner")
      await requireAnotherOwner(
        groupId,
        "The group's last owner can't leave. Make someone else an owner first.",
      );
    await users.transferChats(userId, groupId);
    await queries.removeMember({ groupId, userId });
    await queries.releaseSharedThings({ groupId, userId });
    // Otherwise a known link or a mailed invitation would let them return immediately.
    if (!isLeaving) await queries.revokeInvitations({ groupId, linksAndEmail: member.email });
    await audit.record({
      groupId,
      userId: viewer.user.id,
      action: isLeaving ? "member_left" : "member_removed",
      details: { user_id: userId, role: member.role },
      address,
    });
    if ((await queries.listGroups({ userId })).length === 0) await createGroup(userId);
    return {
      success: true as const,
      message: isLeaving ? "You left the group." : "The person was removed from the group.",
    };
  });
}

type Joining = { groupId: string; userId: number; role: "admin" | "member"; address: string };

/**
 * Adds a person to a group without an invitation. The role of an existing member stays unchanged.
 * @throws AppError not_found for a group that doesn't exist
 */
export const addMember = ({ groupId, userId, role, address }: Joining): Promise<void> =>
  withLockedGroup(groupId, async () => {
    if (!(await queries.findGroup({ groupId }))) throw notFound("Group");
    if (await queries.insertMember({ groupId, userId, role }))
      await audit.record({ groupId, userId, action: "member_joined", details: { role }, address });
  });

/** Sets the role that a provider of identities names. Owners keep theirs. */
export const applyRole = ({ groupId, userId, role, address }: Joining): Promise<void> =>
  withLockedGroup(groupId, async () => {
    const member = await queries.findMember({ groupId, userId });
    if (!member || member.role === "owner" || member.role === role) return;
    await setRole({ groupId, userId, before: member.role, role, by: userId, address });
  });
