import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import type { Seeker } from "@/db/audiences";
import { type Audience, isAlone } from "@/db/chat-readers";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groupMembers } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats, chatWorkspaces } from "@/db/schema/chats";
import { memories } from "@/db/schema/memories";
import { isWorkspaceVisible } from "@/db/visible-workspaces";

/** Owner of memories. Every query is limited to one person in one group. */
export type MemoryOwner = { userId: number; groupId: string };
export type MemoryRow = typeof memories.$inferSelect;

const mine = ({ userId, groupId }: MemoryOwner) =>
  and(eq(memories.userId, userId), eq(memories.groupId, groupId), isNull(memories.deletedAt));
const mineDeleted = ({ userId, groupId }: MemoryOwner) =>
  and(eq(memories.userId, userId), eq(memories.groupId, groupId), isNotNull(memories.deletedAt));

// Includes the chat of origin and the workspace only while the person sees them.
const selectMemories = (seeker: Seeker) =>
  db()
    .select({
      memory: memories,
      chat: { id: chats.id, uuid: chats.uuid, name: chats.name },
      assistant: {
        id: virtualAssistants.id,
        name: virtualAssistants.name,
        mentionName: virtualAssistants.mentionName,
        avatar: virtualAssistants.avatar,
        avatarKey: virtualAssistants.avatarKey,
      },
      workspace: { id: chatWorkspaces.id, uuid: chatWorkspaces.uuid, name: chatWorkspaces.name },
    })
    .from(memories)
    .leftJoin(
      chatMembers,
      and(
        eq(chatMembers.chatId, memories.chatId),
        eq(chatMembers.userId, memories.userId),
        eq(chatMembers.groupId, memories.groupId),
      ),
    )
    .leftJoin(chats, eq(chats.id, chatMembers.chatId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, memories.virtualAssistantId))
    .leftJoin(
      chatWorkspaces,
      and(eq(chatWorkspaces.id, memories.chatWorkspaceId), isWorkspaceVisible(seeker)),
    )
    .$dynamic();
export type ShownMemory = Awaited<ReturnType<typeof selectMemories>>[number];

type MemoryFilter = { isProposed?: boolean; workspaceId?: number };
const fits = ({ isProposed, workspaceId, ...of }: MemoryOwner & MemoryFilter) =>
  and(
    mine(of),
    isProposed === undefined ? undefined : eq(memories.isProposed, isProposed),
    workspaceId === undefined ? undefined : eq(memories.chatWorkspaceId, workspaceId),
  );

export const listMemories = ({
  limit,
  offset,
  isAdmin,
  ...which
}: Seeker & MemoryFilter & { limit: number; offset: number }) =>
  selectMemories({ ...which, isAdmin })
    .where(fits(which))
    .orderBy(desc(memories.id))
    .limit(limit)
    .offset(offset);

export async function findMemory({ id, ...of }: Seeker & { id: number }): Promise<ShownMemory | undefined> {
  const [row] = await selectMemories(of).where(and(mine(of), eq(memories.id, id)));
  return row;
}

export async function findScope({ id, ...of }: MemoryOwner & { id: number }) {
  const { isProposed, virtualAssistantId, chatWorkspaceId } = memories;
  const [row] = await db()
    .select({ isProposed, virtualAssistantId, chatWorkspaceId })
    .from(memories)
    .where(and(mine(of), eq(memories.id, id)));
  return row;
}

/** Place of a reply. Memories that are scoped to other assistants or workspaces are excluded. */
export type Where = { assistantId: number; workspaceId: number | null };

/** Returns the memories of the person who asks, newest first; undefined when others read the reply, too. */
export async function listMemoriesFor(audience: Audience, limit: number, where?: Where) {
  const counts = where
    ? sql`and (memory.virtual_assistant_id is null or memory.virtual_assistant_id = ${where.assistantId}::int)
        and (memory.chat_workspace_id is null or memory.chat_workspace_id = ${where.workspaceId}::int)`
    : sql``;
  const rows = await db().execute<{ id: number | null; text: string | null }>(sql`
    select memory.id, memory.text from (select where ${isAlone(audience)}) alone
    left join ${memories} memory on memory.user_id = ${audience.userId}::int and memory.group_id = ${audience.groupId}::uuid
      and not memory.is_proposed and memory.deleted_at is null ${counts}
    order by memory.id desc limit ${limit}::int`);
  if (rows.length === 0) return undefined;
  return [...rows].flatMap(({ id, text }) => (id === null || text === null ? [] : [{ id, text }]));
}

export async function countMemories(which: MemoryOwner & MemoryFilter): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(memories).where(fits(which))).total;
}

export async function lockMemories({ userId, groupId }: MemoryOwner): Promise<boolean> {
  const rows = await db()
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.userId, userId), eq(groupMembers.groupId, groupId)))
    .for("no key update");
  return rows.length > 0;
}

