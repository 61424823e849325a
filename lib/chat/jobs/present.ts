import { toUserMini } from "@/lib/identity/people/service";
import type { ListedJob, RunRow } from "./queries";
import { listNextRuns } from "./schedule";

const SHOWN = 5;

export const run = (row: RunRow) => ({
  id: row.id,
  due_at: row.dueAt.toISOString(),
  is_manual: row.isManual,
  status: row.status,
  error: row.error,
  message_id: row.messageId,
  started_at: row.startedAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
});

export function toJob({ job, maker, lastRun }: ListedJob) {
  const next = job.state === "active" ? job.nextAt : null;
  const following = next ? [next, ...listNextRuns(job, next, SHOWN - 1)] : [];
  return {
    id: job.id,
    chat_id: job.chatId,
    name: job.name,
    prompt: job.prompt,
    virtual_assistant_id: job.virtualAssistantId,
    cron: job.cron,
    time_zone: job.timeZone,
    state: job.state,
    next_run_at: next?.toISOString() ?? null,
    next_runs: following.map((at) => at.toISOString()),
    last_run: lastRun && run(lastRun),
    mail_to_user_ids: job.mailToUserIds,
    post_to_chat_id: job.postToChatId,
    is_by_assistant: job.isByAssistant,
    created_by: toUserMini(maker),
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
  };
}
