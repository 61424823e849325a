import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { virtualAssistants } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";

export type AssistantRow = typeof virtualAssistants.$inferSelect;
type OfGroup = { groupId: string };
type Values = Partial<typeof virtualAssistants.$inferInsert>;

const living = ({ groupId }: OfGroup) =>
  and(eq(virtualAssistants.groupId, groupId), isNull(virtualAssistants.removedAt));

export const listAssistants = ({ groupId, limit, offset }: OfGroup & { limit: number; offset: number }) =>
  db()
    .select()
    .from(virtualAssistants)
    .where(living({ groupId }))
    .orderBy(desc(virtualAssistants.isDefault), asc(virtualAssistants.name), asc(virtualAssistants.id))
    .limit(limit)
    .offset(offset);

export async function countAssistants(of: OfGroup): Promise<number> {
  return one(await db().select({ total: count() }).from(virtualAssistants).where(living(of))).total;
}

export async function findAssistant({
  groupId,
  id,
}: OfGroup & { id: number }): Promise<AssistantRow | undefined> {
  const [row] = await db()
    .select()
    .from(virtualAssistants)
    .where(and(living({ groupId }), eq(virtualAssistants.id, id)));
  return row;
}

export const assistantsByMentions = ({ groupId, names }: OfGroup & { names: string[] }) =>
  db()
    .select()
    .from(virtualAssistants)
    .where(and(living({ groupId }), inArray(virtualAssistants.mentionName, names)));

export async function defaultAssistant(of: OfGroup): Promise<AssistantRow | undefined> {
  const [row] = await db()
    .select()
    .from(virtualAssistants)
    .where(and(living(of), eq(virtualAssistants.isDefault, true)));
  return row;
}

export async function insertAssistant(values: typeof virtualAssistants.$inferInsert): Promise<AssistantRow> {
  return one(await db().insert(virtualAssistants).values(values).returning());
}

export async function updateAssistant({ groupId, id, values }: OfGroup & { id: number; values: Values }) {
  const [row] = await db()
    .update(virtualAssistants)
    .set({ ...values, updatedAt: sql`now()` })
    .where(and(living({ groupId }), eq(virtualAssistants.id, id)))
    .returning();
  return row;
}

/** Leaves the default flag to one assistant of the group. */
export const clearDefault = ({ groupId, exceptId }: OfGroup & { exceptId?: number }) =>
  db()
    .update(virtualAssistants)
    .set({ isDefault: false })
    .where(
      and(
        living({ groupId }),
        eq(virtualAssistants.isDefault, true),
        exceptId ? ne(virtualAssistants.id, exceptId) : undefined,
      ),
    );

export async function removeAssistant({ groupId, id }: OfGroup & { id: number }): Promise<boolean> {
  const rows = await db()
    .update(virtualAssistants)
    .set({ removedAt: sql`now()`, isDefault: false })
    .where(and(living({ groupId }), eq(virtualAssistants.id, id)))
    .returning({ id: virtualAssistants.id });
  await db().update(chats).set({ virtualAssistantId: null }).where(eq(chats.virtualAssistantId, id));
  return rows.length > 0;
}
