import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listChatUsers: get("/chats/{chat_id}/users"),
  listChatUsersFull: get("/chats/{chat_id}/users/full"),
  addChatMembers: post("/chats/{chat_id}/members"),
  removeChatMembers: del("/chats/{chat_id}/members"),
  updateChatMember: patch("/chats/{chat_id}/members/{user_id}"),
  openDirectChat: post("/chats/direct_users"),
  leaveChat: post("/chats/{chat_id}/leave"),
};
export const chatMembersApi: Client<typeof contract.chatMembersApi, typeof endpoints> = endpoints;
