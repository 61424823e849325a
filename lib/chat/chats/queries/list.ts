import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow, toArrayLiteral } from "@/db/row-values";
import { chatMembers, chats, chatTags, chatWorkspaces } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import type { Reference } from "@/lib/api/fields";
import { updateLargeMemberships } from "./large-chats";
import { type ChatCaller, isOfCaller, type ListedChat, listChatsByIds } from "./listed";

// Finds a page in the caller's memberships, which hold copies of the columns that lists filter and sort by
// (`note_chat` in the migrations), using an index in the requested order. Only the chats of the page are then read in
// full.

export type ChatFilter = {
  starred?: boolean;
  archived: boolean;
  types?: (typeof chats.$inferSelect)["chatType"][];
  assistantId?: number;
  defaultAssistantId?: number;
  /** undefined: only chats outside workspaces; "any": all chats. */
  workspace?: Reference | "any";
  parent?: Reference;
  onlyUnread: boolean;
  tag?: string;
  search?: string;
};
type Sorting = "automatically" | "manually" | "by_name" | "by_created_at";
type ChatListQuery = ChatCaller & { filter: ChatFilter; sort: Sorting; limit: number; offset: number };

const COUNTED = 10_000;
// Maximum number of ids that a subquery may contribute. With more matches, the caller's memberships are scanned
// instead.
const FEW = { search: 2000, assistant: 500, tag: 500 };
// Trigram indexes need at least three characters.
const MIN_INDEXED_LETTERS = 3;

const latest = [desc(chatMembers.isStarred), desc(chatMembers.lastActivityAt), desc(chatMembers.chatId)];
const orders: Record<Sorting, SQL[]> = {
  automatically: latest,
  manually: [asc(chatMembers.position), ...latest],
  by_name: [asc(chatMembers.nameKey), desc(chatMembers.chatId)],
  by_created_at: [desc(chatMembers.chatId)],
};

/**
 * Returns a page of the caller's chats. `total` is undefined when there are too many matches to count; `hasMore` then
 * tells whether this is the last page.
 */
export async function listChats({ filter, sort, limit, offset, ...caller }: ChatListQuery) {
  await updateLargeMemberships(caller);
  const [found, replied, tagged] = await Promise.all([
    buildSearchCondition(caller, filter),
    buildAssistantCondition(filter),
    buildTagCondition(caller, filter),
  ]);
  const which = and(isOfCaller(caller), ...own(filter), ofParent(filter), found?.is, replied?.is, tagged?.is);
  const isCountable = ![found, replied, tagged].some((condition) => condition?.isMany);
  const [rows, counted] = await Promise.all([
    listPage({ caller, which, order: orders[sort], limit: limit + 1, offset }),
    isCountable ? count(which) : undefined,
  ]);
  const hasMore = rows.length > limit;
  const isLast = !hasMore && (rows.length > 0 || offset === 0);
  return { rows: rows.slice(0, limit), total: isLast ? offset + rows.length : counted, hasMore };
}

type ListPage = { caller: ChatCaller; which: SQL | undefined; order: SQL[]; limit: number; offset: number };

// Runs two statements: PostgreSQL would plan a combined one for every page, which takes four times as long as
// executing it. The second statement keeps its prepared plan.
async function listPage({ caller, which, order, limit, offset }: ListPage): Promise<ListedChat[]> {
  const page = await matching({ chatId: chatMembers.chatId }, which)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  if (page.length === 0) return [];
  const ids = page.map(({ chatId }) => chatId);
  const rows = new Map((await listChatsByIds(caller, ids)).map((row) => [row.chat.id, row]));
  // The caller may have left a chat between the two statements.
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
}

async function count(which: SQL | undefined): Promise<number | undefined> {
  const upTo = matching({ chatId: chatMembers.chatId }, which)
    .limit(sql.raw(String(COUNTED + 1)) as unknown as number)
    .as("counted");
  const { total } = requireRow(await db().select({ total: sql<number>`count(*)::int` }).from(upTo));
  return total > COUNTED ? undefined : total;
}

const matching = (columns: { chatId: typeof chatMembers.chatId }, which: SQL | undefined) =>
  db().select(columns).from(chatMembers).where(which).$dynamic();

const own = (filter: ChatFilter) => [
  isAtPlace(filter),
  ofWorkspace(filter),
  eq(chatMembers.isArchived, filter.archived),
  filter.starred === undefined ? undefined : eq(chatMembers.isStarred, filter.starred),
  filter.types && inArray(chatMembers.chatType, filter.types),
  filter.defaultAssistantId === undefined
    ? undefined
    : eq(chatMembers.virtualAssistantId, filter.defaultAssistantId),
  filter.onlyUnread ? sql`${chatMembers.unreadCount} > 0` : undefined,
];

