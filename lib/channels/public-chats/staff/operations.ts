import { type Client, get, post, put } from "@/lib/api/operations";
import { endpoints as reportEndpoints } from "../report/operations";
import type * as contract from "./contract";

export const endpoints = {
  setChatPublic: put("/chats/{chat_id}/public"),
  listVisitors: get("/chats/{chat_id}/visitors"),
  getVisitor: get("/chats/{chat_id}/visitor"),
  takeOver: post("/chats/{chat_id}/take-over"),
  handBack: post("/chats/{chat_id}/hand-back"),
  blockVisitor: post("/chats/{chat_id}/visitors/{conversation_id}/block"),
  unblockVisitor: post("/chats/{chat_id}/visitors/{conversation_id}/unblock"),
  getPublicUsage: get("/chats/{chat_id}/public-usage"),
  ...reportEndpoints,
};
export const publicStaffApi: Client<typeof contract.publicStaffApi, typeof endpoints> = endpoints;
