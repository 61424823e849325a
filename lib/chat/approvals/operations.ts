import { type Client, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  decideApproval: post("/chats/streaming/{streaming_task_id}/approvals/{approval_id}"),
  answerMcpQuestion: post("/chats/streaming/{streaming_task_id}/questions/{question_id}"),
};
export const approvalsApi: Client<typeof contract.approvalsApi, typeof endpoints> = endpoints;
