import { type Client, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  createBranch: post("/chats/{chat_id}/messages/{message_id}/branches"),
  createVersion: post("/chats/{chat_id}/messages/{message_id}/versions"),
  showVersion: put("/chats/{chat_id}/messages/{message_id}/shown"),
};
export const branchesApi: Client<typeof contract.branchesApi, typeof endpoints> = endpoints;
