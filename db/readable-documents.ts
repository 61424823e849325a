import { type SQL, sql } from "drizzle-orm";
import { type Audience, selectOtherReaders } from "./chat-readers";

type RowName = "documents" | "collections" | "attached" | "file" | "own" | "shelf";

// The condition of `isUsableBy` for any reader, whose role is looked up. `row` is an alias in the outer query.
const isUsableByReader = (row: SQL, groupId: string, userId: SQL): SQL => sql`(${row}.usable_by = 'group'
  or ${row}.created_by = ${userId}
  or ${row}.usable_by = 'people' and (${row}.user_ids @> to_jsonb(${userId}) or exists (
    select from group_members manager where manager.group_id = ${groupId}::uuid
      and manager.user_id = ${userId} and manager.role <> 'member')))`;

const selectProjects = (groupId: string, userId: SQL): SQL => sql`
  select project.id from chat_workspaces project where project.group_id = ${groupId}::uuid
    and ${isUsableByReader(sql.raw("project"), groupId, userId)}
  union all select inside.chat_workspace_id from chat_members inside
    where inside.user_id = ${userId} and inside.group_id = ${groupId}::uuid and inside.chat_workspace_id is not null`;

const isDocumentUsableByReader = (row: SQL, groupId: string, userId: SQL): SQL => sql`(case
  when ${row}.chat_workspace_id is null then ${isUsableByReader(row, groupId, userId)}
  else ${row}.chat_workspace_id in (${selectProjects(groupId, userId)}) end)`;

type UsableByReader = (userId: SQL) => SQL;

function isUsableByAll({ userId, chatId, isWholeGroup }: Audience, isUsable: UsableByReader): SQL {
  if (userId === null || isWholeGroup) return sql`false`;
  const own = isUsable(sql`${userId}::int`);
  if (chatId === undefined) return own;
  const others = selectOtherReaders({ userId, chatId });
  // Without a creator the condition is null.
  return sql`${own} and not exists (select ${others} and ${isUsable(sql.raw("reader.user_id"))} is not true)`;
}

/** Condition for collections that the whole audience may read. Visitors read what is published of the group's. */
export function isCollectionReadable(audience: Audience, row: RowName = "collections"): SQL {
  const of = sql.raw(row);
  const isUsable: UsableByReader = (userId) => isUsableByReader(of, audience.groupId, userId);
  return sql`(${of}.usable_by = 'group' or ${isUsableByAll(audience, isUsable)})`;
}

/**
 * Condition for documents of the library, and of projects, that the whole audience may read. Everyone who reads a chat
 * reads the documents of its project.
 */
export function isLibraryDocumentReadable(audience: Audience, row: RowName = "documents"): SQL {
  const of = sql.raw(row);
  const { groupId, chatId } = audience;
  const isUsable: UsableByReader = (userId) => isDocumentUsableByReader(of, groupId, userId);
  const isOfItsProject =
    audience.userId === null || chatId === undefined
      ? sql`false`
      : sql`${of}.chat_workspace_id = (select chat_workspace_id from chats where id = ${chatId}::int)`;
  return sql`(${of}.usable_by = 'group' or ${isOfItsProject} or (${isUsableByAll(audience, isUsable)}))`;
}

/**
 * Selects the IDs of the documents of the library that the whole audience may read although not the whole group may.
 * Each of the three sources has an index.
 */
export function selectRestrictedDocuments(audience: Audience): SQL {
  const { groupId, userId, isWholeGroup } = audience;
  if (userId === null || isWholeGroup) return sql`select null::int where false`;
  const own = sql`own.group_id = ${groupId}::uuid and own.place = 'library' and own.usable_by <> 'group'
    and ${isLibraryDocumentReadable(audience, "own")}`;
  const isManager = sql`exists (select from group_members manager
    where manager.group_id = ${groupId}::uuid and manager.user_id = ${userId}::int and manager.role <> 'member')`;
  return sql`
    select own.id from documents own where own.created_by = ${userId}::int and ${own}
    union select own.id from documents own where own.usable_by = 'people'
      and (own.user_ids @> ${String(userId)}::jsonb or ${isManager}) and ${own}
    union select own.id from documents own
      where own.chat_workspace_id in (${selectProjects(groupId, sql`${userId}::int`)}) and ${own}`;
}
