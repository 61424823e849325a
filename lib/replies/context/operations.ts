import { type Client, del, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getChatContext: get("/chats/{chat_id}/context"),
  compactChat: post("/chats/{chat_id}/compaction"),
  undoCompaction: del("/chats/{chat_id}/compaction"),
};
export const contextApi: Client<typeof contract.contextApi, typeof endpoints> = endpoints;
