import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groups } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { publicSessionKeys, publicSessions } from "@/db/schema/public-chats";

export type ChatRow = typeof chats.$inferSelect;
export type SessionRow = typeof publicSessions.$inferSelect;
export type Session = { session: SessionRow; chat: ChatRow; conversation: ChatRow | null };

const conversations = alias(chats, "conversation");

const isPublic = () =>
  and(
    eq(chats.isPublic, true),
    sql`exists (select 1 from ${groups} own where own.id = ${chats.groupId} and own.suspended_at is null)`,
  );

/** Returns the ids of a group's public chats, regardless of a suspension. */
export async function listPublicChats({ groupId }: { groupId: string }): Promise<number[]> {
  const rows = await db()
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.groupId, groupId), eq(chats.isPublic, true)));
  return rows.map(({ id }) => id);
}

export async function findPublicChat({ uuid }: { uuid: string }): Promise<ChatRow | undefined> {
  const [row] = await db()
    .select()
    .from(chats)
    .where(and(eq(chats.uuid, uuid), isPublic()));
  return row;
}

/** Inserts a session, blocked if its address is. Returns its id, or undefined if the chat isn't public anymore. */
export async function insertSession({
  chatId,
  hash,
  page,
  language,
  browser,
  addressHash,
}: Pick<SessionRow, "chatId" | "hash" | "page" | "language" | "browser" | "addressHash">): Promise<
  number | undefined
> {
  const rows = await db().execute<{ id: number }>(sql`
    insert into ${publicSessions} (chat_id, hash, epoch, page, language, browser, address_hash, blocked_at)
    select id, ${hash}, public_epoch, ${page}, ${language}, ${browser}, ${addressHash},
      (select max(blocked_at) from ${publicSessions} other where other.chat_id = ${chatId}
        and other.address_hash = ${addressHash} and other.blocked_at > ${endsBlocks()})
    from ${chats} where id = ${chatId} and ${isPublic()}
    returning id`);
  return [...rows][0]?.id;
}

// Blocks set before this time apply only to the blocked visitor, not to others at the same address.
const endsBlocks = () => sql`now() - interval '24 hours'`;

/**
 * Blocks or unblocks a visitor: all sessions of a known visitor, and sessions without a conversation from the same
 * address. Returns the affected conversations.
 */
export async function setBlocked(
  { id, chatId, knownVisitorId, addressHash }: SessionRow,
  isBlocked: boolean,
): Promise<number[]> {
  const rows = await db()
    .update(publicSessions)
    .set({ blockedAt: isBlocked ? sql`now()` : null })
    .where(
      and(
        eq(publicSessions.chatId, chatId),
        or(
          eq(publicSessions.id, id),
          knownVisitorId === null ? undefined : eq(publicSessions.knownVisitorId, knownVisitorId),
          addressHash === null
            ? undefined
            : and(eq(publicSessions.addressHash, addressHash), isNull(publicSessions.conversationId)),
        ),
      ),
    )
    .returning({ id: publicSessions.conversationId });
  return rows.flatMap((row) => row.id ?? []);
}

export const isAlive = () =>
  and(
    isPublic(),
    eq(chats.publicEpoch, publicSessions.epoch),
    gt(publicSessions.lastUsedAt, sql`now() - interval '30 days'`),
    gt(publicSessions.createdAt, sql`now() - interval '180 days'`),
  );

export async function findSession({
  chatUuid,
  hash,
}: {
  chatUuid: string;
  hash: string;
}): Promise<Session | undefined> {
  const [row] = await db()
    .select({ session: publicSessions, chat: chats, conversation: conversations })
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.chatId))
    .leftJoin(conversations, eq(conversations.id, publicSessions.conversationId))
    .where(and(eq(publicSessions.id, selectSessionId(hash)), eq(chats.uuid, chatUuid), isAlive()));
  return row;
}

const selectSessionId = (hash: string) => sql<number>`(
  select id from ${publicSessions} where hash = ${hash}
  union all select session_id from ${publicSessionKeys} where hash = ${hash} limit 1)`;

export const moveKeys = ({ from, to }: { from: number; to: number }) =>
  db().update(publicSessionKeys).set({ sessionId: to }).where(eq(publicSessionKeys.sessionId, from));

export async function lockSession({ id }: { id: number }): Promise<SessionRow | undefined> {
  const [row] = await db().select().from(publicSessions).where(eq(publicSessions.id, id)).for("update");
  return row;
}

export const updateSession = ({ id, values }: { id: number; values: Partial<SessionRow> }) =>
  db().update(publicSessions).set(values).where(eq(publicSessions.id, id));

export const deleteSession = ({ id }: { id: number }) =>
  db().delete(publicSessions).where(eq(publicSessions.id, id));

export async function copySession(values: typeof publicSessions.$inferInsert): Promise<{ id: number }> {
  return requireRow(await db().insert(publicSessions).values(values).returning({ id: publicSessions.id }));
}

export async function insertConversation(values: typeof chats.$inferInsert): Promise<ChatRow> {
  return requireRow(await db().insert(chats).values(values).returning());
}

/**
 * Copies members and their mute setting from the public chat to a conversation, and returns their ids. Locks the rows
 * against concurrent changes (`updateMember`).
 */
export async function copyMembers({ from, to }: { from: number; to: number }): Promise<number[]> {
  const rows = await db().execute<{ user_id: number }>(sql`
    insert into ${chatMembers} (chat_id, user_id, group_id, role, is_muted)
    select ${to}::int, user_id, group_id, role, is_muted from ${chatMembers} where chat_id = ${from}
    for share
    returning user_id`);
  return [...rows].map((row) => row.user_id);
}

export async function findAssistant({ id, groupId }: { id: number; groupId: string }) {
  const [row] = await db()
    .select()
    .from(virtualAssistants)
    .where(
      and(
        eq(virtualAssistants.id, id),
        eq(virtualAssistants.groupId, groupId),
        isNull(virtualAssistants.removedAt),
      ),
    );
  return row;
}

export const deleteSilentSessions = () =>
  db()
    .delete(publicSessions)
    .where(
      and(
        isNull(publicSessions.conversationId),
        lt(publicSessions.lastUsedAt, sql`now() - interval '24 hours'`),
      ),
    );