function isAtPlace({ workspace, parent }: ChatFilter): SQL {
  if (parent !== undefined) return sql`${chatMembers.place} = 'sub_chat'`;
  if (workspace === undefined) return sql`${chatMembers.place} = 'list'`;
  if (workspace === "any") return sql`${chatMembers.place} in ('list', 'workspace')`;
  return sql`${chatMembers.place} = 'workspace'`;
}

const toIdExpression = (table: typeof chats | typeof chatWorkspaces, reference: Reference) =>
  typeof reference === "number"
    ? sql`${reference}`
    : sql`(select id from ${table} where uuid = ${reference})`;

function ofWorkspace({ workspace }: ChatFilter): SQL | undefined {
  if (workspace === undefined || workspace === "any") return undefined;
  return sql`${chatMembers.chatWorkspaceId} = ${toIdExpression(chatWorkspaces, workspace)}`;
}

function ofParent({ parent }: ChatFilter): SQL | undefined {
  if (parent === undefined) return undefined;
  return sql`${chatMembers.chatId} in (select id from ${chats} below where below.parent_chat_id = ${toIdExpression(chats, parent)})`;
}

type Condition = { is: SQL; isMany: boolean };
const buildIdCondition = (ids: number[]): Condition => ({
  is: sql`${chatMembers.chatId} = any(${toArrayLiteral(ids)}::int[])`,
  isMany: false,
});

async function buildSearchCondition(
  { groupId }: ChatCaller,
  { search }: ChatFilter,
): Promise<Condition | undefined> {
  if (!search) return undefined;
  if ([...search].length >= MIN_INDEXED_LETTERS) {
    const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
    const ids = await listIds(sql`select id from ${chats}
      where search_text like fold(${pattern}) and group_id = ${groupId} limit ${sql.raw(String(FEW.search + 1))}`);
    if (ids.length <= FEW.search) return buildIdCondition(ids);
  }
  const text = sql`(select search_text from ${chats} found where found.id = ${chatMembers.chatId})`;
  return { is: sql`strpos(${text}, (select fold(${search}))) > 0`, isMany: true };
}

// Matches chats that the assistant replies in by default and chats that it has replied in.
async function buildAssistantCondition({ assistantId }: ChatFilter): Promise<Condition | undefined> {
  if (assistantId === undefined) return undefined;
  // Loose index scan: skips from chat to chat instead of reading every message.
  const ids = await listIds(sql`
    with recursive replied(id) as (
      (select chat_id from ${messages} where from_virtual_assistant_id = ${assistantId} order by chat_id limit 1)
      union all
      select (select chat_id from ${messages}
        where from_virtual_assistant_id = ${assistantId} and chat_id > replied.id order by chat_id limit 1)
      from replied where replied.id is not null)
    (select id from ${chats} where virtual_assistant_id = ${assistantId} order by id)
    union all (select id from replied where id is not null)
    limit ${sql.raw(String(FEW.assistant + 1))}`);
  if (ids.length <= FEW.assistant) return buildIdCondition(ids);
  return {
    is: sql`(${chatMembers.virtualAssistantId} = ${assistantId} or exists (select 1 from ${messages} replies
      where replies.chat_id = ${chatMembers.chatId} and replies.from_virtual_assistant_id = ${assistantId}))`,
    isMany: true,
  };
}

async function buildTagCondition(
  { userId, groupId }: ChatCaller,
  { tag }: ChatFilter,
): Promise<Condition | undefined> {
  if (tag === undefined) return undefined;
  const isIt = sql`own.user_id = ${userId} and own.group_id = ${groupId} and lower(own.tag) = lower(${tag})`;
  const ids = await listIds(sql`select own.chat_id as id from ${chatTags} own
    where ${isIt} limit ${sql.raw(String(FEW.tag + 1))}`);
  if (ids.length <= FEW.tag) return buildIdCondition(ids);
  // `offset 0` is an optimization fence: it probes each chat of the page instead of joining all tagged chats.
  const has = sql`exists (select 1 from ${chatTags} own
    where own.chat_id = ${chatMembers.chatId} and ${isIt} offset 0)`;
  return { is: has, isMany: true };
}

async function listIds(query: SQL): Promise<number[]> {
  return [...(await db().execute<{ id: number }>(query))].map(({ id }) => id);
}
