import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { chatMembers, chats } from "@/db/schema/chats";

export async function listImportedKeys({
  keys,
  userId,
  groupId,
}: MemberKey & { keys: string[] }): Promise<string[]> {
  const rows = await db()
    .select({ key: chats.importKey })
    .from(chats)
    .where(and(eq(chats.createdBy, userId), eq(chats.groupId, groupId), inArray(chats.importKey, keys)));
  return rows.map(({ key }) => key!);
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
