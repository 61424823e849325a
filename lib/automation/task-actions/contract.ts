import { z } from "zod";
import { get, json, multipart, operation } from "@/lib/api/contract";
import {
  boolean,
  hasNoNul,
  id,
  jsonId,
  NUL,
  name,
  page,
  pageSize,
  reference,
  timestamp,
} from "@/lib/api/fields";
import { VirtualAssistantMini } from "@/lib/chat/assistants/contract";
import { ChatListResponse } from "@/lib/chat/chats/contract";
import { PostChatMessageResponse } from "@/lib/chat/messages/contract";
import { audience, usableBy } from "@/lib/identity/audiences/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";
import { MAX_VALUE_LENGTH, VARIABLE_KINDS } from "./settings";

const PromptVariable = z
  .object({
    name: z.string(),
    kind: z.enum(VARIABLE_KINDS),
    options: z.array(z.string()).describe("Of a choice."),
  })
  .meta({ id: "PromptVariable" });
const promptVariables = z.array(PromptVariable).describe("What the prompt asks for, in its order.");
const TaskAction = z
  .object({ id: z.int(), name: z.string(), description: z.string(), action_name: z.string() })
  .meta({ id: "TaskAction" });
const AvailableTaskAction = TaskAction.extend({
  variables: promptVariables.optional(),
}).meta({ id: "AvailableTaskAction" });
export const TaskActionDetail = TaskAction.extend({
  prompt: z.string(),
  variables: promptVariables,
  virtual_assistant: VirtualAssistantMini.nullable().describe("Null: the group's default assistant."),
  accepted_types: z.array(z.string()).describe("Endings of file names; none: all that can be added."),
  usable_by: usableBy,
  user_ids: z.array(z.int()).describe("Empty for those who may not change it."),
  may_change: z.boolean().describe("Whether you can change, share and delete it."),
  created_by: UserMini.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: "TaskActionDetail" });

const prompt = z
  .string()
  .max(50_000)
  .refine((text) => text.trim() !== "", "Must not be empty.")
  .refine(hasNoNul, NUL)
  .describe(
    "`{{input}}` is replaced by the text that the caller sends, `{{files}}` by the names of the files. Without `{{input}}`, the text is added after the prompt. Other names in braces are variables: `{{Topic}}`, `{{Notes: long text}}`, `{{Due: date}}`, `{{Report: file}}` and `{{Tone: formal | friendly}}`, at most 20.",
  );
const variables = z
  .string()
  .max(250_000)
  .describe(
    'A JSON object with a value for each variable of the prompt, such as `{"Topic": "Budget", "Due": "2026-05-01"}`; for a file its name, which must be one of `files`. Without it, placeholders of variables are left as they are.',
  );
export const VariableValues = z.record(
  z.string().max(40),
  z
    .string()
    .max(MAX_VALUE_LENGTH)
    .refine(hasNoNul, NUL)
    .refine((text) => text.isWellFormed(), "Must be valid Unicode."),
);
const messageInput = z.string().max(100_000).optional().describe("Required without `variables`.");
const fields = {
  name: name(100),
  description: z.string().max(500).refine(hasNoNul, NUL).optional(),
  action_name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,63}$/, "2 to 64 of a-z, 0-9 and _, beginning with a letter."),
  prompt,
  virtual_assistant_id: jsonId.nullish(),
  accepted_types: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9]{1,10}$/, "The ending of a file name, such as pdf."),
    )
    .max(30)
    .optional(),
  ...audience,
};
export const TaskActionCreate = z.object(fields).meta({ id: "TaskActionCreate" });
export const TaskActionUpdate = z.object(fields).partial().meta({ id: "TaskActionUpdate" });
const TaskActionOrder = z
  .object({
    ids: z
      .array(jsonId)
      .min(1)
      .max(1000)
      .refine((ids) => new Set(ids).size === ids.length, "Must not name an action twice."),
  })
  .meta({ id: "TaskActionOrder" });
const params = z.object({ id });

export const taskActionsApi = {
  listAvailableTaskActions: operation(endpoints.listAvailableTaskActions, {
    summary: "List the actions that you may run",
    query: z.object({ include_variables: boolean.default(false) }),
    returns: z.array(AvailableTaskAction),
  }),
  executeTaskAction: operation(endpoints.executeTaskAction, {
    summary: "Run an action",
    description:
      "Runs in your own chat for that action, or in `chat_id`. With `return_original_message` the message is stored as you wrote it, otherwise with the action's prompt applied. `is_sync=false` returns a `streaming_task_id` at once. Returns 415 for a file type that the action doesn't accept.",
    body: multipart(
      z.object({
        task_action_name: z.string().max(200),
        task_action_id: id.optional().describe("Which one, if several have this name."),
        message_input: messageInput,
        variables: variables.optional(),
        return_original_message: boolean
          .default(false)
          .meta({ override: { type: "boolean", default: false } }),
        is_sync: boolean.default(true).meta({ override: { type: "boolean", default: true } }),
        chat_id: reference.optional(),
      }),
      { files: "files" },
    ),
    returns: PostChatMessageResponse,
    allowance: "messages",
    idempotent: true,
  }),
  openTaskActionChat: operation(endpoints.openTaskActionChat, {
    summary: "Open your own chat of an action",
    description: "Where it runs unless a chat is named; created on first use.",
    params,
    returns: ChatListResponse,
  }),
  tryTaskAction: operation(endpoints.tryTaskAction, {
    summary: "Try a prompt before you save it as an action",
    description:
      "Runs the prompt in a new temporary chat, which is deleted after a day. Returns a `streaming_task_id` at once.",
    body: multipart(
      z.object({
        prompt,
        message_input: messageInput,
        variables: variables.optional(),
        virtual_assistant_id: id.optional().describe("Absent: the group's default assistant."),
      }),
      { files: "files" },
    ),
    returns: PostChatMessageResponse,
    allowance: "messages",
  }),
  orderTaskActions: operation(endpoints.orderTaskActions, {
    summary: "Reorder actions",
    description: "Those that are not named come after them, as before.",
    body: json(TaskActionOrder),
    returns: z.array(TaskAction),
  }),
  listTaskActions: operation(endpoints.listTaskActions, {
    summary: "List the actions that you may run, with their prompts",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(TaskActionDetail),
  }),
  createTaskAction: operation(endpoints.createTaskAction, {
    summary: "Create an action",
    description:
      "Owners and admins create it for the group and members for themselves, unless `usable_by` says otherwise. Of several actions with the same `action_name`, your own is run first, then the group's. Owners and admins choose whether members may create actions for themselves, or for others too (`members_create` of the group).",
    body: json(TaskActionCreate),
    returns: TaskActionDetail,
    status: 201,
  }),
  getTaskAction: get("/tasks/actions/{id}", { summary: "Get an action", params, returns: TaskActionDetail }),
  updateTaskAction: operation(endpoints.updateTaskAction, {
    summary: "Change an action",
    params,
    body: json(TaskActionUpdate),
    returns: TaskActionDetail,
  }),
  deleteTaskAction: operation(endpoints.deleteTaskAction, {
    summary: "Delete an action",
    description: "The chats that it ran in stay.",
    params,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
};
