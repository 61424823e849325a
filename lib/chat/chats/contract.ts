import { z } from "zod";
import { get, json, jsonLimits, type Operation, operation } from "@/lib/api/contract";
import {
  boolean,
  id,
  int,
  jsonId,
  jsonMessageId,
  jsonReference,
  list,
  name,
  newUuid,
  page,
  pageSize,
  reference,
  timestamp,
} from "@/lib/api/fields";
import { VirtualAssistantMini } from "@/lib/chat/assistants/contract";
import { mentionName } from "@/lib/identity/mention-names/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";
import { ChatSortingStrategy, extra, getInputSchema, PageType, plain } from "./setting-schemas";
import { type ChatSetting, getSetting, settingNames } from "./settings";

export { ChatSortingStrategy, extra, PageType } from "./setting-schemas";

const ChatType = z.enum(["private", "group", "direct"]);
export const ChatRole = z.enum(["owner", "admin", "member"]);
export const UserType = z.enum(["user", "assistant", "guest", "system"]);

export const plainOptional = plain.partial().shape;

export const ChatList = z
  .object({
    id: z.int(),
    uuid: z.guid(),
    name: z.string(),
    chat_type: ChatType,
    page_type: PageType,
    is_public: z.boolean(),
    goal: z.string().nullable(),
    memo: z.string().nullable(),
    summary: z.string().nullable(),
    mention_name: z.string().nullable(),
    virtual_assistant: VirtualAssistantMini.nullable(),
    chat_workspace: z.object({ id: z.int(), uuid: z.guid(), name: z.string() }).nullable(),
    parent_chat_id: z.int().nullable(),
    parent_chat_uuid: z.guid().nullable(),
    starred: z.boolean(),
    archived: z.boolean(),
    muted: z.boolean().describe("For oneself: no notices of new messages."),
    temp: z.boolean(),
    unread_count: z.int(),
    members_count: z.int(),
    sub_chats_count: z.int(),
    last_message: z
      .object({ id: z.int(), message: z.string(), user_type: UserType, created_at: timestamp })
      .nullable(),
    ...plain.shape,
    sub_chat_sorting_strategy: ChatSortingStrategy.nullable(),
    extra: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    updated_at: timestamp,
    last_activity_at: timestamp,
  })
  .meta({ id: "ChatList" });
const MAX_TAGS = 20;
const tag = name(50);

const people = z.array(z.object({ id: z.int(), full_name: z.string() }));
const TaskMembers = z.object({
  added: people,
  left_out: people.describe("People who left the group since. Empty unless you saved the version yourself."),
});

export const ChatListResponse = ChatList.extend({
  my_role: ChatRole,
  tags: z.array(z.string()).describe("Your own: nobody else sees them."),
  sub_chats_unread_count: z
    .int()
    .describe("Your unread messages in its sub-chats, such as the conversations of visitors."),
  held_mails_count: z
    .int()
    .describe("Held mails that wait for your decision. 0 if you can't decide on them."),
  task_members: TaskMembers.optional().describe(
    "When the chat is created from a task that includes members: whom it got.",
  ),
}).meta({ id: "ChatListResponse" });
const chatBeside = z
  .object({ uuid: z.guid(), name: z.string() })
  .nullable()
  .describe("Null if you are not a member of it.");

export const ChatDetail = ChatListResponse.omit({ task_members: true })
  .extend({
    canvas: z.string().nullable(),
    public_url: z.string().nullable(),
    is_visitor: z.boolean().describe("The conversation of a visitor of the public chat that it is under."),
    email_address: z.string().nullable(),
    source_task: z
      .object({ id: z.int(), name: z.string(), version_number: z.int(), latest_version_number: z.int() })
      .nullable(),
    created_by: UserMini.nullable(),
    documents_count: z.int(),
    collections: z.array(z.object({ id: z.int(), name: z.string() })),
    branched_from: z
      .object({ message_id: z.int().nullable(), chat: chatBeside })
      .nullable()
      .describe("The chat, and the message in it, that this chat was branched from."),
    branches: z
      .array(z.object({ message_id: z.int(), chat: chatBeside }))
      .describe("The newest 100 chats that were branched from this one, oldest first."),
  })
  .meta({ id: "ChatDetail" });

export const ChatCreate = z
  .object({
    requested_uuid: newUuid
      .optional()
      .describe(
        "A new UUID (version 4) for the chat, which you made. The same one again answers with the chat that it has made.",
      ),
    name: name(200).optional(),
    goal: z.string().max(10_000).nullish(),
    chat_type: z.enum(["private", "group"]).default("private"),
    page_type: PageType.optional().meta({ default: "chat" }),
    virtual_assistant_id: jsonId.nullish().describe("Absent: the group's default assistant. Null: none."),
    chat_workspace_id: jsonReference.nullish(),
    parent_chat_id: jsonReference.nullish(),
    mention_name: mentionName.nullish(),
    memo: z.string().max(100_000).nullish(),
    canvas: z.string().max(1_048_576).nullish(),
    temp: z.boolean().default(false),
    is_public: z.boolean().default(false),
    extra: extra.optional(),
    member_user_ids: z.array(jsonId).max(200).optional(),
    ...plainOptional,
  })
  .meta({ id: "ChatCreate" });

