import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { isUsableBy, type Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { isLivingAndNamedTo, namedAssistant } from "@/db/named-assistants";
import { isCollectionReadable } from "@/db/readable-documents";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats, chatWorkspaces } from "@/db/schema/chats";
import { collectionDocuments, collections, documents, workspaceCollections } from "@/db/schema/documents";
import { isWorkspaceVisible } from "@/db/visible-workspaces";
import type { Reference } from "@/lib/api/fields";

// Long texts are loaded with the details.
const { instructions: _, description: __, ...columns } = getTableColumns(chatWorkspaces);

const selectWorkspaces = ({ userId, groupId, isAdmin }: Seeker) =>
  db()
    .select({
      ...columns,
      canUse: sql<boolean>`${isUsableBy(chatWorkspaces, { userId, groupId, isAdmin })}`,
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

/** Loads the long texts of a workspace, its creator, its collections and its assistant, if the user may see it. */
export async function loadDetails({ id, userId, groupId }: WorkspaceKey & { userId: number }) {
  const [shelves, [row]] = await Promise.all([
    listCollections({ id, userId, groupId }),
    db()
      .select({
        instructions: chatWorkspaces.instructions,
        description: chatWorkspaces.description,
        creator: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
        assistant: namedAssistant,
      })
      .from(chatWorkspaces)
      .leftJoin(users, eq(users.id, chatWorkspaces.createdBy))
      .leftJoin(
        virtualAssistants,
        and(eq(virtualAssistants.id, chatWorkspaces.virtualAssistantId), isLivingAndNamedTo(userId)),
      )
      .where(eq(chatWorkspaces.id, id)),
  ]);
  return row && { ...row, collections: shelves };
}
export type WorkspaceDetails = NonNullable<Awaited<ReturnType<typeof loadDetails>>>;

const listCollections = ({ id, userId, groupId }: WorkspaceKey & { userId: number }) =>
  db()
    .select({ id: collections.id, name: collections.name })
    .from(workspaceCollections)
    .innerJoin(collections, eq(collections.id, workspaceCollections.collectionId))
    .where(and(eq(workspaceCollections.chatWorkspaceId, id), isCollectionReadable({ groupId, userId })))
    .orderBy(asc(sql`lower(${collections.name})`), asc(collections.id));

/** Replaces the collections of a workspace that the user may read. Others stay. */
export async function replaceCollections({
  collectionIds,
  ...which
}: WorkspaceKey & { userId: number; collectionIds: number[] }) {
  const { id } = which;
  const before = (await listCollections(which)).map((collection) => collection.id);
  await db()
    .delete(workspaceCollections)
    .where(
      and(eq(workspaceCollections.chatWorkspaceId, id), inArray(workspaceCollections.collectionId, before)),
    );
  const values = collectionIds.map((collectionId) => ({ chatWorkspaceId: id, collectionId }));
  if (values.length > 0) await db().insert(workspaceCollections).values(values).onConflictDoNothing();
}

/** Returns what replies in the chats of a workspace follow and know. */
export async function findForReply({ id, groupId }: WorkspaceKey) {
  const file = sql`${documents} file`;
  const shelf = sql`${workspaceCollections} shelf where shelf.chat_workspace_id = chat_workspaces.id`;
  const [row] = await db()
    .select({
      instructions: chatWorkspaces.instructions,
      collectionIds: sql<number[]>`(select coalesce(json_agg(shelf.collection_id), '[]') from ${shelf})`,
      hasFiles: sql<boolean>`exists (select from ${file} where file.chat_workspace_id = chat_workspaces.id)`,
      hasMedia: sql<boolean>`exists (select from ${workspaceCollections} shelf
        join ${collectionDocuments} held on held.collection_id = shelf.collection_id
        join ${file} on file.id = held.document_id and file.mime_type ~ '^(audio|video)/'
        where shelf.chat_workspace_id = chat_workspaces.id)
        or exists (select from ${file} where file.chat_workspace_id = chat_workspaces.id
          and file.mime_type ~ '^(audio|video)/')`,
    })
    .from(chatWorkspaces)
    .where(ofGroup({ id, groupId }));
  return row;
}

type NewWorkspace = typeof chatWorkspaces.$inferInsert;
export async function insertWorkspace(values: NewWorkspace): Promise<number> {
  return requireRow(await db().insert(chatWorkspaces).values(values).returning({ id: chatWorkspaces.id })).id;
}

/** Returns undefined when a concurrent import has just inserted it. */
export async function insertImported(
  values: NewWorkspace & { importKey: string },
): Promise<number | undefined> {
  const [row] = await db()
    .insert(chatWorkspaces)
    .values(values)
    .onConflictDoNothing({
      target: [chatWorkspaces.createdBy, chatWorkspaces.groupId, chatWorkspaces.importKey],
      where: sql`import_key is not null`,
    })
    .returning({ id: chatWorkspaces.id });
  return row?.id;
}

export async function findImported({ userId, groupId, key }: MemberKey & { key: string }) {
  const [row] = await db()
    .select({ id: chatWorkspaces.id })
    .from(chatWorkspaces)
    .where(
      and(
        eq(chatWorkspaces.createdBy, userId),
        eq(chatWorkspaces.groupId, groupId),
        eq(chatWorkspaces.importKey, key),
      ),
    );
  return row?.id;
}

type WorkspaceKey = { id: number; groupId: string };
const ofGroup = ({ id, groupId }: WorkspaceKey) =>
  and(eq(chatWorkspaces.id, id), eq(chatWorkspaces.groupId, groupId));

export async function updateWorkspace({
  values,
  ...which
}: WorkspaceKey & { values: Partial<NewWorkspace> }): Promise<boolean> {
  const rows = await db()
    .update(chatWorkspaces)
    // An update needs at least one column, and `values` may be empty.
    .set({ ...values, groupId: which.groupId })
    .where(ofGroup(which))
    .returning({ id: chatWorkspaces.id });
  return rows.length > 0;
}

export const listPrivate = ({ userId }: { userId: number }) =>
  db()
    .select({ id: chatWorkspaces.id, groupId: chatWorkspaces.groupId })
    .from(chatWorkspaces)
    .where(and(eq(chatWorkspaces.createdBy, userId), eq(chatWorkspaces.usableBy, "creator")));

export async function deleteFiles({ id, groupId }: WorkspaceKey): Promise<string[]> {
  const gone = await db()
    .delete(documents)
    .where(and(eq(documents.chatWorkspaceId, id), eq(documents.groupId, groupId)))
    .returning({ key: documents.storageKey });
  return gone.map(({ key }) => key);
}

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
