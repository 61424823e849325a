import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { requireRow, toArrayLiteral } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import { knownVisitors, publicSessions } from "@/db/schema/public-chats";
import { toIndexedText, toStorableText } from "@/lib/llm/indexing/service";

export type StaffCaller = { userId: number; groupId: string };
type VisitorFilter = { publicChatId?: number; conversationId?: number; found?: SQL; onlyUnread?: boolean };

export const isOfCaller = ({ userId, groupId }: StaffCaller) =>
  and(eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId));

/** Returns false when nothing changed. */
export async function setPublic({
  chatId,
  isPublic,
}: {
  chatId: number;
  isPublic: boolean;
}): Promise<boolean> {
  const epoch = isPublic ? {} : { publicEpoch: sql`${chats.publicEpoch} + 1` };
  const rows = await db()
    .update(chats)
    .set({ isPublic, ...epoch, updatedAt: sql`now()` })
    .where(and(eq(chats.id, chatId), eq(chats.isPublic, !isPublic)))
    .returning({ id: chats.id });
  return rows.length > 0;
}

const publicChats = alias(chats, "public_chat");
const assignees = alias(users, "assignee");
export const isAssigned = sql`exists (select 1 from ${chatMembers} own
  where own.chat_id = ${publicSessions.conversationId} and own.user_id = ${publicSessions.assignedTo})`;

const columns = {
  session: publicSessions,
  publicChatName: publicChats.name,
  known: knownVisitors,
  assignedTo: {
    id: assignees.id,
    email: assignees.email,
    fullName: assignees.fullName,
    avatarUrl: assignees.avatarUrl,
  },
  isSnoozed: sql<boolean>`coalesce(${publicSessions.snoozedUntil} > now(), false)`,
  chat: {
    id: chats.id,
    uuid: chats.uuid,
    name: chats.name,
    lastMessageId: chats.lastMessageId,
    lastMessageText: chats.lastMessageText,
    lastMessageUserType: chats.lastMessageUserType,
    lastMessageAt: chats.lastMessageAt,
    createdAt: chats.createdAt,
    lastActivityAt: chats.lastActivityAt,
  },
  unreadCount: chatMembers.unreadCount,
  takenOverBy: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
};
export const selectVisitors = () =>
  db()
    .select(columns)
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.conversationId))
    .innerJoin(chatMembers, eq(chatMembers.chatId, chats.id))
    .innerJoin(publicChats, eq(publicChats.id, publicSessions.chatId))
    .leftJoin(users, eq(users.id, publicSessions.takenOverBy))
    .leftJoin(assignees, and(eq(assignees.id, publicSessions.assignedTo), isAssigned))
    .leftJoin(knownVisitors, eq(knownVisitors.id, publicSessions.knownVisitorId))
    .$dynamic();
export type VisitorRow = Awaited<ReturnType<typeof selectVisitors>>[number];

// Maximum number of hits that are selected by id. For frequent words, which have more hits, scanning the newest
// conversations is fast enough.
const FEW = 500;

const MAX_WORDS = 12;

const toSearchPattern = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
// Matches a folded text that contains all words, also as substrings.
const holds = (text: SQL | AnyPgColumn, words: string[]) =>
  sql.join(
    words.map((word) => sql`${text} like fold(${toSearchPattern(word)})`),
    sql` and `,
  );
// Matches an indexed message that contains all words as prefixes. Words are quoted after folding, which may produce
// quotes.
const hasAllWords = (words: string[]) => sql`passage.words @@ to_tsquery('simple', (
  select string_agg('''' || replace(replace(fold(word), '\\', '\\\\'), '''', '''''') || ''':*', ' & ')
  from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) word))`;
const hasLetters = /[\p{L}\p{N}]/u;
const knownAs = (words: string[]) =>
  sql`select id from ${knownVisitors} where ${holds(knownVisitors.searchText, words)}`;

export async function buildSearchCondition(
  search: string,
  { userId, groupId }: StaffCaller,
): Promise<SQL | undefined> {
  const words = search.split(/\s+/).slice(0, MAX_WORDS);
  const indexed = toIndexedText(toStorableText(words.join(" ")))
    .split(/\s+/)
    .filter((word) => hasLetters.test(word));
  const rows = await db().execute<{ id: number }>(sql`
    select hit.id from (
      select passage.chat_id as id from passages passage where ${indexed.length > 0}
        and passage.kind = 'message' and passage.group_id = ${groupId}::uuid and ${hasAllWords(indexed)}
      union all select ${messages.chatId} from ${messages} where not ${messages.isIndexed}
        and ${holds(sql`fold(${messages.text})`, words)}
      union all select ${chats.id} from ${chats} where ${chats.groupId} = ${groupId}::uuid and ${holds(chats.searchText, words)}
      union all select ${publicSessions.conversationId} from ${publicSessions} where ${holds(publicSessions.searchText, words)}
      union all select ${publicSessions.conversationId} from ${publicSessions}
        where ${publicSessions.knownVisitorId} in (${knownAs(words)})
    ) hit
    where exists (select 1 from ${chatMembers} mine where mine.chat_id = hit.id and mine.user_id = ${userId}::int
        and mine.group_id = ${groupId}::uuid)
      and exists (select 1 from ${publicSessions} own where own.conversation_id = hit.id)
    limit ${sql.raw(String(FEW + 1))}`);
  const ids = [...rows].map(({ id }) => id);
  if (ids.length <= FEW) return sql`${chats.id} = any(${toArrayLiteral(ids)}::int[])`;
  return or(
    holds(chats.searchText, words),
    holds(publicSessions.searchText, words),
    sql`${publicSessions.knownVisitorId} in (${knownAs(words)})`,
    sql`exists (select 1 from ${messages} where ${messages.chatId} = ${chats.id} and ${holds(sql`fold(${messages.text})`, words)})`,
  );
}

const which = (
  { publicChatId, conversationId, found, onlyUnread }: VisitorFilter,
  mine: StaffCaller,
): SQL | undefined =>
  and(
    isOfCaller(mine),
    publicChatId === undefined ? undefined : eq(publicSessions.chatId, publicChatId),
    conversationId === undefined ? undefined : eq(publicSessions.conversationId, conversationId),
    onlyUnread ? sql`${chatMembers.unreadCount} > 0` : undefined,
    found,
  );

export async function listVisitors(
  { limit, offset, ...filter }: VisitorFilter & { limit: number; offset: number },
  mine: StaffCaller,
): Promise<{ rows: VisitorRow[]; total: number }> {
  const where = which(filter, mine);
  const [rows, counted] = await Promise.all([
    selectVisitors()
      .where(where)
      .orderBy(desc(chats.lastActivityAt), desc(chats.id))
      .limit(limit)
      .offset(offset),
    db()
      .select({ total: sql<number>`count(*)::int` })
      .from(publicSessions)
      .innerJoin(chats, eq(chats.id, publicSessions.conversationId))
      .innerJoin(chatMembers, eq(chatMembers.chatId, chats.id))
      .where(where),
  ]);
  return { rows, total: requireRow(counted).total };
}

export async function findVisitor(filter: VisitorFilter, mine: StaffCaller): Promise<VisitorRow | undefined> {
  const [row] = await selectVisitors().where(which(filter, mine)).limit(1);
  return row;
}

export const takeOver = ({ sessionId, userId }: { sessionId: number; userId: number }) =>
  db()
    .update(publicSessions)
    .set({ takenOverAt: sql`now()`, takenOverBy: userId })
    .where(and(eq(publicSessions.id, sessionId), sql`${publicSessions.takenOverAt} is null`));
