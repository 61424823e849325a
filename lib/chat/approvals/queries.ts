import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { chatMembers } from "@/db/schema/chats";
import { mcpQuestions, mcpServers, standingApprovals, toolApprovals } from "@/db/schema/mcp";

export type ApprovalRow = typeof toolApprovals.$inferSelect;
export type QuestionRow = typeof mcpQuestions.$inferSelect;
export type Use = { chatId: number; userId: number; mcpServerId: number; tool: string };

const isWaiting = eq(toolApprovals.state, "waiting");

export async function isStanding({ chatId, userId, mcpServerId, tool }: Use): Promise<boolean> {
  const rows = await db()
    .select({ tool: standingApprovals.tool })
    .from(standingApprovals)
    .where(
      and(
        eq(standingApprovals.chatId, chatId),
        eq(standingApprovals.userId, userId),
        eq(standingApprovals.mcpServerId, mcpServerId),
        eq(standingApprovals.tool, tool),
      ),
    );
  return rows.length > 0;
}

export const insertStanding = (use: Use) => db().insert(standingApprovals).values(use).onConflictDoNothing();

export async function insertApproval(values: typeof toolApprovals.$inferInsert): Promise<ApprovalRow> {
  return requireRow(await db().insert(toolApprovals).values(values).returning());
}

export const listWaiting = ({ streamingTaskId }: { streamingTaskId: string }) =>
  db()
    .select({ approval: toolApprovals, server: mcpServers.name })
    .from(toolApprovals)
    .innerJoin(mcpServers, eq(mcpServers.id, toolApprovals.mcpServerId))
    .where(and(eq(toolApprovals.streamingTaskId, streamingTaskId), isWaiting));

type ApprovalKey = { id: string; streamingTaskId: string; userId: number; groupId: string };

const isInCallersChat = (
  of: typeof toolApprovals.chatId | typeof mcpQuestions.chatId,
  { userId, groupId }: ApprovalKey,
) => and(eq(chatMembers.chatId, of), eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId));

export async function findForMember(key: ApprovalKey): Promise<ApprovalRow | undefined> {
  const { id, streamingTaskId } = key;
  const [row] = await db()
    .select({ approval: toolApprovals })
    .from(toolApprovals)
    .innerJoin(chatMembers, isInCallersChat(toolApprovals.chatId, key))
    .where(and(eq(toolApprovals.id, id), eq(toolApprovals.streamingTaskId, streamingTaskId)));
  return row?.approval;
}

export async function findQuestionForMember(key: ApprovalKey): Promise<QuestionRow | undefined> {
  const { id, streamingTaskId } = key;
  const [row] = await db()
    .select({ question: mcpQuestions })
    .from(mcpQuestions)
    .innerJoin(chatMembers, isInCallersChat(mcpQuestions.chatId, key))
    .where(and(eq(mcpQuestions.id, id), eq(mcpQuestions.streamingTaskId, streamingTaskId)));
  return row?.question;
}

export async function findState({ id }: { id: string }): Promise<ApprovalRow["state"] | undefined> {
  const [row] = await db()
    .select({ state: toolApprovals.state })
    .from(toolApprovals)
    .where(eq(toolApprovals.id, id));
  return row?.state;
}

/** Returns false if the approval was already decided; the first decision counts. */
export async function decide({ id, state }: { id: string; state: "allowed" | "refused" }): Promise<boolean> {
  const rows = await db()
    .update(toolApprovals)
    .set({ state, decidedAt: sql`now()` })
    .where(and(eq(toolApprovals.id, id), isWaiting))
    .returning({ id: toolApprovals.id });
  return rows.length > 0;
}

/** Refuses the open approvals that a run left behind before it was restarted. */
export const refuseOpen = ({ streamingTaskId }: { streamingTaskId: string }) =>
  db()
    .update(toolApprovals)
    .set({ state: "refused", decidedAt: sql`now()` })
    .where(and(eq(toolApprovals.streamingTaskId, streamingTaskId), isWaiting));

const isOpen = eq(mcpQuestions.state, "waiting");

export async function insertQuestion(values: typeof mcpQuestions.$inferInsert): Promise<QuestionRow> {
  return requireRow(await db().insert(mcpQuestions).values(values).returning());
}

export const listOpenQuestions = ({ streamingTaskId }: { streamingTaskId: string }) =>
  db()
    .select({ question: mcpQuestions, server: mcpServers.name })
    .from(mcpQuestions)
    .innerJoin(mcpServers, eq(mcpServers.id, mcpQuestions.mcpServerId))
    .where(and(eq(mcpQuestions.streamingTaskId, streamingTaskId), isOpen));

export async function findQuestion({ id }: { id: string }): Promise<QuestionRow | undefined> {
  const [row] = await db().select().from(mcpQuestions).where(eq(mcpQuestions.id, id));
  return row;
}

export async function answerQuestion({
  id,
  ...values
}: { id: string } & Pick<QuestionRow, "state" | "answer">): Promise<boolean> {
  const rows = await db()
    .update(mcpQuestions)
    .set({ ...values, decidedAt: sql`now()` })
    .where(and(eq(mcpQuestions.id, id), isOpen))
    .returning({ id: mcpQuestions.id });
  return rows.length > 0;
}

export const declineOpenQuestions = ({ streamingTaskId }: { streamingTaskId: string }) =>
  db()
    .update(mcpQuestions)
    .set({ state: "declined", decidedAt: sql`now()` })
    .where(and(eq(mcpQuestions.streamingTaskId, streamingTaskId), isOpen));