export const chatParams = z.object({ chat_id: reference });
const Done = z.object({ success: z.literal(true), message: z.string() });

// A number beyond the range of the column is valid but matches no row, like an id in a path.
const positive = int(1, Number.MAX_SAFE_INTEGER);

const listQuery = z.object({
  page,
  page_size: pageSize,
  starred: boolean.optional(),
  archived: boolean.optional(),
  chat_types: list(ChatType).optional(),
  virtual_assistant_id: id.optional(),
  default_virtual_assistant_id: id.optional(),
  chat_workspace_id: reference.optional(),
  show_chats_in_workspace: boolean.default(false),
  parent_chat_id: reference.optional(),
  only_unread: boolean.default(false),
  tag: tag.optional().describe("One of your tags, in whatever case."),
  search: z
    .string()
    .max(15_000)
    .optional()
    .describe("Case-insensitive substring of name or summary, accents folded."),
  sort: ChatSortingStrategy.default("automatically"),
});

type SettingOperation = Operation<typeof chatParams, z.ZodObject, never, typeof ChatList>;
export const settingsApi = Object.fromEntries(
  settingNames.map((setting) => {
    const { label, help, input, parameter = setting } = getSetting(setting);
    const schema = getInputSchema(setting);
    const taken =
      input === "body"
        ? { body: json(schema, { mostBytes: setting === "canvas" ? jsonLimits.page : undefined }) }
        : { query: z.object({ [parameter]: schema }) };
    const name = `set_${setting}` as const;
    const described = operation(endpoints[name], {
      summary: `Set: ${label.toLowerCase()}`,
      description: help,
      params: chatParams,
      returns: ChatList,
      ...taken,
    });
    return [name, described];
  }),
) as Record<`set_${ChatSetting}`, SettingOperation>;

export const chatsApi = {
  listChats: operation(endpoints.listChats, {
    summary: "List your chats",
    description:
      "Filters combine with AND. Archived chats, chats in a workspace and sub-chats are only included if you ask for them. `X-Total-Count` has the total, `Link` the next page.",
    query: listQuery,
    returns: z.array(ChatListResponse),
  }),
  createChat: operation(endpoints.createChat, {
    summary: "Create a chat",
    description:
      "With `copy_from_task_id` the chat copies the fields and documents of the task, by default from its latest version. Values in the body take precedence. If the version includes members, they are added, except to temporary chats.",
    query: z.object({
      copy_from_task_id: positive.optional(),
      task_version_number: positive.optional(),
    }),
    body: json(ChatCreate, { mostBytes: jsonLimits.chat }),
    returns: ChatListResponse,
  }),
  countUnread: get("/chats/total_unread_messages_count", {
    summary: "Count your unread messages",
    returns: z.object({ total: z.int(), chats: z.int() }),
  }),
  listTags: operation(endpoints.listTags, {
    summary: "List your tags of chats",
    description: "By name, each with how many of your chats have it.",
    returns: z.array(z.object({ tag: z.string(), chats_count: z.int() })),
  }),
  getChat: operation(endpoints.getChat, { summary: "Get a chat", params: chatParams, returns: ChatDetail }),
  deleteChat: operation(endpoints.deleteChat, {
    summary: "Delete a chat and everything in it",
    params: chatParams,
    returns: Done,
  }),
  getChatFields: get("/chats/{chat_id}/fields", {
    summary: "Get some fields of a chat",
    params: chatParams,
    query: z.object({ fields: list(z.enum(Object.keys(ChatDetail.shape) as [string, ...string[]])) }),
    returns: z.record(z.string(), z.unknown()),
  }),
  setMine: operation(endpoints.setMine, {
    summary: "Star, archive, mute or tag a chat for yourself",
    description: "Other members see nothing of it.",
    params: chatParams,
    body: json(
      z.object({
        starred: z.boolean().optional(),
        archived: z.boolean().optional(),
        muted: z.boolean().optional(),
        tags: z
          .array(tag)
          .max(MAX_TAGS)
          .optional()
          .describe(
            "Replaces the tags that you gave the chat. A tag keeps the case in which you first wrote it.",
          ),
      }),
    ),
    returns: ChatListResponse,
  }),
  markRead: operation(endpoints.markRead, {
    summary: "Mark a chat as read up to a message",
    params: chatParams,
    body: json(z.object({ message_id: jsonMessageId })),
    returns: z.object({ unread_count: z.int() }),
  }),
};
