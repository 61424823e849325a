import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

/** Content that a task contains only when it is included explicitly. */
export const INCLUDABLE = ["goal", "instructions", "memo", "canvas", "extra"] as const;

export const endpoints = {
  listTasks: get("/tasks"),
  getTask: get("/tasks/{id}"),
  updateTask: patch("/tasks/{id}"),
  deleteTask: del("/tasks/{id}"),
  getTaskUse: get("/tasks/{id}/use"),
  updateTaskChats: post("/tasks/{id}/update-chats"),
  cancelTaskChats: del("/tasks/{id}/update-chats"),
  listTaskVersions: get("/tasks/{id}/versions"),
  checkTaskUpdates: get("/chats/{chat_id}/task-updates/check"),
  updateFromTask: post("/chats/{chat_id}/task-updates/update"),
  saveChosenAsTask: post("/chats/{chat_id}/tasks"),
};
export const tasksApi: Client<typeof contract.tasksApi, typeof endpoints> = endpoints;
export const chatTasksApi: Client<typeof contract.chatTasksApi, typeof endpoints> = endpoints;
