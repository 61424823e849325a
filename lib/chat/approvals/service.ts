import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import { conflict, notFound } from "@/lib/platform/errors";
import * as queries from "./queries";
import { waitForDecision, wakeWaitingRun } from "./waiting";

export * as questions from "./questions";

export type ApprovalRequest = queries.Use & {
  streamingTaskId: string;
  server: string;
  input: Record<string, unknown>;
};

const present = (row: queries.ApprovalRow, server: string) => ({
  id: row.id,
  user_id: row.userId,
  server,
  tool: row.tool,
  input: row.input,
  created_at: row.createdAt.toISOString(),
});
export type Approval = ReturnType<typeof present>;

export async function listWaiting(streamingTaskId: string): Promise<Approval[]> {
  const rows = await queries.listWaiting({ streamingTaskId });
  return rows.map(({ approval, server }) => present(approval, server));
}

/**
 * Returns whether a tool call is allowed, by a standing approval or by the person's decision. Waits for the decision,
 * which another process may receive, and refuses after `TOOL_APPROVAL_SECONDS`.
 * @param open called with the approval when it opens, and with undefined when it closes
 * @throws the reason of `signal` when the run is stopped
 */
export async function ask(
  { streamingTaskId, chatId, userId, mcpServerId, tool, server, input }: ApprovalRequest,
  open: (question: Approval | undefined) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const use = { chatId, userId, mcpServerId, tool };
  if (await queries.isStanding(use)) return true;
  const row = await transaction(async () => {
    await queries.refuseOpen({ streamingTaskId });
    return queries.insertApproval({ ...use, streamingTaskId, input });
  });
  open(present(row, server));
  try {
    const state = await waitForDecision(
      row.id,
      async () => {
        const now = await queries.findState({ id: row.id });
        // A deleted chat or server takes its approvals with it.
        return now === "waiting" ? undefined : (now ?? "refused");
      },
      () => queries.decide({ id: row.id, state: "refused" }),
      signal,
    );
    return state === "allowed";
  } finally {
    open(undefined);
    if (signal.aborted) await queries.decide({ id: row.id, state: "refused" });
  }
}

/** @throws AppError not_found, forbidden, conflict when the approval was already decided differently */
export async function decide(
  viewer: Viewer,
  streamingTaskId: string,
  id: string,
  decision: "allow" | "always" | "refuse",
) {
  const row = await queries.findForMember({
    id,
    streamingTaskId,
    userId: viewer.user.id,
    groupId: viewer.group.id,
  });
  if (!row) throw notFound("Question");
  access.authorize(viewer, "approval.decide", { isAuthor: row.userId === viewer.user.id });
  const state = decision === "refuse" ? "refused" : "allowed";
  await transaction(async () => {
    const isFirst = await queries.decide({ id, state });
    if (!isFirst && (await queries.findState({ id })) !== state)
      throw conflict("This was already answered, or the client disconnected.");
    const { chatId, userId, mcpServerId, tool } = row;
    if (decision === "always") await queries.insertStanding({ chatId, userId, mcpServerId, tool });
  });
  wakeWaitingRun(id);
  return { success: true as const, state };
}
