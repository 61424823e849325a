import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import * as background from "@/lib/platform/background/service";
import * as clock from "@/lib/platform/clock";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { conflict, invalid, notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import type { JobCreate, JobUpdate } from "./contract";
import { MAX_JOBS } from "./operations";
import * as present from "./present";
import * as queries from "./queries";
import { checkSchedule, listNextRuns } from "./schedule";

export { end, sendPrompt, startDue, sweep } from "./running";

// Tolerance for a start time in the past: clocks differ, and filling in a form takes a while.
const START_TOLERANCE_MS = 60_000;

type NewJob = z.output<typeof JobCreate>;
type JobChange = z.output<typeof JobUpdate>;
type ChatAccess = Awaited<ReturnType<typeof chats.getChatFor>>;

export async function list(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  return (await queries.listJobs({ chatId: chat.id })).map(present.toJob);
}

export async function get(viewer: Viewer, reference: Reference, id: number) {
  const { chat } = await chats.getChatFor(viewer, reference);
  return getJobResponse(chat.id, id);
}

/** @throws AppError not_found, conflict; InvalidInput for a schedule that never occurs or occurs too often */
export async function create(viewer: Viewer, reference: Reference, job: NewJob, isByAssistant = false) {
  const { chat } = await chats.getChatFor(viewer, reference);
  assertJobsEnabled(chat);
  const schedule = { cron: job.cron ?? null, timeZone: job.time_zone };
  const nextAt = firstRun(schedule, job.run_at ?? undefined);
  await assertReplier(viewer, job.virtual_assistant_id);
  const destinations = await resolveDestinations(viewer, chat.id, job);
  const { id } = await transaction(async () => {
    await chats.lock(chat.id);
    if ((await queries.countJobs({ chatId: chat.id })) >= MAX_JOBS)
      throw conflict(`A chat has at most ${MAX_JOBS} jobs. Remove one first.`);
    await assertBelowCap("jobs", { groupId: chat.groupId, userId: viewer.user.id });
    return queries.insertJob({
      groupId: chat.groupId,
      chatId: chat.id,
      name: job.name,
      prompt: job.prompt,
      virtualAssistantId: job.virtual_assistant_id,
      ...schedule,
      ...destinations,
      nextAt,
      isByAssistant,
      createdBy: viewer.user.id,
    });
  });
  return getJobResponse(chat.id, id);
}

/**
 * Changes, pauses or resumes a job. A resumed job continues with its next run and does not make up for missed runs.
 * @throws AppError not_found, forbidden, conflict; InvalidInput
 */
export async function update(viewer: Viewer, reference: Reference, id: number, change: JobChange) {
  const found = await chats.getChatFor(viewer, reference);
  const { paused, ...rest } = change;
  const isChanged = Object.values(rest).some((value) => value !== undefined);
  if (isChanged && rest.virtual_assistant_id !== undefined)
    await assertReplier(viewer, rest.virtual_assistant_id);
  const destinations = await resolveDestinations(viewer, found.chat.id, change);
  await transaction(async () => {
    const job = await getLockedJob(found, id);
    access.authorize(viewer, isChanged ? "job.change" : "job.stop", relationTo(viewer, found, job));
    if (paused !== true) assertJobsEnabled(found.chat);
    await queries.updateJob({ id, values: { ...toValues(job, change), ...destinations } });
  });
  return getJobResponse(found.chat.id, id);
}

export async function remove(viewer: Viewer, reference: Reference, id: number) {
  const found = await chats.getChatFor(viewer, reference);
  await transaction(async () => {
    const job = await getLockedJob(found, id);
    access.authorize(viewer, "job.stop", relationTo(viewer, found, job));
    await queries.deleteJob({ chatId: found.chat.id, id });
  });
  return { success: true as const, message: "The job was deleted. The messages it sent are kept." };
}

export async function runNow(viewer: Viewer, reference: Reference, id: number) {
  const found = await chats.getChatFor(viewer, reference);
  return transaction(async () => {
    const job = await getLockedJob(found, id);
    access.authorize(viewer, "job.change", relationTo(viewer, found, job));
    assertJobsEnabled(found.chat);
    const run = await queries.insertRun({ jobId: id, dueAt: new Date(), isManual: true });
    if (!run) throw conflict("This job is already running.");
    await background.emit("job.due", { job_id: id, run_id: run.id });
    return present.run(run);
  });
}

export async function listRuns(
  viewer: Viewer,
  reference: Reference,
  id: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<Paginated<ReturnType<typeof present.run>>> {
  const { chat } = await chats.getChatFor(viewer, reference);
  await getJobResponse(chat.id, id);
  const [rows, total] = await Promise.all([
    queries.listRuns({ jobId: id, limit: page_size, offset: (page - 1) * page_size }),
    queries.countRuns({ jobId: id }),
  ]);
  return { items: rows.map(present.run), total };
}

async function getJobResponse(chatId: number, id: number) {
  const [row] = await queries.listJobs({ chatId, id });
  if (!row) throw notFound("Job");
  return present.toJob(row);
}

async function getLockedJob({ chat }: ChatAccess, id: number): Promise<queries.JobRow> {
  const job = await queries.lockJob({ chatId: chat.id, id });
  if (!job) throw notFound("Job");
  return job;
}

const relationTo = ({ user }: Viewer, { member }: ChatAccess, { createdBy }: queries.JobRow) => ({
  chatRole: member.role,
  isAuthor: createdBy === user.id,
});

function assertJobsEnabled({ scheduledJobsEnabled }: ChatAccess["chat"]): void {
  if (!scheduledJobsEnabled) throw conflict("Scheduled jobs are turned off in the settings of this chat.");
}

async function assertReplier(viewer: Viewer, assistantId: number | null | undefined): Promise<void> {
  if (assistantId != null) await assistants.assertAssistant(viewer, assistantId);
}

async function resolveDestinations(
  viewer: Viewer,
  chatId: number,
  { mail_to_user_ids: mailTo, post_to_chat_id: postTo }: Partial<NewJob>,
) {
  const mailToUserIds = mailTo && [...new Set(mailTo)];
  if (mailToUserIds?.length) {
    const recipients = await queries.filterRecipients({ chatId, userIds: mailToUserIds });
    if (recipients.length < mailToUserIds.length)
      throw invalid(["body", "mail_to_user_ids"], "Must be members of this chat.");
  }
  const postToChatId = postTo == null ? postTo : (await chats.getChatFor(viewer, postTo)).chat.id;
  if (postToChatId === chatId)
    throw invalid(["body", "post_to_chat_id"], "Must be another chat. The result is in this one anyway.");
  return { mailToUserIds, postToChatId };
}

function firstRun(schedule: { cron: string | null; timeZone: string }, runAt: string | undefined): Date {
  checkSchedule(schedule);
  const now = clock.getDateIn(0);
  const at = runAt === undefined ? listNextRuns(schedule, now, 1)[0]! : new Date(runAt);
  if (at.getTime() < now.getTime() - START_TOLERANCE_MS)
    throw invalid(["body", "run_at"], "Must not be in the past.");
  return at;
}

function toValues(job: queries.JobRow, change: JobChange): Parameters<typeof queries.updateJob>[0]["values"] {
  const { cron, run_at: runAt, time_zone: timeZone, paused } = change;
  const plain = { name: change.name, prompt: change.prompt, virtualAssistantId: change.virtual_assistant_id };
  const isRescheduled = cron !== undefined || runAt !== undefined || timeZone !== undefined;
  const schedule = {
    cron: runAt !== undefined ? null : (cron ?? job.cron),
    timeZone: timeZone ?? job.timeZone,
  };
  if (isRescheduled || (paused === false && job.state === "paused")) {
    const isOnce = schedule.cron === null;
    if (isOnce && job.state === "done" && runAt === undefined)
      throw conflict("This job has already run. Give it a new time.");
    const nextAt = firstRun(
      schedule,
      isOnce ? (runAt ?? (job.nextAt ?? new Date()).toISOString()) : undefined,
    );
    const state = (paused ?? job.state === "paused") ? ("paused" as const) : ("active" as const);
    return { ...plain, ...schedule, nextAt, state };
  }
  if (paused === true && job.state === "active") return { ...plain, state: "paused" };
  if (paused !== undefined && job.state === "done")
    throw conflict("This job has already run. Give it a new time.");
  return plain;
}
