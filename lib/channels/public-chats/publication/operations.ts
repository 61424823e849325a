import { type Client, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  updatePublication: put("/chats/{chat_id}/publication"),
};
export const publicationApi: Client<typeof contract.publicationApi, typeof endpoints> = endpoints;
