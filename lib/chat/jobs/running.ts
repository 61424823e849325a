import { transaction } from "@/db/transaction";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import { findDeputy } from "@/lib/identity/auth/service";
import * as background from "@/lib/platform/background/service";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { toMailName } from "@/lib/platform/mail/one-line";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import * as queries from "./queries";
import { deliverResult, listReplyTexts } from "./results";
import { listNextRuns } from "./schedule";
import type { PromptSender } from "./sending";

const BATCH = 100;
const MAX_CONSECUTIVE_FAILURES = 5;

/** Starts due runs, each once across all processes. A job that missed several runs runs only once. */
export async function startDue(now = clock.getDateIn(0)): Promise<void> {
  for (;;) {
    const count = await transaction(async () => {
      const due = await queries.lockDueJobs({ now, limit: BATCH });
      for (const job of due) {
        const run = await queries.insertRun({ jobId: job.id, dueAt: job.nextAt! });
        const [nextAt] = listNextRuns(job, now, 1);
        const values = nextAt ? { nextAt } : { nextAt: null, state: "done" as const };
        await queries.updateJob({ id: job.id, values });
        if (run) await background.emit("job.due", { job_id: job.id, run_id: run.id });
      }
      return due.length;
    });
    if (count < BATCH) return;
  }
}

/**
 * Sends the prompt of a run into its chat as the job's creator. Idempotent per run.
 * @returns the streaming task id of the replies; null when nobody replies or sending failed
 */
export async function sendPrompt(runId: number, sending: PromptSender): Promise<string | null> {
  try {
    const sent = await transaction(async () => {
      const found = await queries.findRun({ id: runId, hold: true });
      if (found?.run.status !== "running") return null;
      if (found.run.messageId !== null) return (await sending.findTaskOfMessage(found.run.messageId)) ?? null;
      const answer = await post(found.job, sending);
      await queries.updateRun({ id: runId, values: { messageId: answer.user_message_id } });
      return { id: answer.streaming_task_id };
    });
    return sent?.id ?? null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await fail(runId, error.message);
    return null;
  }
}

async function post(job: queries.JobRow, { send }: PromptSender) {
  const viewer = await findDeputy(job.createdBy, job.groupId, "job");
  const found = viewer && (await chats.getChatFor(viewer, job.chatId).catch(() => undefined));
  if (!found) throw new AppError("forbidden", "The creator of this job no longer has access to the chat.");
  if (!found.chat.scheduledJobsEnabled)
    throw new AppError("conflict", "Scheduled jobs are turned off in the settings of this chat.");
  const own = job.virtualAssistantId === null ? [] : [job.virtualAssistantId];
  const living = await assistants.listByIds(job.groupId, own);
  return send(viewer, job.chatId, {
    message_input: job.prompt,
    is_sync: false,
    files: [],
    extra: { job: { id: job.id, name: job.name, is_by_assistant: job.isByAssistant } },
    ...(living.length > 0 && { assistant_ids: living.map(({ id }) => id) }),
  });
}

export async function end(runId: number, taskId: string | null, sending: PromptSender): Promise<void> {
  if (taskId !== null) await sending.waitUntilFinished(taskId);
  const found = await queries.findRun({ id: runId });
  if (found?.run.status !== "running") return;
  const task =
    found.run.messageId === null ? undefined : await sending.findTaskOfMessage(found.run.messageId);
  if (task?.status === "failed") return fail(runId, task.error ?? "The reply failed.");
  const replyTexts = await listReplyTexts(taskId === null ? [] : await sending.getMessageIds(taskId));
  await transaction(async () => {
    const held = await queries.findRun({ id: runId, hold: true });
    if (held?.run.status !== "running") return;
    const error = await deliverResult(held.job, replyTexts, sending);
    await queries.updateRun({ id: runId, values: { status: "completed", error, endedAt: new Date() } });
  });
}

async function fail(runId: number, error: string): Promise<void> {
  await transaction(async () => {
    const found = await queries.findRun({ id: runId, hold: true });
    if (!found) return;
    const { job, email, language } = found;
    const isNow = await queries.updateRun({
      id: runId,
      values: { status: "failed", error, endedAt: new Date() },
    });
    if (!isNow) return;
    const latest = await queries.listRuns({ jobId: job.id, limit: MAX_CONSECUTIVE_FAILURES });
    const isHopeless =
      latest.length === MAX_CONSECUTIVE_FAILURES && latest.every(({ status }) => status === "failed");
    log.info({ job: job.id, run: runId, error, isHopeless }, "a scheduled job failed");
    if (!isHopeless || job.state !== "active") return;
    await queries.updateJob({ id: job.id, values: { state: "paused" } });
    const t = await loadTranslate(toReader(language), "mails");
    await mail({
      to: email,
      language: t.language,
      subject: t("jobPausedSubject", { name: toMailName(job.name) }),
      lines: [t("jobPaused", { count: MAX_CONSECUTIVE_FAILURES, error }), t("jobPausedHelp")],
      action: { label: t("openParley"), url: config().appUrl },
    });
  });
}

export const sweep = () => queries.failOrDeleteOldRuns();
