import { type Client, del, get, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listOwnRatings: get("/chats/{chat_id}/ratings"),
  rateReply: put("/chats/{chat_id}/messages/{message_id}/rating"),
  unrateReply: del("/chats/{chat_id}/messages/{message_id}/rating"),
  listAssistantRatings: get("/virtual-assistants/{id}/ratings"),
};
export const memberRatingsApi: Client<typeof contract.memberRatingsApi, typeof endpoints> = endpoints;
