import { type Client, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listInboundMails: get("/chats/{chat_id}/mails"),
  approveInboundMail: post("/chats/{chat_id}/mails/{mail_id}/approve"),
  refuseInboundMail: post("/chats/{chat_id}/mails/{mail_id}/refuse"),
};
export const inboundMailApi: Client<typeof contract.inboundMailApi, typeof endpoints> = endpoints;
