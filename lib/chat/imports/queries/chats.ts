import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";

type Mine = { userId: number; groupId: string };

/** Rows of one statement: each has many parameters, and some long texts. */
const AT_ONCE = 200;

/** The keys of these under which the person has imported a chat that is still there. */
export async function importedKeys({ keys, userId, groupId }: Mine & { keys: string[] }): Promise<string[]> {
  const rows = await db()
    .select({ key: chats.importKey })
    .from(chats)
    .where(and(eq(chats.createdBy, userId), eq(chats.groupId, groupId), inArray(chats.importKey, keys)));
  return rows.map(({ key }) => key!);
}

/** Ids for new messages, rising. */
export async function reserveMessageIds(count: number): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('messages', 'id'))::int as id from generate_series(1, ${count}::int)`);
  return [...rows].map(({ id }) => id).sort((a, b) => a - b);
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

export async function insertMessages(rows: (typeof messages.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db()
      .insert(messages)
      .values(rows.slice(at, at + AT_ONCE));
}

/** Puts their owner into chats, after their messages: whoever comes later has none to read. */
export const insertOwners = (rows: (typeof chatMembers.$inferInsert)[]) =>
  db().insert(chatMembers).values(rows);
