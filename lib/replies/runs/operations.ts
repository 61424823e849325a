import { type Client, del, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listRuns: get("/chats/{chat_id}/streaming"),
  readStream: get("/chats/streaming/{streaming_task_id}"),
  stopStream: del("/chats/streaming_response/{streaming_task_id}"),
  pauseStream: post("/chats/streaming/{streaming_task_id}/pause"),
  resumeStream: post("/chats/streaming/{streaming_task_id}/resume"),
  steerStream: post("/chats/streaming/{streaming_task_id}/directions"),
};
export const repliesApi: Client<typeof contract.repliesApi, typeof endpoints> = endpoints;
