import { type Client, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  tellTyping: post("/chats/{chat_id}/typing"),
};
export const liveApi: Client<typeof contract.liveApi, typeof endpoints> = endpoints;
