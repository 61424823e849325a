import { and, asc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats, chatWorkspaces } from "@/db/schema/chats";
import { collections, workspaceCollections } from "@/db/schema/documents";
import { isWorkspaceVisible } from "@/db/visible-workspaces";
import type { Reference } from "@/lib/api/fields";

const selectWorkspaces = ({ userId, groupId }: MemberKey) =>
  db()
    .select({
      ...getTableColumns(chatWorkspaces),
      chatsCount: sql<number>`(select count(*)::int from ${chatMembers} mine
        where mine.user_id = ${userId} and mine.group_id = ${groupId}
        and mine.chat_workspace_id = chat_workspaces.id and mine.place <> 'temp')`,
      unreadCount: sql<number>`(select coalesce(sum(mine.unread_count), 0)::int from ${chatMembers} mine
        where mine.user_id = ${userId} and mine.group_id = ${groupId} and mine.unread_count > 0
        and mine.chat_workspace_id = chat_workspaces.id and mine.place = 'workspace' and not mine.is_archived)`,
    })
    .from(chatWorkspaces)
    .$dynamic();
export type WorkspaceRow = Awaited<ReturnType<typeof selectWorkspaces>>[number];

export const listWorkspaces = (seeker: Seeker) =>
  selectWorkspaces(seeker)
    .where(isWorkspaceVisible(seeker))
    .orderBy(asc(sql`lower(${chatWorkspaces.name})`), asc(chatWorkspaces.id));

export async function findWorkspace({ which, ...seeker }: Seeker & { which: Reference }) {
  const named = typeof which === "number" ? eq(chatWorkspaces.id, which) : eq(chatWorkspaces.uuid, which);
  const [row] = await selectWorkspaces(seeker).where(and(isWorkspaceVisible(seeker), named));
  return row;
}

/** Returns what the details of a workspace have beside its row. */
export async function loadDetails({
  id,
  createdBy,
  virtualAssistantId,
}: Pick<WorkspaceRow, "id" | "createdBy" | "virtualAssistantId">) {
  const [shelves, [creator], [assistant]] = await Promise.all([
    listCollections({ id }),
    db()
      .select({ id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl })
      .from(users)
      .where(eq(users.id, createdBy ?? 0)),
    db()
      .select()
      .from(virtualAssistants)
      .where(and(eq(virtualAssistants.id, virtualAssistantId ?? 0), isNull(virtualAssistants.removedAt))),
  ]);
  return { collections: shelves, creator, assistant };
}
export type WorkspaceDetails = Awaited<ReturnType<typeof loadDetails>>;

const listCollections = ({ id }: { id: number }) =>
  db()
    .select({ id: collections.id, name: collections.name })
    .from(workspaceCollections)
    .innerJoin(collections, eq(collections.id, workspaceCollections.collectionId))
    .where(eq(workspaceCollections.chatWorkspaceId, id))
    .orderBy(asc(sql`lower(${collections.name})`), asc(collections.id));

/** Filters collections to those of the group and locks them until the transaction ends. */
export async function filterCollections({ groupId, ids }: { groupId: string; ids: number[] }) {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: collections.id })
    .from(collections)
    .where(and(inArray(collections.id, ids), eq(collections.groupId, groupId)))
    .for("key share");
  return rows.map(({ id }) => id);
}

export async function replaceCollections({ id, collectionIds }: { id: number; collectionIds: number[] }) {
  await db().delete(workspaceCollections).where(eq(workspaceCollections.chatWorkspaceId, id));
  const values = collectionIds.map((collectionId) => ({ chatWorkspaceId: id, collectionId }));
  if (values.length > 0) await db().insert(workspaceCollections).values(values);
}

/** Returns what replies in the chats of a workspace follow and know. */
export async function findForReply({ id, groupId }: WorkspaceKey) {
  const [row] = await db()
    .select({ instructions: chatWorkspaces.instructions })
    .from(chatWorkspaces)
    .where(ofGroup({ id, groupId }));
  return row && { ...row, collectionIds: (await listCollections({ id })).map((shelf) => shelf.id) };
}

