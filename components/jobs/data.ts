import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { queryFor } from "@/lib/api/query";
import { type Job, type JobRun, jobsApi } from "@/lib/chat/jobs/contract";

export type JobOf = z.output<typeof Job>;
export type RunOf = z.output<typeof JobRun>;

/** Jobs run while one looks: read again so often, in ms. */
const READ_EVERY = 15_000;

export const jobsQuery = (chat: string) => ({
  ...queryFor(jobsApi.listJobs, { params: { chat_id: chat } }),
  refetchInterval: READ_EVERY,
});
export const runsQuery = (chat: string, id: number) => ({
  ...queryFor(jobsApi.listJobRuns, { params: { chat_id: chat, job_id: id }, query: { page_size: 20 } }),
  refetchInterval: READ_EVERY,
});

/** Reads the jobs of a chat, and what they have done, again after one was changed here. */
export function useJobsChanged(chat: string): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: jobsQuery(chat).queryKey }),
      client.invalidateQueries({ queryKey: [jobsApi.listJobRuns.path] }),
    ]);
}
