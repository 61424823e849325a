import { and, count, desc, eq, ne, sql } from "drizzle-orm";
import { type Audience, isAlone } from "@/db/audience";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { groupMembers } from "@/db/schema/accounts";
import { memories } from "@/db/schema/memories";

/** Whose memories: every query reaches only those of one person in one group. */
export type Mine = { userId: number; groupId: string };
export type MemoryRow = typeof memories.$inferSelect;

const mine = ({ userId, groupId }: Mine) => and(eq(memories.userId, userId), eq(memories.groupId, groupId));

export const listMemories = ({ limit, offset, ...of }: Mine & { limit: number; offset: number }) =>
  db().select().from(memories).where(mine(of)).orderBy(desc(memories.id)).limit(limit).offset(offset);

/** What is remembered about the one who asks, newest first, if nobody reads along: undefined if somebody does. */
export async function memoriesFor(audience: Audience, limit: number) {
  const rows = await db().execute<{ id: number | null; text: string | null }>(sql`
    select memory.id, memory.text from (select where ${isAlone(audience)}) alone
    left join ${memories} memory on memory.user_id = ${audience.userId}::int and memory.group_id = ${audience.groupId}::uuid
    order by memory.id desc limit ${limit}::int`);
  if (rows.length === 0) return undefined;
  return [...rows].flatMap(({ id, text }) => (id === null || text === null ? [] : [{ id, text }]));
}

export async function countMemories(of: Mine): Promise<number> {
  return one(await db().select({ total: count() }).from(memories).where(mine(of))).total;
}

/** Makes the changes of a person's memories take turns; false when they are no member of the group. */
export async function lockMemories({ userId, groupId }: Mine): Promise<boolean> {
  const rows = await db()
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.userId, userId), eq(groupMembers.groupId, groupId)))
    .for("no key update");
  return rows.length > 0;
}

/** A memory that says the same but for case, spaces and the full stop. */
export async function findSame({
  text,
  exceptId = 0,
  ...of
}: Mine & { text: string; exceptId?: number }): Promise<MemoryRow | undefined> {
  const plain = (value: unknown) => sql`btrim(regexp_replace(lower(${value}), '\\s+', ' ', 'g'), ' .')`;
  const [row] = await db()
    .select()
    .from(memories)
    .where(
      and(mine(of), ne(memories.id, exceptId), sql`${plain(memories.text)} = ${plain(sql`${text}::text`)}`),
    );
  return row;
}

export async function insertMemory(values: Mine & { text: string; chatId?: number }): Promise<MemoryRow> {
  return one(await db().insert(memories).values(values).returning());
}

export async function updateMemory({ id, text, ...of }: Mine & { id: number; text: string }) {
  const [row] = await db()
    .update(memories)
    .set({ text })
    .where(and(mine(of), eq(memories.id, id)))
    .returning();
  return row;
}

/** Deletes one memory, or all of a person's in a group; answers how many. */
export async function deleteMemories({ id, ...of }: Mine & { id?: number }): Promise<number> {
  const rows = await db()
    .delete(memories)
    .where(and(mine(of), id === undefined ? undefined : eq(memories.id, id)))
    .returning({ id: memories.id });
  return rows.length;
}