// Facts that differ only in case, spaces or the final period are the same.
const normalize = (text: unknown) => sql`btrim(regexp_replace(lower(${text}), '\\s+', ' ', 'g'), ' .')`;

export async function findSame({
  text,
  exceptId = 0,
  ...of
}: MemoryOwner & { text: string; exceptId?: number }): Promise<MemoryRow | undefined> {
  const [row] = await db()
    .select()
    .from(memories)
    .where(
      and(
        mine(of),
        ne(memories.id, exceptId),
        sql`${normalize(memories.text)} = ${normalize(sql`${text}::text`)}`,
      ),
    );
  return row;
}

export async function insertMemory(values: MemoryOwner & typeof memories.$inferInsert): Promise<MemoryRow> {
  return requireRow(await db().insert(memories).values(values).returning());
}

type Facts = MemoryOwner & { texts: string[] };

const toRows = (texts: string[]) => sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb)`;

export async function keepProposals({ texts, ...of }: Facts): Promise<number> {
  const rows = await db()
    .update(memories)
    .set({ isProposed: false })
    .where(
      and(
        fits({ ...of, isProposed: true }),
        sql`${normalize(memories.text)} in (select ${normalize(sql`fact`)} from ${toRows(texts)} fact)`,
      ),
    )
    .returning({ id: memories.id });
  return rows.length;
}

/** Inserts the imported facts that are not stored yet and returns their number. */
export async function insertFacts({ userId, groupId, texts }: Facts): Promise<number> {
  const rows = await db().execute(sql`
    insert into ${memories} (user_id, group_id, text, source)
    select ${userId}::int, ${groupId}::uuid, fact.text, 'imported' from (
      select min(position) as position, (array_agg(text order by position))[1] as text, ${normalize(sql`text`)} as same
      from ${toRows(texts)} with ordinality listed(text, position) group by same) fact
    where not exists (select from ${memories} known
      where known.user_id = ${userId}::int and known.group_id = ${groupId}::uuid and known.deleted_at is null
        and ${normalize(sql`known.text`)} = fact.same)
    order by fact.position returning id`);
  return [...rows].length;
}

type MemoryValues = Partial<
  Pick<MemoryRow, "text" | "isProposed" | "virtualAssistantId" | "chatWorkspaceId">
>;
export async function updateMemory({
  id,
  values,
  ...of
}: MemoryOwner & { id: number; values: MemoryValues }) {
  const [row] = await db()
    .update(memories)
    // An update needs at least one column, and `values` may be empty.
    .set({ ...values, groupId: of.groupId })
    .where(and(mine(of), eq(memories.id, id)))
    .returning();
  return row;
}

export const deleteOldProposals = ({ most, ...of }: MemoryOwner & { most: number }) =>
  db()
    .delete(memories)
    .where(
      inArray(
        memories.id,
        db()
          .select({ id: memories.id })
          .from(memories)
          .where(fits({ ...of, isProposed: true }))
          .orderBy(desc(memories.id))
          .offset(most),
      ),
    );

export async function hasWorkspace({ id, ...seeker }: Seeker & { id: number }): Promise<boolean> {
  const rows = await db()
    .select({ id: chatWorkspaces.id })
    .from(chatWorkspaces)
    .where(and(isWorkspaceVisible(seeker), eq(chatWorkspaces.id, id)));
  return rows.length > 0;
}

export async function deleteMemory({ id, ...of }: MemoryOwner & { id: number }): Promise<boolean> {
  const rows = await db()
    .delete(memories)
    .where(and(mine(of), eq(memories.id, id)))
    .returning({ id: memories.id });
  return rows.length > 0;
}

export async function markDeleted(of: MemoryOwner): Promise<number> {
  const rows = await db()
    .update(memories)
    .set({ deletedAt: new Date() })
    .where(mine(of))
    .returning({ id: memories.id });
  return rows.length;
}

export const purgeDeleted = (of: MemoryOwner) => db().delete(memories).where(mineDeleted(of));

export async function purgeDeletedBefore({ before }: { before: Date }): Promise<void> {
  await db().delete(memories).where(lte(memories.deletedAt, before));
}

/** Restores the memories that were deleted after `since`, and deletes those that repeat them. */
export async function restoreMemories({ since, ...of }: MemoryOwner & { since: Date }): Promise<number> {
  const restorable = and(mineDeleted(of), gt(memories.deletedAt, since));
  const same = db()
    .select({ text: normalize(memories.text) })
    .from(memories)
    .where(restorable);
  await db()
    .delete(memories)
    .where(and(mine(of), inArray(normalize(memories.text), same)));
  const rows = await db()
    .update(memories)
    .set({ deletedAt: null })
    .where(restorable)
    .returning({ id: memories.id });
  return rows.length;
}
