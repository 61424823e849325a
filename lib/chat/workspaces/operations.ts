import { type Client, del, get, patch, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listWorkspaces: get("/chat-workspaces"),
  createWorkspace: post("/chat-workspaces"),
  getWorkspace: get("/chat-workspaces/{id}"),
  updateWorkspace: patch("/chat-workspaces/{id}"),
  removeWorkspace: del("/chat-workspaces/{id}"),
  setChatWorkspace: put("/chats/{chat_id}/workspace"),
  setChatParent: put("/chats/{chat_id}/parent"),
  orderChatsByUuid: put("/chats/ordering-uuid"),
};
export const chatWorkspacesApi: Client<typeof contract.chatWorkspacesApi, typeof endpoints> = endpoints;
