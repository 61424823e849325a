import { z } from "zod";
import { get, json, operation } from "@/lib/api/contract";
import {
  atMostOne,
  id,
  jsonId,
  jsonReference,
  name,
  page,
  pageSize,
  reference,
  SuccessMessage,
  timestamp,
} from "@/lib/api/fields";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints, MAX_JOBS, MAX_PROMPT_LENGTH } from "./operations";

const MAX_RECIPIENTS = 50;

const RunStatus = z.enum(["running", "completed", "failed"]);
export const JobRun = z
  .object({
    id: z.int(),
    due_at: timestamp,
    is_manual: z.boolean().describe("Someone ran it, besides its times."),
    status: RunStatus,
    error: z
      .string()
      .nullable()
      .describe("Why it failed, or why the result of a completed one wasn't posted; a sentence."),
    message_id: z.int().nullable().describe("The message that it sent."),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "JobRun" });
export const Job = z
  .object({
    id: z.int(),
    chat_id: z.int(),
    name: z.string(),
    prompt: z.string(),
    virtual_assistant_id: z.int().nullable().describe("Null: whoever replies in the chat."),
    cron: z.string().nullable().describe("Null for a job that runs once."),
    time_zone: z.string(),
    state: z.enum(["active", "paused", "done"]),
    next_run_at: timestamp.nullable(),
    next_runs: z.array(timestamp).describe("The next five at most; none while it is paused."),
    last_run: JobRun.nullable(),
    mail_to_user_ids: z.array(z.int()).describe("Members of the chat who get the result by e-mail, too."),
    post_to_chat_id: z.int().nullable().describe("The chat that the result is posted in, too."),
    is_by_assistant: z.boolean().describe("An assistant made it, when asked to."),
    created_by: UserMini,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Job" });

const prompt = z.string().trim().min(1, "Must not be empty.").max(MAX_PROMPT_LENGTH);
const cron = z
  .string()
  .trim()
  .max(100)
  .describe(
    "A cron expression of five fields, evaluated in `time_zone`. Runs are at least five minutes apart.",
  )
  .meta({ format: "cron", pattern: "^\\S+(\\s+\\S+){4}$", examples: ["0 9 * * 1-5"] });
const runAt = z.iso.datetime({ offset: true }).describe("For a job that runs once.");
const timeZone = z.string().max(60).describe("An IANA name, such as `Europe/Berlin`.");
const mailTo = z
  .array(jsonId)
  .max(MAX_RECIPIENTS)
  .describe("Members of the chat who get the result by e-mail, too.");
const postTo = jsonReference.describe(
  "Another chat of the creator, in which the result is posted, too, in the creator's name.",
);
export const JobCreate = z
  .object({
    name: name(100),
    prompt,
    virtual_assistant_id: jsonId.nullish(),
    cron: cron.nullish(),
    run_at: runAt.nullish(),
    time_zone: timeZone.default("UTC"),
    mail_to_user_ids: mailTo.default([]),
    post_to_chat_id: postTo.nullish(),
  })
  .refine(({ cron, run_at }) => (cron == null) !== (run_at == null), "Give either `cron` or `run_at`.")
  .meta({ id: "JobCreate", ...atMostOne("cron", "run_at") });
export const JobUpdate = z
  .object({
    name: name(100),
    prompt,
    virtual_assistant_id: jsonId.nullable(),
    cron,
    run_at: runAt,
    time_zone: timeZone,
    mail_to_user_ids: mailTo,
    post_to_chat_id: postTo.nullable(),
    paused: z.boolean(),
  })
  .partial()
  .refine(
    ({ cron, run_at }) => cron === undefined || run_at === undefined,
    "Give either `cron` or `run_at`, not both.",
  )
  .meta({ id: "JobUpdate", ...atMostOne("cron", "run_at") });

const ofChat = z.object({ chat_id: reference });
const ofJob = z.object({ chat_id: reference, job_id: id });

export const jobsApi = {
  listJobs: operation(endpoints.listJobs, {
    summary: "List a chat's scheduled jobs",
    params: ofChat,
    returns: z.array(Job),
  }),
  createJob: operation(endpoints.createJob, {
    summary: "Schedule a job",
    description: `Sends a prompt to the chat on a schedule, as the person who created the job. Returns 409 if jobs are turned off in the chat or it already has ${MAX_JOBS}.`,
    params: ofChat,
    body: json(JobCreate),
    returns: Job,
    status: 201,
  }),
  getJob: get("/chats/{chat_id}/jobs/{job_id}", {
    summary: "Get a scheduled job",
    params: ofJob,
    returns: Job,
  }),
  updateJob: operation(endpoints.updateJob, {
    summary: "Change, pause or resume a scheduled job",
    description: "Only the creator can change a job. Owners and admins of the chat can pause and resume it.",
    params: ofJob,
    body: json(JobUpdate),
    returns: Job,
  }),
  removeJob: operation(endpoints.removeJob, {
    summary: "Remove a scheduled job",
    params: ofJob,
    returns: SuccessMessage,
  }),
  runJob: operation(endpoints.runJob, {
    summary: "Run a scheduled job now",
    params: ofJob,
    returns: JobRun,
    status: 201,
    allowance: "messages",
  }),
  listJobRuns: operation(endpoints.listJobRuns, {
    summary: "List the runs of a scheduled job",
    description: "Newest first; kept 90 days.",
    params: ofJob,
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(JobRun),
  }),
};
