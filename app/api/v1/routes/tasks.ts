import { toListReply } from "@/lib/api/routes";
import { chatTasksApi, tasksApi } from "@/lib/automation/tasks/contract";
import * as tasks from "@/lib/automation/tasks/service";
import { implement } from "../implement";

export const tasksRoutes = implement("Tasks", tasksApi, {
  listTasks: async ({ viewer, query }) => toListReply(await tasks.list(viewer, query)),
  createTask: ({ viewer, body }) => tasks.create(viewer, body),
  getTask: ({ viewer, params }) => tasks.get(viewer, params.id),
  updateTask: ({ viewer, params, body }) => tasks.update(viewer, params.id, body),
  deleteTask: ({ viewer, params }) => tasks.remove(viewer, params.id),
  getTaskUse: ({ viewer, params }) => tasks.getUse(viewer, params.id),
  updateTaskChats: ({ viewer, params }) => tasks.startUpdate(viewer, params.id),
  cancelTaskChats: ({ viewer, params }) => tasks.cancelUpdate(viewer, params.id),
  listTaskVersions: async ({ viewer, params, query }) =>
    toListReply(await tasks.listVersions(viewer, params.id, query)),
});

export const chatTasksRoutes = implement("Tasks", chatTasksApi, {
  checkTaskUpdates: ({ viewer, params }) => tasks.checkUpdates(viewer, params.chat_id),
  updateFromTask: ({ viewer, params }) => tasks.updateFromTask(viewer, params.chat_id),
  saveAsTask: ({ viewer, params }) => tasks.saveAsTask(viewer, params.chat_id),
  saveChosenAsTask: ({ viewer, params, body }) => tasks.saveAsTask(viewer, params.chat_id, body),
});
