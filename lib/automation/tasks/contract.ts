import { z } from "zod";
import { json, jsonLimits, operation, post } from "@/lib/api/contract";
import { hasNoNul, id, jsonId, NUL, name, page, pageSize, timestamp } from "@/lib/api/fields";
import { PageKind } from "@/lib/chat/canvas/contract";
import { ChatSortingStrategy, chatParams, extra, PageType, plainOptional } from "@/lib/chat/chats/contract";
import type { CopiedSetting, FieldName, Plain } from "@/lib/chat/chats/settings";
import { audience, usableBy } from "@/lib/identity/audiences/contract";
import { mentionName } from "@/lib/identity/mention-names/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints, INCLUDABLE } from "./operations";

const own = {
  name: name(200).optional(),
  goal: z.string().max(10_000).nullish(),
  memo: z.string().max(100_000).nullish(),
  canvas: z.string().max(1_048_576).nullish(),
  page_type: PageType.optional(),
  virtual_assistant_id: jsonId.nullish().describe("Absent: the group's default assistant. Null: none."),
  extra: extra.optional(),
  sub_chat_sorting_strategy: ChatSortingStrategy.nullish(),
} satisfies { [S in Exclude<CopiedSetting, Plain> as FieldName<S>]: z.ZodType };

/** Fields of a chat that a task stores, named as in ChatCreate. Absent fields have the defaults of a new chat. */
export const TaskFields = z.object({ ...own, ...plainOptional }).meta({ id: "TaskFields" });

const TaskDocument = z.object({
  document_id: z.int(),
  file_name: z.string(),
  mime_type: z.string(),
  size: z.int(),
  sha256: z.string(),
});
const TaskCollection = z.object({ id: z.int(), name: z.string() });
const TaskPage = z.object({
  title: z.string(),
  kind: PageKind,
  language: z.string().nullable(),
  characters: z.int(),
});
const TaskMember = z.object({ id: z.int(), full_name: z.string(), avatar_url: z.string().nullable() });
const includes_members = z
  .boolean()
  .describe("Whether chats created from it get the people who were members of the saved chat.");
const canvas_pages = z.array(TaskPage).describe("The pages of the canvas, which chats get with their texts.");
export const Task = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    mention_name: z.string().nullable(),
    latest_version_number: z.int(),
    documents_count: z.int().describe("Of the latest version."),
    includes_members,
    usable_by: usableBy,
    user_ids: z.array(z.int()).describe("Empty for those who may not change it."),
    may_change: z.boolean().describe("Whether the caller may: its maker, and admins of the group."),
    created_by: UserMini.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Task" });
export const TaskVersion = z
  .object({
    version_number: z.int(),
    fields: TaskFields,
    documents: z.array(TaskDocument),
    collections: z.array(TaskCollection),
    canvas_pages,
    includes_members,
    created_by: UserMini.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "TaskVersion" });
export const TaskDetail = Task.extend({
  fields: TaskFields,
  documents: z.array(TaskDocument),
  collections: z.array(TaskCollection),
  canvas_pages,
  members: z
    .array(TaskMember)
    .describe(
      "The people who are added to a chat that you create from it, without people who left the group.",
    ),
}).meta({ id: "TaskDetail" });

const TaskChatsUpdate = z
  .object({
    state: z.enum(["running", "done", "cancelled"]),
    total: z.int().describe("Chats that were to be updated when it began."),
    updated: z
      .int()
      .describe(
        "How many of them are updated so far. Doesn't count chats that someone else updated in the meantime.",
      ),
    started_at: timestamp,
  })
  .meta({ id: "TaskChatsUpdate" });
export const TaskUse = z
  .object({
    chats: z.array(
      z.object({
        id: z.int(),
        uuid: z.guid(),
        name: z.string(),
        version_number: z.int(),
        may_change: z.boolean(),
      }),
    ),
    count: z.int().describe("Of the caller's chats."),
    outdated_count: z.int().describe("Of those that have an older version and that the caller may change."),
    others_count: z.int().describe("Of the chats of the group that the caller does not see."),
    update: TaskChatsUpdate.nullable().describe("The caller's latest `update-chats`, and how far it is."),
  })
  .meta({ id: "TaskUse" });

const description = z.string().max(2000).refine(hasNoNul, NUL).nullish();
export const TaskCreate = z
  .object({
    name: name(200),
    description,
    mention_name: mentionName.nullish(),
    fields: TaskFields.optional(),
    ...audience,
  })
  .meta({ id: "TaskCreate" });
export const TaskUpdate = z
  .object({
    name: name(200).optional(),
    description,
    mention_name: mentionName.nullish(),
    fields: TaskFields.optional().describe("Those that change: they make a new version."),
    ...audience,
  })
  .meta({ id: "TaskUpdate" });

