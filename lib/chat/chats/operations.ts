import { type Client, del, type Endpoint, get, patch, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";
import { type ChatSetting, settingNames } from "./settings";

const settingEndpoints = Object.fromEntries(
  settingNames.map((setting) => [`set_${setting}`, put(`/chats/{chat_id}/${setting}`)]),
) as Record<`set_${ChatSetting}`, Endpoint>;

export const endpoints = {
  listChats: get("/chats"),
  createChat: post("/chats"),
  listTags: get("/chats/tags"),
  getChat: get("/chats/{chat_id}"),
  deleteChat: del("/chats/{chat_id}"),
  setMine: patch("/chats/{chat_id}/me"),
  markRead: post("/chats/{chat_id}/read"),
  ...settingEndpoints,
};
export const chatsApi: Client<typeof contract.chatsApi, typeof endpoints> = endpoints;
export const settingsApi: Client<typeof contract.settingsApi, typeof endpoints> = endpoints;
