import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { chatMembers } from "@/db/schema/chats";
import { mcpServers, standingApprovals, toolApprovals } from "@/db/schema/mcp";

export type ApprovalRow = typeof toolApprovals.$inferSelect;
/** A tool that somebody uses in a chat. */
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
  return one(await db().insert(toolApprovals).values(values).returning());
}

/** The questions of a run that are open, with the server's name. */
export const waitingOf = ({ streamingTaskId }: { streamingTaskId: string }) =>
  db()
    .select({ approval: toolApprovals, server: mcpServers.name })
    .from(toolApprovals)
    .innerJoin(mcpServers, eq(mcpServers.id, toolApprovals.mcpServerId))
    .where(and(eq(toolApprovals.streamingTaskId, streamingTaskId), isWaiting));

/** A question, for a member of its chat. */
export async function findForMember({
  id,
  streamingTaskId,
  userId,
  groupId,
}: {
  id: string;
  streamingTaskId: string;
  userId: number;
  groupId: string;
}): Promise<ApprovalRow | undefined> {
  const [row] = await db()
    .select({ approval: toolApprovals })
    .from(toolApprovals)
    .innerJoin(
      chatMembers,
      and(
        eq(chatMembers.chatId, toolApprovals.chatId),
        eq(chatMembers.userId, userId),
        eq(chatMembers.groupId, groupId),
      ),
    )
    .where(and(eq(toolApprovals.id, id), eq(toolApprovals.streamingTaskId, streamingTaskId)));
  return row?.approval;
}

export async function stateOf({ id }: { id: string }): Promise<ApprovalRow["state"] | undefined> {
  const [row] = await db()
    .select({ state: toolApprovals.state })
    .from(toolApprovals)
    .where(eq(toolApprovals.id, id));
  return row?.state;
}

/** The first decision counts; false when it was made before. */
export async function decide({ id, state }: { id: string; state: "allowed" | "refused" }): Promise<boolean> {
  const rows = await db()
    .update(toolApprovals)
    .set({ state, decidedAt: sql`now()` })
    .where(and(eq(toolApprovals.id, id), isWaiting))
    .returning({ id: toolApprovals.id });
  return rows.length > 0;
}

/** Closes what a run asked before it was begun anew. */
export const refuseOpen = ({ streamingTaskId }: { streamingTaskId: string }) =>
  db()
    .update(toolApprovals)
    .set({ state: "refused", decidedAt: sql`now()` })
    .where(and(eq(toolApprovals.streamingTaskId, streamingTaskId), isWaiting));
