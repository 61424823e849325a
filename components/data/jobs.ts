import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Job, JobRun } from "@/lib/chat/jobs/contract";
import { jobsApi } from "@/lib/chat/jobs/operations";
import { queryFor, refresh } from "./query";

export type JobOf = z.output<typeof Job>;
export type RunOf = z.output<typeof JobRun>;

// Polling interval in milliseconds.
const READ_EVERY = 15_000;

export const jobsQuery = (chat: string) => ({
  ...queryFor(jobsApi.listJobs, { params: { chat_id: chat } }),
  refetchInterval: READ_EVERY,
});
export const runsQuery = (chat: string, id: number) => ({
  ...queryFor(jobsApi.listJobRuns, { params: { chat_id: chat, job_id: id }, query: { page_size: 20 } }),
  refetchInterval: READ_EVERY,
});

export function useRefreshJobs(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => refresh(client, jobsApi.listJobs, jobsApi.listJobRuns);
}
