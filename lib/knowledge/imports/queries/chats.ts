import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { chatMembers, chats } from "@/db/schema/chats";

/** Returns the ids of imported chats by their keys. */
export async function mapImportedChats({
  keys,
  userId,
  groupId,
}: MemberKey & { keys: string[] }): Promise<Map<string, number>> {
  const rows = await db()
    .select({ id: chats.id, key: chats.importKey })
    .from(chats)
    .where(and(eq(chats.createdBy, userId), eq(chats.groupId, groupId), inArray(chats.importKey, keys)));
  return new Map(rows.map(({ id, key }) => [key!, id]));
}

/**
 * Inserts chats without members, skipping those that a concurrent import has just inserted. The rows already contain
 * their last message, so the trigger on messages has nothing to update.
 */
export const insertChats = (values: (typeof chats.$inferInsert)[]) =>
  db()
    .insert(chats)
    .values(values)
    .onConflictDoNothing({
      target: [chats.createdBy, chats.groupId, chats.importKey],
      where: sql`import_key is not null`,
    })
    .returning({ id: chats.id, key: chats.importKey });

/** Adds the owners after the messages, so that these do not count as unread. */
export const insertOwners = (rows: (typeof chatMembers.$inferInsert)[]) =>
  db().insert(chatMembers).values(rows);