type NewWorkspace = typeof chatWorkspaces.$inferInsert;
export async function insertWorkspace(values: NewWorkspace): Promise<number> {
  return requireRow(await db().insert(chatWorkspaces).values(values).returning({ id: chatWorkspaces.id })).id;
}

type WorkspaceKey = { id: number; groupId: string };
const ofGroup = ({ id, groupId }: WorkspaceKey) =>
  and(eq(chatWorkspaces.id, id), eq(chatWorkspaces.groupId, groupId));

export const updateWorkspace = ({ values, ...which }: WorkspaceKey & { values: Partial<NewWorkspace> }) =>
  db()
    .update(chatWorkspaces)
    // An update needs at least one column, and `values` may be empty.
    .set({ ...values, groupId: which.groupId })
    .where(ofGroup(which));

export const deleteWorkspace = (which: WorkspaceKey) => db().delete(chatWorkspaces).where(ofGroup(which));

/** Locks the chats of a workspace in ascending order of id, the order in which all code locks several chats. */
export async function lockChats({ id }: { id: number }): Promise<number[]> {
  const rows = await db()
    .select({ id: chats.id })
    .from(chats)
    .where(eq(chats.chatWorkspaceId, id))
    .orderBy(asc(chats.id))
    .for("no key update");
  return rows.map((row) => row.id);
}

/** Serializes changes of the chat tree of a group, so that two concurrent changes cannot form a cycle. */
export const lockTree = ({ groupId }: { groupId: string }) =>
  db().execute(sql`select pg_advisory_xact_lock(hashtext(${`chat tree ${groupId}`}))`);

export async function isSameOrBelow({
  chatId,
  aboveId,
}: {
  chatId: number;
  aboveId: number;
}): Promise<boolean> {
  const rows = await db().execute<{ below: boolean }>(sql`
    with recursive upwards(id) as (
      select ${chatId}::int
      union
      select chat.parent_chat_id from ${chats} chat join upwards on chat.id = upwards.id
      where chat.parent_chat_id is not null)
    select exists (select 1 from upwards where id = ${aboveId}::int) as below`);
  return requireRow([...rows]).below;
}

export type ChatPlace = { chatWorkspaceId?: number | null; parentChatId?: number | null };
export const setPlace = ({ chatId, values }: { chatId: number; values: ChatPlace }) =>
  db()
    .update(chats)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(chats.id, chatId));

type Order = MemberKey & { chats: Reference[]; workspaceId?: number };

/**
 * Sets the positions of the caller's chats. Changes nothing and returns false unless all chats are the caller's and in
 * the workspace. Locks rows in order of ids, so that concurrent calls cannot deadlock.
 */
export async function setOrder({ userId, groupId, chats: given, workspaceId }: Order): Promise<boolean> {
  const column = typeof given[0] === "number" ? sql`id` : sql`uuid`;
  const type = typeof given[0] === "number" ? sql`int` : sql`uuid`;
  const inWorkspace = workspaceId === undefined ? sql`true` : sql`chat.chat_workspace_id = ${workspaceId}`;
  const rows = await db().execute<{ chat_id: number }>(sql`
    with given as (
      select value::${type} as name, place::int as place
      from jsonb_array_elements_text(${JSON.stringify(given)}::text::jsonb) with ordinality as list(value, place)),
    mine as (
      select member.chat_id, given.place
      from given
      join ${chats} chat on chat.${column} = given.name and chat.group_id = ${groupId} and ${inWorkspace}
      join ${chatMembers} member on member.chat_id = chat.id and member.user_id = ${userId}
      order by member.chat_id
      for update of member)
    update ${chatMembers} set position = mine.place
    from mine
    where chat_members.chat_id = mine.chat_id and chat_members.user_id = ${userId}
      and (select count(*) from mine) = ${given.length}::int
    returning chat_members.chat_id`);
  return [...rows].length > 0;
}
