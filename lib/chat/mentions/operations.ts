import { type Client, get } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listMentions: get("/chats/available-mentions"),
};
export const mentionsApi: Client<typeof contract.mentionsApi, typeof endpoints> = endpoints;
