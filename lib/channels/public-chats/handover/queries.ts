import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, not, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chats } from "@/db/schema/chats";
import { isShown, messages } from "@/db/schema/messages";
import { publications, publicSessionKeys, publicSessions } from "@/db/schema/public-chats";
import { isAlive } from "../queries";

export async function findPublication({ chatId }: { chatId: number }) {
  const [row] = await db()
    .select({ title: publications.title, hours: publications.hours, offlineText: publications.offlineText })
    .from(publications)
    .where(eq(publications.chatId, chatId));
  return row;
}

/** Sets the address for answers. A change revokes session ids obtained from links mailed to the old address. */
export async function setEmail(values: { id: number; email: string | null; language?: string }) {
  const { id, email, language } = values;
  const keys = db()
    .select({ id: publicSessions.id })
    .from(publicSessions)
    .where(and(eq(publicSessions.id, id), sql`${publicSessions.email} is distinct from ${email}`));
  await db().delete(publicSessionKeys).where(inArray(publicSessionKeys.sessionId, keys));
  await db()
    .update(publicSessions)
    .set({ email, seenAt: sql`now()`, ...(language && { language }) })
    .where(eq(publicSessions.id, id));
}

export const markSeen = ({ id }: { id: number }) =>
  db()
    .update(publicSessions)
    .set({ seenAt: sql`now()` })
    .where(and(eq(publicSessions.id, id), isNotNull(publicSessions.email)));

export async function findMailed({ chatUuid, id }: { chatUuid: string; id: number }) {
  const [row] = await db()
    .select({ id: publicSessions.id, chatId: publicSessions.chatId, email: publicSessions.email })
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.chatId))
    .where(
      and(eq(publicSessions.id, id), eq(chats.uuid, chatUuid), isAlive(), isNotNull(publicSessions.email)),
    );
  return row;
}

export async function addKey({ sessionId, hash, most }: { sessionId: number; hash: string; most: number }) {
  await db().insert(publicSessionKeys).values({ sessionId, hash });
  const kept = db()
    .select({ hash: publicSessionKeys.hash })
    .from(publicSessionKeys)
    .where(eq(publicSessionKeys.sessionId, sessionId))
    .orderBy(desc(publicSessionKeys.createdAt), desc(publicSessionKeys.hash))
    .limit(most);
  await db()
    .delete(publicSessionKeys)
    .where(and(eq(publicSessionKeys.sessionId, sessionId), not(inArray(publicSessionKeys.hash, kept))));
}

export const stopMails = ({ chatId, email }: { chatId: number; email: string }) =>
  db()
    .update(publicSessions)
    .set({ email: null })
    .where(and(eq(publicSessions.chatId, chatId), eq(publicSessions.email, email)));

/** Returns the visitor of a conversation who wants answers by mail, locked until the transaction ends. */
export async function lockExpecting({ conversationId }: { conversationId: number }) {
  const [row] = await db()
    .select({ session: publicSessions, chat: { id: chats.id, uuid: chats.uuid, name: chats.name } })
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.chatId))
    .where(
      and(
        eq(publicSessions.conversationId, conversationId),
        isNotNull(publicSessions.email),
        isNull(publicSessions.blockedAt),
        isAlive(),
      ),
    )
    .for("update", { of: publicSessions });
  return row;
}

const isUndeliveredAnswer = () =>
  and(
    eq(messages.userType, "user"),
    isShown,
    gt(messages.id, sql`coalesce(${publicSessions.mailedMessageId}, 0)`),
    or(isNull(publicSessions.seenAt), gt(messages.createdAt, publicSessions.seenAt)),
  );

/** Returns answers that the visitor has neither seen nor been mailed, oldest first, with their age in seconds. */
export const listUndeliveredAnswers = ({ conversationId }: { conversationId: number }) =>
  db()
    .select({
      id: messages.id,
      text: messages.text,
      attachments: messages.attachments,
      age: sql<number>`extract(epoch from now() - ${messages.createdAt})::float8`,
    })
    .from(messages)
    .innerJoin(publicSessions, eq(publicSessions.conversationId, messages.chatId))
    .where(and(eq(messages.chatId, conversationId), isUndeliveredAnswer()))
    .orderBy(asc(messages.id));

export const markMailed = ({ sessionId, messageId }: { sessionId: number; messageId: number }) =>
  db().update(publicSessions).set({ mailedMessageId: messageId }).where(eq(publicSessions.id, sessionId));

export async function listOverdue({ seconds, limit }: { seconds: number; limit: number }): Promise<number[]> {
  const rows = await db()
    .selectDistinct({ id: messages.chatId })
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.chatId))
    .innerJoin(messages, eq(messages.chatId, publicSessions.conversationId))
    .where(
      and(
        isAlive(),
        isNotNull(publicSessions.email),
        isNull(publicSessions.blockedAt),
        isUndeliveredAnswer(),
        gt(messages.createdAt, sql`now() - interval '3 days'`),
        lt(messages.createdAt, sql`now() - make_interval(secs => ${seconds})`),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}
