import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { chatMembers, chats, chatWorkspaces } from "@/db/schema/chats";
import type { Reference } from "@/lib/api/fields";

const workspaces = ({ userId, groupId }: MemberKey) =>
  db()
    .select({
      id: chatWorkspaces.id,
      uuid: chatWorkspaces.uuid,
      name: chatWorkspaces.name,
      createdBy: chatWorkspaces.createdBy,
      createdAt: chatWorkspaces.createdAt,
      chatsCount: sql<number>`(select count(*)::int from ${chatMembers} mine
        where mine.user_id = ${userId} and mine.group_id = ${groupId}
        and mine.chat_workspace_id = chat_workspaces.id and mine.place <> 'temp')`,
      unreadCount: sql<number>`(select coalesce(sum(mine.unread_count), 0)::int from ${chatMembers} mine
        where mine.user_id = ${userId} and mine.group_id = ${groupId} and mine.unread_count > 0
        and mine.chat_workspace_id = chat_workspaces.id and mine.place = 'workspace' and not mine.is_archived)`,
    })
    .from(chatWorkspaces)
    .$dynamic();
export type WorkspaceRow = Awaited<ReturnType<typeof workspaces>>[number];

export const listWorkspaces = (mine: MemberKey) =>
  workspaces(mine)
    .where(eq(chatWorkspaces.groupId, mine.groupId))
    .orderBy(asc(sql`lower(${chatWorkspaces.name})`), asc(chatWorkspaces.id));

export async function findWorkspace({ which, ...mine }: MemberKey & { which: Reference }) {
  const named = typeof which === "number" ? eq(chatWorkspaces.id, which) : eq(chatWorkspaces.uuid, which);
  const [row] = await workspaces(mine).where(and(eq(chatWorkspaces.groupId, mine.groupId), named));
  return row;
}

type New = { groupId: string; createdBy: number; name: string };
export async function insertWorkspace(values: New): Promise<number> {
  return requireRow(await db().insert(chatWorkspaces).values(values).returning({ id: chatWorkspaces.id })).id;
}

type WorkspaceKey = { id: number; groupId: string };
const ofGroup = ({ id, groupId }: WorkspaceKey) =>
  and(eq(chatWorkspaces.id, id), eq(chatWorkspaces.groupId, groupId));

export const renameWorkspace = ({ name, ...which }: WorkspaceKey & { name: string }) =>
  db().update(chatWorkspaces).set({ name }).where(ofGroup(which));

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
