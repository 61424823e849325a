import { and, count, eq, gt, lt, max, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatCompactions, chats } from "@/db/schema/chats";
import { isCounted, isShown, messages } from "@/db/schema/messages";

export type CompactionRow = typeof chatCompactions.$inferSelect;
type NewCompaction = Pick<
  CompactionRow,
  "chatId" | "throughId" | "doneThroughId" | "totalMessages" | "messagesHash" | "summary"
>;
type RunKey = Pick<CompactionRow, "chatId" | "runId">;

export async function findCompaction({ chatId }: { chatId: number }): Promise<CompactionRow | undefined> {
  const [row] = await db().select().from(chatCompactions).where(eq(chatCompactions.chatId, chatId));
  return row;
}

/** Returns the messages before the last question that replies see, as their last id and their number. */
export async function findCompactable({ chatId, after }: { chatId: number; after: number }) {
  const isRead = and(eq(messages.chatId, chatId), isShown, isCounted);
  const lastQuestion = db()
    .select({ id: max(messages.id) })
    .from(messages)
    .where(and(isRead, sql`${messages.userType} in ('user', 'guest')`));
  const [row] = await db()
    .select({ through: max(messages.id), total: count() })
    .from(messages)
    .where(and(isRead, gt(messages.id, after), lt(messages.id, sql`(${lastQuestion})`)));
  return { through: row?.through ?? null, total: row?.total ?? 0 };
}

export async function insertCompaction(values: NewCompaction): Promise<CompactionRow> {
  const [row] = await db().insert(chatCompactions).values(values).returning();
  return row!;
}

export const updateCompaction = ({ chatId, runId }: RunKey, values: Partial<CompactionRow>) =>
  db().update(chatCompactions).set(values).where(selectRun({ chatId, runId }));

/** Returns false when the compaction was cancelled. */
export async function deleteCompaction(run: RunKey): Promise<boolean> {
  const rows = await db()
    .delete(chatCompactions)
    .where(selectRun(run))
    .returning({ id: chatCompactions.chatId });
  return rows.length > 0;
}

const selectRun = ({ chatId, runId }: RunKey) =>
  and(eq(chatCompactions.chatId, chatId), eq(chatCompactions.runId, runId));

/** Lets replies see the messages again. A summary that the chat doesn't keep anyway is deleted. */
export const undoCompaction = ({ chatId }: { chatId: number }) =>
  db()
    .update(chats)
    .set({
      compactedThroughId: null,
      summary: sql`case when ${chats.summaryEnabled} then ${chats.summary} end`,
      summarizedThroughId: sql`case when ${chats.summaryEnabled} then ${chats.summarizedThroughId} end`,
    })
    .where(eq(chats.id, chatId));
