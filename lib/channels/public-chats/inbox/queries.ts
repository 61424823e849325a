import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { chatMembers, chats } from "@/db/schema/chats";
import { publicSessions } from "@/db/schema/public-chats";
import { isAssigned, isOfCaller, type StaffCaller, selectVisitors, type VisitorRow } from "../staff/queries";

type Box = "unassigned" | "mine" | "all" | "closed";
type InboxFilter = { box: Box; publicChatId?: number; found?: SQL };
/** Pagination cursor: time (milliseconds since 1970) and conversation id. */
export type InboxCursor = { at: number; id: number };
type InboxPage = { isWaiting: boolean; after?: InboxCursor; limit: number };

const isNotSnoozed = sql`coalesce(${publicSessions.snoozedUntil} <= now(), true)`;
const isOpen = sql`${publicSessions.closedAt} is null`;
const isUnassigned = sql`(${publicSessions.assignedTo} is null or not ${isAssigned})`;
const isWaiting = sql`${publicSessions.waitingSince} is not null`;

const inBox = (box: Box, { userId }: StaffCaller): SQL | undefined =>
  ({
    unassigned: and(isOpen, isNotSnoozed, isUnassigned),
    mine: and(isOpen, isNotSnoozed, eq(publicSessions.assignedTo, userId)),
    all: isOpen,
    closed: sql`${publicSessions.closedAt} is not null`,
  })[box];

const joined = sql`${chatMembers} join ${publicSessions} on ${publicSessions.conversationId} = ${chatMembers.chatId}
  join ${chats} on ${chats.id} = ${chatMembers.chatId}`;

const which = ({ box, publicChatId, found }: InboxFilter, mine: StaffCaller): SQL | undefined =>
  and(
    isOfCaller(mine),
    inBox(box, mine),
    publicChatId === undefined ? undefined : eq(publicSessions.chatId, publicChatId),
    found,
  );

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;

export { buildSearchCondition } from "../staff/queries";

const waiting = (filter: InboxFilter, { after, limit }: InboxPage, mine: StaffCaller) => sql`
  select ${chatMembers.chatId} as id, ${publicSessions.waitingSince} as at from ${joined}
  where ${and(
    which(filter, mine),
    isWaiting,
    after &&
      sql`(${publicSessions.waitingSince}, ${chatMembers.chatId}) > (${time(after.at)}, ${after.id}::bigint)`,
  )}
  order by 2, 1 limit ${limit}`;

const selectNewest = (where: SQL | undefined, { after, limit }: InboxPage) => sql`
  select ${chatMembers.chatId} as id, ${chatMembers.lastActivityAt} as at from ${joined}
  where ${and(
    where,
    after &&
      sql`(${chatMembers.lastActivityAt}, ${chatMembers.chatId}) < (${time(after.at)}, ${after.id}::bigint)`,
  )}
  order by ${chatMembers.lastActivityAt} desc, ${chatMembers.chatId} desc limit ${limit}`;

// Selects the newest conversations. Conversations assigned to one person are few, so they are found by assignee. Others
// need four scans of the index on the caller's chats, one for each combination of its archived and starred flags.
function newest(filter: InboxFilter, part: InboxPage, mine: StaffCaller): SQL {
  const where = and(which(filter, mine), part.isWaiting ? sql`not (${isWaiting})` : undefined);
  if (filter.box === "mine") return selectNewest(where, part);
  const isOfKind = sql`${chatMembers.isArchived} = kinds.archived and ${chatMembers.isStarred} = kinds.starred`;
  return sql`
    select found.id, found.at
    from (values (false, false), (false, true), (true, false), (true, true)) kinds (archived, starred)
    cross join lateral (${selectNewest(and(where, isOfKind), part)}) found
    order by found.at desc, found.id desc limit ${part.limit}`;
}

/**
 * Returns a page of conversation ids.
 * @param part `isWaiting` is true for waiting conversations, which are listed before the others
 */
export async function listIds(
  list: "waiting" | "newest",
  filter: InboxFilter,
  part: InboxPage,
  mine: StaffCaller,
): Promise<InboxCursor[]> {
  const query = list === "waiting" ? waiting(filter, part, mine) : newest(filter, part, mine);
  const rows = await db().execute<{ id: number; at: string | Date }>(query);
  return [...rows].map(({ id, at }) => ({ id, at: new Date(at).getTime() }));
}

export async function listConversations(ids: number[], mine: StaffCaller): Promise<VisitorRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectVisitors().where(
    and(isOfCaller(mine), inArray(publicSessions.conversationId, ids)),
  );
  const byId = new Map(rows.map((row) => [row.chat.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

const COUNTED = 1000;
const counted = (where: SQL | undefined) =>
  sql`(select count(*)::int from (select 1 from ${joined} where ${where} limit ${COUNTED}) counted)`;

export async function countConversations(mine: StaffCaller) {
  const isMine = isOfCaller(mine);
  const unassigned = and(isMine, inBox("unassigned", mine));
  const unread = and(
    isMine,
    isOpen,
    isNotSnoozed,
    sql`${chatMembers.unreadCount} > 0 and not ${chatMembers.isMuted}`,
    or(isUnassigned, eq(publicSessions.assignedTo, mine.userId)),
  );
  const rows = await db().execute<{ unassigned: number; mine: number; waiting: number; unread: number }>(sql`
    select ${counted(unassigned)} as unassigned, ${counted(and(isMine, inBox("mine", mine)))} as mine,
      ${counted(and(unassigned, isWaiting))} as waiting, ${counted(unread)} as unread`);
  return requireRow([...rows]);
}

export const listPublicChats = (mine: StaffCaller) =>
  db()
    .select({ id: chats.id, uuid: chats.uuid, name: chats.name })
    .from(chats)
    .innerJoin(chatMembers, eq(chatMembers.chatId, chats.id))
    .where(
      and(
        isOfCaller(mine),
        eq(chats.groupId, mine.groupId),
        sql`(${chats.isPublic} or ${chats.publicEpoch} > 0)`,
      ),
    )
    .orderBy(chats.name, chats.id);

const MAX_EARLIER_CONVERSATIONS = 50;

/** Returns other conversations of the same visitor, newest first: those of the session and of the known visitor. */
export async function listEarlier({ session }: VisitorRow, mine: StaffCaller): Promise<VisitorRow[]> {
  const { chatId, hash, leftBy, knownVisitorId } = session;
  const begunBy = leftBy ?? hash;
  return selectVisitors()
    .where(
      and(
        isOfCaller(mine),
        eq(publicSessions.chatId, chatId),
        ne(publicSessions.id, session.id),
        or(
          eq(publicSessions.hash, begunBy),
          eq(publicSessions.leftBy, begunBy),
          knownVisitorId === null ? undefined : eq(publicSessions.knownVisitorId, knownVisitorId),
        ),
      ),
    )
    .orderBy(desc(chats.id))
    .limit(MAX_EARLIER_CONVERSATIONS);
}

export async function isMember(member: {
  chatId: number;
  userId: number;
  groupId: string;
}): Promise<boolean> {
  const rows = await db()
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(and(isOfCaller(member), eq(chatMembers.chatId, member.chatId)));
  return rows.length > 0;
}
