import { and, asc, count, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey, MemberKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { groupMembers, groups, invitations, users } from "@/db/schema/accounts";
import { assistantPeople, virtualAssistants } from "@/db/schema/assistants";
import { taskActions } from "@/db/schema/tasks";
import * as callers from "@/lib/identity/callers/service";
import type { MembersCreate } from "./operations";

type OffsetRange = { limit: number; offset: number };
export type GroupRole = (typeof groupMembers.$inferSelect)["role"];

export async function insertGroup({ name, ownerId }: { name: string; ownerId: number }) {
  const group = requireRow(await db().insert(groups).values({ name }).returning());
  await db().insert(groupMembers).values({ groupId: group.id, userId: ownerId, role: "owner" });
  return group;
}

export const listGroups = ({ userId }: { userId: number }) =>
  db()
    .select({ id: groups.id, name: groups.name, role: groupMembers.role })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, userId), isNull(groups.suspendedAt)))
    .orderBy(asc(groupMembers.joinedAt), asc(groups.name));

export async function findGroup({ groupId }: GroupKey) {
  const [row] = await db()
    .select({
      id: groups.id,
      name: groups.name,
      monthlyTokens: groups.monthlyTokens,
      membersCreate: groups.membersCreate,
      membersAddDocuments: groups.membersAddDocuments,
      createdAt: groups.createdAt,
      membersCount: sql<number>`(select count(*)::int from ${groupMembers} where group_members.group_id = groups.id)`,
    })
    .from(groups)
    .where(eq(groups.id, groupId));
  return row;
}

export async function updateGroup({
  groupId,
  ...values
}: GroupKey & {
  name?: string;
  monthlyTokens?: number | null;
  membersCreate?: MembersCreate;
  membersAddDocuments?: MembersCreate;
}): Promise<void> {
  await db().update(groups).set(values).where(eq(groups.id, groupId));
  callers.clearCache();
}

export async function findMembersCreate({ groupId }: GroupKey): Promise<MembersCreate> {
  const rows = await db()
    .select({ membersCreate: groups.membersCreate })
    .from(groups)
    .where(eq(groups.id, groupId));
  return requireRow(rows).membersCreate;
}

export async function findMembersAddDocuments({ groupId }: GroupKey): Promise<MembersCreate> {
  const rows = await db()
    .select({ membersAddDocuments: groups.membersAddDocuments })
    .from(groups)
    .where(eq(groups.id, groupId));
  return requireRow(rows).membersAddDocuments;
}

export const ownerRow = async ({ userId }: { userId: number }) =>
  requireRow(
    await db()
      .select({ fullName: users.fullName, language: users.language })
      .from(users)
      .where(eq(users.id, userId)),
  );

/** Returns the language for mails to an address: its account's, or the inviter's. */
export async function findMailLanguage({ email, inviterId }: { email: string; inviterId: number }) {
  const [row] = await db()
    .select({ language: users.language })
    .from(users)
    .where(or(eq(users.email, email), eq(users.id, inviterId)))
    .orderBy(desc(eq(users.email, email)))
    .limit(1);
  return row?.language;
}

/** Locks the group's membership until commit. Rows that refer to the group can still be inserted. */
export const lockGroup = ({ groupId }: GroupKey) =>
  db().select({ id: groups.id }).from(groups).where(eq(groups.id, groupId)).for("no key update");

const members = () =>
  db()
    .select({
      id: users.id,
      email: users.email,
      fullName: users.fullName,
      avatarUrl: users.avatarUrl,
      role: groupMembers.role,
      joinedAt: groupMembers.joinedAt,
    })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .$dynamic();
export type MemberRow = Awaited<ReturnType<typeof members>>[number];

function buildSearchCondition({ groupId, search }: GroupKey & { search?: string }): SQL | undefined {
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    eq(groupMembers.groupId, groupId),
    pattern
      ? or(sql`fold(${users.fullName}) like fold(${pattern})`, sql`${users.email} like lower(${pattern})`)
      : undefined,
  );
}

/** Lists owners first, then admins (the order of the database enum), each by name. */
export const listMembers = ({ limit, offset, ...which }: GroupKey & OffsetRange & { search?: string }) =>
  members()
    .where(buildSearchCondition(which))
    .orderBy(asc(groupMembers.role), asc(sql`lower(${users.fullName})`), asc(users.id))
    .limit(limit)
    .offset(offset);

export async function countMembers(which: GroupKey & { search?: string }): Promise<number> {
  const rows = await db()
    .select({ total: count() })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(buildSearchCondition(which));
  return requireRow(rows).total;
}

const member = ({ groupId, userId }: MemberKey) =>
  and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId));

export async function findMember(which: MemberKey): Promise<MemberRow | undefined> {
  const [row] = await members().where(member(which));
  return row;
}

export async function hasMemberWithEmail({ groupId, email }: GroupKey & { email: string }): Promise<boolean> {
  const rows = await members().where(and(eq(groupMembers.groupId, groupId), eq(users.email, email)));
  return rows.length > 0;
}

export async function countOwners({ groupId }: GroupKey): Promise<number> {
  const rows = await db()
    .select({ total: count() })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.role, "owner"), isNull(users.disabledAt)));
  return requireRow(rows).total;
}

export async function setRole({ role, ...which }: MemberKey & { role: GroupRole }): Promise<void> {
  await db().update(groupMembers).set({ role }).where(member(which));
  callers.clearCache();
}

