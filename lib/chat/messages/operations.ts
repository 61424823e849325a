import { type Client, del, get, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const MAX_COMPARED_MODELS = 4;
export const MAX_INSTRUCTION_LENGTH = 2000;

export const endpoints = {
  sendMessage: post("/chats/{chat_id}/messages", { files: "files" }),
  listMessages: get("/chats/{chat_id}/messages"),
  retryMessage: post("/chats/messages/{message_id}/retry"),
  regenerateReply: post("/chats/messages/{message_id}/regenerate"),
  continueReply: post("/chats/messages/{message_id}/continue"),
  keepReply: post("/chats/messages/{message_id}/keep"),
  editMessage: put("/chats/update_message_text/{message_id}"),
  deleteMessage: del("/chats/{chat_id}/messages/{message_id}"),
  addReaction: put("/chats/{chat_id}/messages/{message_id}/reactions/{emoji}"),
  removeReaction: del("/chats/{chat_id}/messages/{message_id}/reactions/{emoji}"),
  exportChats: get("/chats/export"),
  exportChat: get("/chats/{chat_id}/export"),
};
export const messagesApi: Client<typeof contract.messagesApi, typeof endpoints> = endpoints;
