import { and, eq, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { isOpenRun, messages, streamingTasks } from "@/db/schema/messages";

export async function listOtherReplies({
  id,
  questionId,
}: {
  id: number;
  questionId: number;
}): Promise<number[]> {
  const rows = await db()
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.replyingToId, questionId),
        eq(messages.userType, "assistant"),
        ne(messages.id, id),
        sql`${messages.extra} ? 'comparison'`,
      ),
    );
  return rows.map((row) => row.id);
}

export async function deleteOpenRuns({ questionId }: { questionId: number }): Promise<string[]> {
  const rows = await db()
    .delete(streamingTasks)
    .where(and(eq(streamingTasks.userMessageId, questionId), isOpenRun))
    .returning({ id: streamingTasks.id });
  return rows.map((row) => row.id);
}

export const decide = ({ id }: { id: number }) =>
  db()
    .update(messages)
    .set({ extra: sql`${messages.extra} - 'comparison'`, isIndexed: false })
    .where(eq(messages.id, id));
