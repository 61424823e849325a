import { get } from "@/lib/api/operations";

export const endpoints = {
  getPublicReport: get("/chats/{chat_id}/report"),
  getPublicSpending: get("/chats/{chat_id}/spending"),
  listUnanswered: get("/chats/{chat_id}/unanswered"),
};
