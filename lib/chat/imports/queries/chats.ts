import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers, chats } from "@/db/schema/chats";

type Mine = { userId: number; groupId: string };

/** The keys of these under which the person has imported a chat that is still there. */
export async function importedKeys({ keys, userId, groupId }: Mine & { keys: string[] }): Promise<string[]> {
  const rows = await db()
    .select({ key: chats.importKey })
    .from(chats)
    .where(and(eq(chats.createdBy, userId), eq(chats.groupId, groupId), inArray(chats.importKey, keys)));
  return rows.map(({ key }) => key!);
}

/**
 * Stores chats in which nobody is yet; those that another import has just stored are left out. A chat says what its newest message is
 * before that is there: the trigger that notes new messages finds nothing to do.
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

/** Puts their owner into chats, after their messages: whoever comes later has none to read. */
export const insertOwners = (rows: (typeof chatMembers.$inferInsert)[]) =>
  db().insert(chatMembers).values(rows);
