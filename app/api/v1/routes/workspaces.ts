import { chatWorkspacesApi } from "@/lib/chat/workspaces/contract";
import * as workspaces from "@/lib/chat/workspaces/service";
import { places } from "@/lib/chat/workspaces/service";
import { implement } from "../implement";

export const chatWorkspacesRoutes = implement("Workspaces of chats", chatWorkspacesApi, {
  listWorkspaces: ({ viewer }) => workspaces.list(viewer),
  createWorkspace: ({ viewer, body }) => workspaces.create(viewer, body),
  getWorkspace: ({ viewer, params }) => workspaces.get(viewer, params.id),
  updateWorkspace: ({ viewer, params, body }) => workspaces.update(viewer, params.id, body),
  removeWorkspace: ({ viewer, params }) => workspaces.remove(viewer, params.id),
  setChatWorkspace: ({ viewer, params, body }) =>
    places.setWorkspace(viewer, params.chat_id, body.chat_workspace_id),
  setChatParent: ({ viewer, params, body }) => places.setParent(viewer, params.chat_id, body.parent_chat_id),
  orderChats: ({ viewer, query, body }) => places.order(viewer, body, query.workspace_id),
  orderChatsByUuid: ({ viewer, query, body }) => places.order(viewer, body, query.workspace_uuid),
});
