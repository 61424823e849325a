import { toListReply } from "@/lib/api/routes";
import { jobsApi } from "@/lib/chat/jobs/contract";
import * as jobs from "@/lib/chat/jobs/service";
import { implement } from "../implement";

export const jobsRoutes = implement("Scheduled jobs", jobsApi, {
  listJobs: ({ viewer, params }) => jobs.list(viewer, params.chat_id),
  createJob: ({ viewer, params, body }) => jobs.create(viewer, params.chat_id, body),
  getJob: ({ viewer, params }) => jobs.get(viewer, params.chat_id, params.job_id),
  updateJob: ({ viewer, params, body }) => jobs.update(viewer, params.chat_id, params.job_id, body),
  removeJob: ({ viewer, params }) => jobs.remove(viewer, params.chat_id, params.job_id),
  runJob: ({ viewer, params }) => jobs.runNow(viewer, params.chat_id, params.job_id),
  listJobRuns: async ({ viewer, params, query }) =>
    toListReply(await jobs.listRuns(viewer, params.chat_id, params.job_id, query)),
});
