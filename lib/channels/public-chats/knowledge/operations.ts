import { type Client, get, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getPublicKnowledge: get("/chats/{chat_id}/public-knowledge"),
  setPublicKnowledge: put("/chats/{chat_id}/public-knowledge"),
};
export const publicKnowledgeApi: Client<typeof contract.publicKnowledgeApi, typeof endpoints> = endpoints;
