import { type Client, del, type Endpoint, get, patch, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";
import type { ChatSetting } from "./settings";

// Written out rather than derived from the settings, whose texts every page would load.
const settingEndpoints = {
  set_name: put("/chats/{chat_id}/name"),
  set_goal: put("/chats/{chat_id}/goal"),
  set_va: put("/chats/{chat_id}/va"),
  set_canvas: put("/chats/{chat_id}/canvas"),
  set_extra: put("/chats/{chat_id}/extra"),
  set_global_memory: put("/chats/{chat_id}/global_memory"),
  set_mention_name: put("/chats/{chat_id}/mention_name"),
  set_memo: put("/chats/{chat_id}/memo"),
  set_search_in_workspace: put("/chats/{chat_id}/search_in_workspace"),
  set_chat_history: put("/chats/{chat_id}/chat_history"),
  set_search_in_chat: put("/chats/{chat_id}/search_in_chat"),
  set_search_in_documents: put("/chats/{chat_id}/search_in_documents"),
  set_inherit_context_from_parent: put("/chats/{chat_id}/inherit_context_from_parent"),
  set_temp: put("/chats/{chat_id}/temp"),
  set_page_type: put("/chats/{chat_id}/page_type"),
  set_model: put("/chats/{chat_id}/model"),
  set_instructions: put("/chats/{chat_id}/instructions"),
  set_temperature: put("/chats/{chat_id}/temperature"),
  set_reasoning_effort: put("/chats/{chat_id}/reasoning_effort"),
  set_max_output_tokens: put("/chats/{chat_id}/max_output_tokens"),
  set_tool_switches: put("/chats/{chat_id}/tool_switches"),
  set_summary_enabled: put("/chats/{chat_id}/summary_enabled"),
  set_documents_and_collections_enabled: put("/chats/{chat_id}/documents_and_collections_enabled"),
  set_scheduled_jobs_enabled: put("/chats/{chat_id}/scheduled_jobs_enabled"),
  set_email_integration_enabled: put("/chats/{chat_id}/email_integration_enabled"),
  set_sub_chat_sorting_strategy: put("/chats/{chat_id}/sub_chat_sorting_strategy"),
} satisfies Record<`set_${ChatSetting}`, Endpoint>;

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
