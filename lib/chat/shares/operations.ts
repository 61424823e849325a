import { type Client, del, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listShares: get("/chats/{chat_id}/shares"),
  createShare: post("/chats/{chat_id}/shares"),
  revokeShare: del("/chats/{chat_id}/shares/{share_id}"),
};
export const sharesApi: Client<typeof contract.sharesApi, typeof endpoints> = endpoints;
