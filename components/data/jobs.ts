import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Job, JobRun } from "@/lib/chat/jobs/contract";
import { jobsApi } from "@/lib/chat/jobs/operations";
import { queryFor, refresh } from "./query";

export type JobOf = z.output<typeof Job>;
export type RunOf = z.output<typeof JobRun>;

const POLL_INTERVAL_MS = 15_000;

export const jobsQuery = (chat: string) => ({
  ...queryFor(jobsApi.listJobs, { params: { chat_id: chat } }),
  refetchInterval: POLL_INTERVAL_MS,
});
export const runsQuery = (chat: string, id: number) => ({
  ...queryFor(jobsApi.listJobRuns, { params: { chat_id: chat, job_id: id }, query: { page_size: 20 } }),
  refetchInterval: POLL_INTERVAL_MS,
});

export function useRefreshJobs(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => refresh(client, jobsApi.listJobs, jobsApi.listJobRuns);
}
