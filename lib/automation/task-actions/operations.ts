import { type Client, del, get, patch, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listAvailableTaskActions: get("/tasks/available_task_actions"),
  executeTaskAction: post("/tasks/execute_task_action", { files: "files" }),
  openTaskActionChat: post("/tasks/actions/{id}/chat"),
  tryTaskAction: post("/tasks/actions/try", { files: "files" }),
  orderTaskActions: put("/tasks/actions/order"),
  listTaskActions: get("/tasks/actions"),
  createTaskAction: post("/tasks/actions"),
  updateTaskAction: patch("/tasks/actions/{id}"),
  deleteTaskAction: del("/tasks/actions/{id}"),
};
export const taskActionsApi: Client<typeof contract.taskActionsApi, typeof endpoints> = endpoints;
