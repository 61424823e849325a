import { and, eq, isNotNull, notLike, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { chats } from "@/db/schema/chats";
import { knownVisitors, publications, publicSessions } from "@/db/schema/public-chats";
import { isAlive, type SessionRow } from "../queries";

export type KnownVisitor = typeof knownVisitors.$inferSelect;

/** @param chatId a chat that the caller may access */
export async function findSecret({ chatId }: { chatId: number }): Promise<string | null> {
  const [row] = await db()
    .select({ sealed: publications.encryptedIdentitySecret })
    .from(publications)
    .where(eq(publications.chatId, chatId));
  return row?.sealed ?? null;
}

/** Returns true if this is the chat's current secret, which is locked until the transaction ends. */
export async function lockCurrentSecret({
  chatId,
  sealed,
}: {
  chatId: number;
  sealed: string;
}): Promise<boolean> {
  const rows = await db()
    .select({ chatId: publications.chatId })
    .from(publications)
    .where(and(eq(publications.chatId, chatId), eq(publications.encryptedIdentitySecret, sealed)))
    .for("share");
  return rows.length > 0;
}

export const setSecret = ({ chatId, sealed }: { chatId: number; sealed: string }) =>
  db()
    .insert(publications)
    .values({ chatId, encryptedIdentitySecret: sealed })
    .onConflictDoUpdate({ target: publications.chatId, set: { encryptedIdentitySecret: sealed } });

/** Ends the sessions of a chat's known visitors. Their conversations remain theirs. */
export const signOut = ({ chatId }: { chatId: number }) =>
  db()
    .update(publicSessions)
    .set({ hash: sql`'signed out ' || gen_random_uuid()` })
    .where(and(eq(publicSessions.chatId, chatId), isNotNull(publicSessions.knownVisitorId), isCurrent()));

const isCurrent = () => notLike(publicSessions.hash, "left %");

/** Creates or updates a known visitor by the site's id, locked until the transaction ends. */
export async function lockKnown(
  values: Pick<KnownVisitor, "chatId" | "externalId" | "name" | "email">,
): Promise<KnownVisitor> {
  return requireRow(
    await db()
      .insert(knownVisitors)
      .values(values)
      .onConflictDoUpdate({
        target: [knownVisitors.chatId, knownVisitors.externalId],
        set: {
          name: sql`coalesce(excluded.name, ${knownVisitors.name})`,
          email: sql`coalesce(excluded.email, ${knownVisitors.email})`,
        },
      })
      .returning(),
  );
}

export async function lockVisitorSession({
  knownVisitorId,
}: {
  knownVisitorId: number;
}): Promise<{ session: SessionRow; isAlive: boolean } | undefined> {
  const [row] = await db()
    .select({ session: publicSessions, isAlive: sql<boolean>`${isAlive()}` })
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.chatId))
    .where(and(eq(publicSessions.knownVisitorId, knownVisitorId), isCurrent()))
    .for("update", { of: publicSessions });
  return row;
}