export async function insertMember(values: MemberKey & { role: GroupRole }): Promise<boolean> {
  const rows = await db().insert(groupMembers).values(values).onConflictDoNothing().returning();
  // A request that ran while the user was being removed earlier may have created credentials, which must not work
  // again.
  if (rows.length > 0) await callers.endCredentials(values);
  return rows.length > 0;
}

export async function removeMember({ groupId, userId }: MemberKey): Promise<void> {
  await db().delete(groupMembers).where(member({ groupId, userId }));
  await callers.endCredentials({ groupId, userId });
  await callers.deleteDevices({ userId });
}

// An invitation is open while its creator may still invite and its group is not suspended.
const open = () =>
  and(
    isNull(invitations.revokedAt),
    isNull(invitations.acceptedAt),
    gt(invitations.expiresAt, sql`now()`),
    sql`exists (select 1 from ${groupMembers} inviter join ${users} person on person.id = inviter.user_id
      where inviter.user_id = ${invitations.invitedBy} and inviter.group_id = ${invitations.groupId}
        and inviter.role <> 'member' and person.disabled_at is null)`,
    sql`exists (select 1 from ${groups} own where own.id = ${invitations.groupId} and own.suspended_at is null)`,
  );

/** Finds and locks an open invitation, so that a single-use one is redeemed once. */
export async function lockInvitation({ hash, groupId }: GroupKey & { hash: string }) {
  const [row] = await db()
    .select()
    .from(invitations)
    .where(and(eq(invitations.hash, hash), eq(invitations.groupId, groupId), open()))
    .for("update");
  return row;
}

export async function findInvitation({ hash }: { hash: string }) {
  const [row] = await db()
    .select({ groupId: groups.id, group: groups.name, inviter: users.fullName, email: invitations.email })
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.hash, hash), open()));
  return row;
}

export const acceptInvitation = ({ id, groupId }: GroupKey & { id: number }) =>
  db()
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(invitations.id, id), eq(invitations.groupId, groupId)));

export async function insertInvitation(values: typeof invitations.$inferInsert) {
  return requireRow(await db().insert(invitations).values(values).returning());
}
export type InvitationRow = Awaited<ReturnType<typeof insertInvitation>>;

export const listInvitations = ({ groupId, limit, offset }: GroupKey & OffsetRange) =>
  db()
    .select({ invitation: invitations, inviter: users })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.groupId, groupId), open()))
    .orderBy(desc(invitations.id))
    .limit(limit)
    .offset(offset);

export async function countInvitations({ groupId }: GroupKey): Promise<number> {
  const rows = await db()
    .select({ total: count() })
    .from(invitations)
    .where(and(eq(invitations.groupId, groupId), open()));
  return requireRow(rows).total;
}

type Revoked = GroupKey & { id?: number; email?: string; linksAndEmail?: string };

/**
 * Revokes and returns open invitations: one, those to an address, all links together with those to an address, or
 * all.
 */
export const revokeInvitations = ({ groupId, id, email, linksAndEmail }: Revoked) =>
  db()
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(invitations.groupId, groupId),
        open(),
        id === undefined ? undefined : eq(invitations.id, id),
        email === undefined ? undefined : eq(invitations.email, email),
        linksAndEmail === undefined
          ? undefined
          : or(isNull(invitations.email), eq(invitations.email, linksAndEmail)),
      ),
    )
    .returning({ id: invitations.id, email: invitations.email, role: invitations.role });

export async function insertStarterContent({
  groupId,
  createdBy,
  assistant,
  actions,
}: {
  groupId: string;
  createdBy: number;
  assistant: Omit<typeof virtualAssistants.$inferInsert, "groupId" | "createdBy">;
  actions: Omit<typeof taskActions.$inferInsert, "groupId" | "createdBy">[];
}): Promise<void> {
  await db()
    .insert(virtualAssistants)
    .values({ ...assistant, groupId, createdBy });
  await db()
    .insert(taskActions)
    .values(actions.map((action) => ({ ...action, groupId, createdBy })));
}

const isSharedBy = (
  table: typeof virtualAssistants | typeof taskActions,
  { groupId, userId }: MemberKey,
): SQL | undefined =>
  and(eq(table.groupId, groupId), eq(table.createdBy, userId), ne(table.usableBy, "creator"));

/** Leaves what a person has shared to the group's owners and admins, because creators may change their things. */
export async function releaseSharedThings(member: MemberKey): Promise<void> {
  for (const table of [virtualAssistants, taskActions])
    await db().update(table).set({ createdBy: null }).where(isSharedBy(table, member));
}

/** Adds a member to the chosen people of what they have shared with some. */
export async function keepUsingSharedThings(member: MemberKey): Promise<void> {
  const { userId } = member;
  const isForPeople = (table: typeof virtualAssistants | typeof taskActions) =>
    and(isSharedBy(table, member), eq(table.usableBy, "people"));
  const own = await db()
    .select({ virtualAssistantId: virtualAssistants.id })
    .from(virtualAssistants)
    .where(isForPeople(virtualAssistants));
  if (own.length > 0)
    await db()
      .insert(assistantPeople)
      .values(own.map((key) => ({ ...key, userId })))
      .onConflictDoNothing();
  await db()
    .update(taskActions)
    .set({ userIds: sql`${taskActions.userIds} || ${String(userId)}::jsonb` })
    .where(and(isForPeople(taskActions), sql`not ${taskActions.userIds} @> ${String(userId)}::jsonb`));
}
