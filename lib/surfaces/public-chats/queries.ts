import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { groups } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { publicSessionKeys, publicSessions } from "@/db/schema/public-chats";

export type ChatRow = typeof chats.$inferSelect;
export type SessionRow = typeof publicSessions.$inferSelect;
/** A session that is not over, its public chat, and the visitor's conversation once there is one. */
export type Session = { session: SessionRow; chat: ChatRow; conversation: ChatRow | null };

const conversations = alias(chats, "conversation");

/** In a suspended group nothing is public. */
const isPublic = () =>
  and(
    eq(chats.isPublic, true),
    sql`exists (select 1 from ${groups} own where own.id = ${chats.groupId} and own.suspended_at is null)`,
  );

/** The chats of a group that are public while it is not suspended. */
export async function publicChatsOf({ groupId }: { groupId: string }): Promise<number[]> {
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

/** Its id, blocked where its address is; undefined when the chat is not public any more. */
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

/** What was blocked before then holds for its visitor only, and no longer for others at the address. */
const endsBlocks = () => sql`now() - interval '24 hours'`;

/**
 * Blocks a visitor, or lets them in again: all that is theirs where the site has signed who they are, and what was begun
 * at their address and has no conversation yet. Answers the conversations.
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

/** What a session has to be so that it counts. */
export const isAlive = () =>
  and(
    isPublic(),
    eq(chats.publicEpoch, publicSessions.epoch),
    gt(publicSessions.lastUsedAt, sql`now() - interval '30 days'`),
    gt(publicSessions.createdAt, sql`now() - interval '180 days'`),
  );

/** The session behind a hash, of one public chat; undefined when it is over, or another chat's. */
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
    .where(and(eq(publicSessions.id, sessionOf(hash)), eq(chats.uuid, chatUuid), isAlive()));
  return row;
}

/** The session that an id opens: its own, or one of a link in a mail. */
const sessionOf = (hash: string) => sql<number>`(
  select id from ${publicSessions} where hash = ${hash}
  union all select session_id from ${publicSessionKeys} where hash = ${hash} limit 1)`;

/** Has what else opened a session open another one. */
export const moveKeys = ({ from, to }: { from: number; to: number }) =>
  db().update(publicSessionKeys).set({ sessionId: to }).where(eq(publicSessionKeys.sessionId, from));

/** Holds a session until the transaction ends; undefined when it is gone. */
export async function lockSession({ id }: { id: number }): Promise<SessionRow | undefined> {
  const [row] = await db().select().from(publicSessions).where(eq(publicSessions.id, id)).for("update");
  return row;
}

export const updateSession = ({ id, values }: { id: number; values: Partial<SessionRow> }) =>
  db().update(publicSessions).set(values).where(eq(publicSessions.id, id));

export const deleteSession = ({ id }: { id: number }) =>
  db().delete(publicSessions).where(eq(publicSessions.id, id));

export async function copySession(values: typeof publicSessions.$inferInsert): Promise<{ id: number }> {
  return one(await db().insert(publicSessions).values(values).returning({ id: publicSessions.id }));
}

export async function insertConversation(values: typeof chats.$inferInsert): Promise<ChatRow> {
  return one(await db().insert(chats).values(values).returning());
}

/** Gives a conversation the members of its public chat, those who muted it muted, which waits until then (`updateMember`); answers who they are. */
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

/** Forgets visitors who wrote nothing for a day. */
export const deleteSilentSessions = () =>
  db()
    .delete(publicSessions)
    .where(
      and(
        isNull(publicSessions.conversationId),
        lt(publicSessions.lastUsedAt, sql`now() - interval '24 hours'`),
      ),
    );
