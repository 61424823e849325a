import { z } from "zod";
import { json, jsonLimits, operation, put } from "@/lib/api/contract";
import {
  hasNoNul,
  id,
  jsonId,
  jsonReference,
  NUL,
  name,
  reference,
  SuccessMessage,
  timestamp,
  uuid,
} from "@/lib/api/fields";
import { VirtualAssistantMini } from "@/lib/chat/assistants/contract";
import { ChatListResponse, chatParams } from "@/lib/chat/chats/contract";
import { audience, usableBy } from "@/lib/identity/audiences/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { modelId } from "@/lib/llm/models/contract";
import { endpoints } from "./operations";
import { MAX_WORKSPACE_INSTRUCTIONS, WORKSPACE_COLORS } from "./settings";

const color = z.enum(WORKSPACE_COLORS).nullable();

export const ChatWorkspace = z
  .object({
    id: z.int(),
    uuid: z.guid(),
    name: z.string(),
    icon: z.string().nullable(),
    color,
    is_archived: z.boolean(),
    usable_by: usableBy,
    may_use: z.boolean().describe("Whether you can put chats into it. A chat inside of it shows it, too."),
    chats_count: z.int().describe("Of your own chats."),
    unread_count: z.int().describe("Your unread messages in them, without archived ones."),
    created_by_id: z.int().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "ChatWorkspace" });

export const ChatWorkspaceDetail = ChatWorkspace.extend({
  description: z.string().nullable(),
  instructions: z.string().describe("Replies in its chats follow them."),
  virtual_assistant: VirtualAssistantMini.nullable().describe("The assistant of new chats."),
  model: z.string().nullable().describe("The model of new chats."),
  collections: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe("Collections that replies in its chats know."),
  user_ids: z.array(z.int()).describe("Empty for those who may not change it."),
  may_change: z.boolean(),
  created_by: UserMini.nullable(),
}).meta({ id: "ChatWorkspaceDetail" });

const MAX_COLLECTIONS = 100;
const fields = {
  name: name(100),
  description: z.string().trim().max(500).refine(hasNoNul, NUL).nullish(),
  instructions: z.string().max(MAX_WORKSPACE_INSTRUCTIONS).refine(hasNoNul, NUL).optional(),
  virtual_assistant_id: jsonId.nullish(),
  model: z.nullish(modelId),
  icon: z.string().max(8).refine(hasNoNul, NUL).nullish().describe("An emoji."),
  color: color.optional(),
  is_archived: z.boolean().optional(),
  collection_ids: z
    .array(jsonId)
    .max(MAX_COLLECTIONS)
    .refine((ids) => new Set(ids).size === ids.length, "Must not name a collection twice.")
    .optional(),
  ...audience,
};
export const ChatWorkspaceCreate = z.object(fields).meta({ id: "ChatWorkspaceCreate" });
export const ChatWorkspaceUpdate = z
  .object(fields)
  .partial()
  .refine((given) => Object.values(given).some((value) => value !== undefined), "Must name what to change.")
  .meta({ id: "ChatWorkspaceUpdate", minProperties: 1 });

const params = z.object({ id: reference });
const MAX_SORTED_CHATS = 10_000;

export const chatWorkspacesApi = {
  listWorkspaces: operation(endpoints.listWorkspaces, {
    summary: "List your workspaces of chats",
    description:
      "A workspace is a project: chats with instructions, an assistant, a model and collections of their own. Returns those that you may use and those in which you have a chat. Inside it, each person sees their own chats.",
    returns: z.array(ChatWorkspace),
  }),
  createWorkspace: operation(endpoints.createWorkspace, {
    summary: "Create a workspace of chats",
    description:
      "Without `usable_by` it is for the group. The workspace in the browser creates it for its creator.",
    body: json(ChatWorkspaceCreate, { mostBytes: jsonLimits.instructions }),
    returns: ChatWorkspaceDetail,
    status: 201,
  }),
  getWorkspace: operation(endpoints.getWorkspace, {
    summary: "Get a workspace of chats",
    params,
    returns: ChatWorkspaceDetail,
  }),
  updateWorkspace: operation(endpoints.updateWorkspace, {
    summary: "Change a workspace of chats",
    description:
      "Requires its creator, or an owner or admin of the group who sees it. The assistant and the model apply to new chats, instructions and collections to all of its chats from their next reply on.",
    params,
    body: json(ChatWorkspaceUpdate, { mostBytes: jsonLimits.instructions }),
    returns: ChatWorkspaceDetail,
  }),
  removeWorkspace: operation(endpoints.removeWorkspace, {
    summary: "Delete a workspace of chats",
    description:
      "Requires its creator, or an owner or admin of the group. Its files are deleted, and its chats are kept, outside of any workspace.",
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
