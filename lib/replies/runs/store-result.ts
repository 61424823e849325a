import { transaction } from "@/db/transaction";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { scheduleIndexing } from "@/lib/llm/indexing/service";
import { conflict } from "@/lib/platform/errors";
import { findLiveRun } from "./live-runs";
import * as queries from "./queries";
import * as comparisons from "./queries/comparisons";

/**
 * Chooses one of the compared replies. Deletes the others, including those still being written.
 * @throws AppError conflict when it is not part of a comparison, or one was already chosen
 */
export async function decideComparison(
  { id: chatId, groupId }: { id: number; groupId: string },
  replyId: number,
): Promise<void> {
  const given = await transaction(async () => {
    await chats.lock(chatId);
    const [kept] = await queries.listRepliesByIds({ ids: [replyId] });
    if (!kept?.extra?.comparison || kept.replyingToId === null)
      throw conflict("This reply isn't one of several that are compared, or another was chosen already.");
    const others = await comparisons.listOtherReplies({ id: kept.id, questionId: kept.replyingToId });
    const runs = await comparisons.deleteOpenRuns({ questionId: kept.replyingToId });
    await queries.deleteReplies({ ids: others });
    await comparisons.decide({ id: kept.id });
    await chats.recountAfterRemoval(chatId, { mayGrow: true });
    await chats.invalidateSummary(chatId, Math.min(kept.id, ...others));
    const question = { user_message_id: kept.replyingToId, status: "cancelled" };
    await events.publish(
      ...runs.map((id) => ({
        chatId,
        kind: "reply.finished" as const,
        data: { ...question, streaming_task_id: id },
      })),
      ...others.map((id) => ({ chatId, kind: "message.deleted" as const, data: { message_id: id } })),
      { chatId, kind: "message.updated" as const, data: { message_id: kept.id } },
    );
    return { runs };
  });
  scheduleIndexing(groupId);
  // Runs in other processes end at their next heartbeat.
  for (const id of given.runs) findLiveRun(id)?.stop("void");
}