const MAX_CHOSEN = 1000;
const chosenIds = z.array(jsonId).max(MAX_CHOSEN).optional();
export const SaveAsTask = z
  .object({
    name: name(200)
      .optional()
      .describe(
        "Of a new task, and of the chats that are created from it or the new version. Absent: the chat's.",
      ),
    as_new: z
      .boolean()
      .optional()
      .describe("Creates a new task, even if the chat was created from one that you may change."),
    include: z
      .array(z.enum(INCLUDABLE))
      .max(INCLUDABLE.length)
      .optional()
      .describe(
        "Which of these the task gets; `canvas` stands for its pages, too. Absent: all. Those left out are empty in a new task, and a new version has them from the version before.",
      ),
    document_ids: chosenIds.describe(
      "The documents of the chat that the task gets, with what was unpacked from them. Absent: all.",
    ),
    collection_ids: chosenIds.describe("The collections of the chat that the task gets. Absent: all."),
    include_members: z
      .boolean()
      .optional()
      .meta({ default: false })
      .describe(
        "Also saves who is a member of the chat: chats created from the task get these people, up to 200, with their roles; owners become admins.",
      ),
    usable_by: usableBy.optional().describe("Who may use a new task. Absent: the group."),
    user_ids: audience.user_ids,
  })
  .meta({ id: "SaveAsTask" });

const SavedTask = z.object({ task_id: z.int(), version_number: z.int(), name: z.string() });

const params = z.object({ id });
const version = z.int().nullable();

export const tasksApi = {
  listTasks: operation(endpoints.listTasks, {
    summary: "List the tasks that you may use",
    description: "Tasks are chats saved as templates. In the order of their names.",
    query: z.object({
      page,
      page_size: pageSize,
      search: z
        .string()
        .max(15_000)
        .optional()
        .describe("Case-insensitive substring of name or description, accents folded."),
    }),
    returns: z.array(Task),
  }),
  createTask: post("/tasks", {
    summary: "Create a task",
    description: "It has one version, of the given fields.",
    body: json(TaskCreate, { mostBytes: jsonLimits.chat }),
    returns: TaskDetail,
    status: 201,
  }),
  getTask: operation(endpoints.getTask, {
    summary: "Get a task and its latest version",
    params,
    returns: TaskDetail,
  }),
  updateTask: operation(endpoints.updateTask, {
    summary: "Change a task",
    description:
      "`fields` creates a new version: the latest one with these fields changed. Requires the creator of the task, or an owner or admin of the group.",
    params,
    body: json(TaskUpdate, { mostBytes: jsonLimits.chat }),
    returns: TaskDetail,
  }),
  deleteTask: operation(endpoints.deleteTask, {
    summary: "Delete a task with all of its versions",
    description: "Chats created from it stay.",
    params,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
  getTaskUse: operation(endpoints.getTaskUse, {
    summary: "Get the chats created from a task",
    description:
      "Your chats (the 100 most recently used) and the number of others in the group. Temporary chats don't count.",
    params,
    returns: TaskUse,
  }),
  updateTaskChats: operation(endpoints.updateTaskChats, {
    summary: "Update chats to the latest version of a task",
    description:
      "Updates those of your chats that you may change and that have an older version. Runs in the background: `update` in `/tasks/{id}/use` has the progress. A second request during an update has no effect.",
    params,
    returns: TaskChatsUpdate,
    status: 202,
  }),
  cancelTaskChats: operation(endpoints.cancelTaskChats, {
    summary: "Cancel the update of a task's chats",
    description: "Those that were updated stay so. 409 when it is not running.",
    params,
    returns: TaskChatsUpdate,
  }),
  listTaskVersions: operation(endpoints.listTaskVersions, {
    summary: "List the versions of a task, newest first",
    params,
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(TaskVersion),
  }),
};

export const chatTasksApi = {
  checkTaskUpdates: operation(endpoints.checkTaskUpdates, {
    summary: "Check whether a chat's task has a newer version",
    description:
      "`changed_fields` lists what an update would change: fields that the task has changed since the chat's version and that differ in the chat, plus `documents` and `collections` if it adds any, and `canvas_pages` if it adds or changes any.",
    params: chatParams,
    returns: z
      .object({
        has_updates: z.boolean(),
        task_id: z.int().nullable(),
        current_version: version,
        latest_version: version,
        changed_fields: z.array(z.string()),
      })
      .meta({ id: "ChatTaskUpdatesCheckResponse" }),
  }),
  updateFromTask: operation(endpoints.updateFromTask, {
    summary: "Update a chat to the latest version of its task",
    description: "What the task did not change stays. 409 when the chat has no task.",
    params: chatParams,
    returns: z
      .object({ updated: z.boolean(), version, changed_fields: z.array(z.string()) })
      .meta({ id: "ChatTaskUpdatesUpdateResponse" }),
  }),
  saveAsTask: post("/chats/{chat_id}/save-as-task", {
    summary: "Save a chat as a task",
    description:
      "Saves the chat's fields, documents, collections and canvas pages, not its messages and members. If the chat was created from a task that you may change, this creates a new version of that task; otherwise a new task. Everyone in the group can read what is saved: `POST /chats/{chat_id}/tasks` saves only what you choose.",
    params: chatParams,
    returns: SavedTask,
    status: 201,
  }),
  saveChosenAsTask: operation(endpoints.saveChosenAsTask, {
    summary: "Save what you choose of a chat as a task",
    description:
      "As `POST /chats/{chat_id}/save-as-task`, with what the body says of the chat's texts, documents, collections and members. Everyone in the group can read that.",
    params: chatParams,
    body: json(SaveAsTask),
    returns: SavedTask,
    status: 201,
  }),
};
