import { z } from "zod";
import { json, jsonLimits, operation, put } from "@/lib/api/contract";
import {
  id,
  jsonId,
  jsonReference,
  name,
  reference,
  SuccessMessage,
  timestamp,
  uuid,
} from "@/lib/api/fields";
import { ChatListResponse, chatParams } from "@/lib/chat/chats/contract";
import { endpoints } from "./operations";

export const ChatWorkspace = z
  .object({
    id: z.int(),
    uuid: z.guid(),
    name: z.string(),
    chats_count: z.int().describe("Of your own chats."),
    unread_count: z.int().describe("Your unread messages in them, without archived ones."),
    created_by_id: z.int().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "ChatWorkspace" });

const given = json(z.object({ name: name(100) }).meta({ id: "ChatWorkspaceCreate" }));
const params = z.object({ id: reference });
const MAX_SORTED_CHATS = 10_000;

export const chatWorkspacesApi = {
  listWorkspaces: operation(endpoints.listWorkspaces, {
    summary: "List the group's workspaces of chats",
    description:
      "A workspace is a folder of chats. Everyone in the group sees its name; inside it, each person sees their own chats.",
    returns: z.array(ChatWorkspace),
  }),
  createWorkspace: operation(endpoints.createWorkspace, {
    summary: "Create a workspace of chats",
    body: given,
    returns: ChatWorkspace,
    status: 201,
  }),
  updateWorkspace: operation(endpoints.updateWorkspace, {
    summary: "Rename a workspace of chats",
    description: "For its creator, and owners and admins of the group.",
    params,
    body: given,
    returns: ChatWorkspace,
  }),
  removeWorkspace: operation(endpoints.removeWorkspace, {
    summary: "Delete a workspace of chats",
    description:
      "Requires its creator, or an owner or admin of the group. The chats are kept, outside of any workspace.",
    params,
    returns: SuccessMessage,
  }),
  setChatWorkspace: operation(endpoints.setChatWorkspace, {
    summary: "Move a chat into or out of a workspace",
    description: "For owners and admins of the chat.",
    params: chatParams,
    body: json(z.object({ chat_workspace_id: jsonReference.nullable() })),
    returns: ChatListResponse,
  }),
  setChatParent: operation(endpoints.setChatParent, {
    summary: "Move a chat below another one, or out of it",
    description: "For owners and admins of the chat. No chat can be below itself: 409.",
    params: chatParams,
    body: json(z.object({ parent_chat_id: jsonReference.nullable() })),
    returns: ChatListResponse,
  }),
  orderChats: put("/chats/ordering", {
    summary: "Set your own order of chats",
    description:
      "Sets the order for `sort=manually`. Returns 404 and changes nothing if you aren't in one of the chats, or it isn't in the given workspace.",
    query: z.object({ workspace_id: id.optional() }),
    body: json(z.array(jsonId).max(MAX_SORTED_CHATS), { mostBytes: jsonLimits.list }),
    returns: SuccessMessage,
  }),
  orderChatsByUuid: operation(endpoints.orderChatsByUuid, {
    summary: "Set your own order of chats, by UUIDs",
    query: z.object({ workspace_uuid: uuid.optional() }),
    body: json(z.array(z.guid().toLowerCase()).max(MAX_SORTED_CHATS), { mostBytes: jsonLimits.list }),
    returns: SuccessMessage,
  }),
};
