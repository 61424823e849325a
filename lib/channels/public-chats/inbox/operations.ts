import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const MAX_NOTE_LENGTH = 5000;
export const MAX_SAVED_REPLY_LENGTH = 5000;
export const boxes = ["unassigned", "mine", "all", "closed"] as const;

export const endpoints = {
  getInbox: get("/inbox"),
  listInbox: get("/inbox/conversations"),
  updateConversation: patch("/chats/{chat_id}/visitor"),
  listEarlierConversations: get("/chats/{chat_id}/earlier-conversations"),
  listNotes: get("/chats/{chat_id}/notes"),
  addNote: post("/chats/{chat_id}/notes"),
  deleteNote: del("/chats/{chat_id}/notes/{note_id}"),
  listSavedReplies: get("/saved-replies"),
  createSavedReply: post("/saved-replies"),
  updateSavedReply: patch("/saved-replies/{id}"),
  deleteSavedReply: del("/saved-replies/{id}"),
};
export const inboxApi: Client<typeof contract.inboxApi, typeof endpoints> = endpoints;
