import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const MAX_JOBS = 20;
export const MAX_PROMPT_LENGTH = 20_000;

export const endpoints = {
  listJobs: get("/chats/{chat_id}/jobs"),
  createJob: post("/chats/{chat_id}/jobs"),
  updateJob: patch("/chats/{chat_id}/jobs/{job_id}"),
  removeJob: del("/chats/{chat_id}/jobs/{job_id}"),
  runJob: post("/chats/{chat_id}/jobs/{job_id}/run"),
  listJobRuns: get("/chats/{chat_id}/jobs/{job_id}/runs"),
};
export const jobsApi: Client<typeof contract.jobsApi, typeof endpoints> = endpoints;
