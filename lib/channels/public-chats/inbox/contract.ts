import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { hasNoNul, id, jsonId, NUL, name, pageSizeField, SuccessMessage, timestamp } from "@/lib/api/fields";
import { ChatList, chatParams } from "@/lib/chat/chats/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { VisitorIdentity } from "../identity/contract";
import { boxes, endpoints, MAX_NOTE_LENGTH, MAX_SAVED_REPLY_LENGTH } from "./operations";

export const MAX_SAVED_REPLIES = 500;

export const Visitor = z
  .object({
    chat_id: z.int().describe("The conversation: a chat under the public one."),
    chat_uuid: z.guid(),
    public_chat_id: z.int(),
    public_chat_name: z.string(),
    name: z.string(),
    unread_count: z.int(),
    last_message: ChatList.shape.last_message,
    page: z.string().nullable().describe("Where the chat is embedded, without its query."),
    language: z.string().nullable(),
    browser: z.string().nullable().describe("Such as “Firefox on Windows”."),
    started_at: timestamp,
    last_activity_at: timestamp,
    status: z.enum(["open", "snoozed", "closed"]),
    snoozed_until: timestamp.nullable(),
    closed_at: timestamp.nullable(),
    assigned_to: UserMini.nullable().describe("Null also when they are no longer a member of the chat."),
    waiting_since: timestamp
      .nullable()
      .describe("The assistant called the team and nobody has answered yet."),
    handover_reason: z.enum(["requested", "unknown", "rule"]).nullable(),
    is_blocked: z.boolean(),
    is_taken_over: z.boolean(),
    taken_over_by: UserMini.nullable(),
    has_left: z.boolean().describe("The visitor has begun another conversation."),
    email: z.string().nullable().describe("Where the visitor wants answers mailed."),
    identity: VisitorIdentity.nullable().describe("Who they are, as the embedding site says."),
    rating: z
      .object({ score: z.int().describe("1 to 5."), comment: z.string().nullable(), rated_at: timestamp })
      .nullable(),
  })
  .meta({ id: "Visitor" });

const Inbox = z
  .object({
    unassigned: z.int(),
    mine: z.int(),
    waiting: z.int().describe("Of the unassigned ones: those in which the assistant called the team."),
    unread: z.int().describe("Open conversations with unread messages in chats that aren't muted."),
    public_chats: z
      .array(z.object({ id: z.int(), uuid: z.guid(), name: z.string() }))
      .describe("The chats that are or were public and that you are a member of."),
  })
  .meta({ id: "Inbox" });

const ConversationNote = z
  .object({
    id: z.int(),
    text: z.string(),
    author: UserMini.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "ConversationNote" });

const SavedReply = z
  .object({
    id: z.int(),
    name: z.string(),
    text: z.string(),
    created_by: UserMini.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "SavedReply" });

const text = (longest: number) =>
  z.string().trim().min(1, "Must not be empty.").max(longest).refine(hasNoNul, NUL);
const savedReply = z.object({ name: name(100), text: text(MAX_SAVED_REPLY_LENGTH) });
const inFuture = "null, or a time in the future.";

export const inboxApi = {
  getInbox: operation(endpoints.getInbox, {
    summary: "Count the conversations of your inbox",
    description: "Open conversations only. Each number ends at 1000.",
    returns: Inbox,
  }),
  listInbox: operation(endpoints.listInbox, {
    summary: "List conversations of visitors",
    description: [
      "Of all public chats that you are a member of, newest activity first. `unassigned` and `mine` have open conversations only, `all` the snoozed ones too.",
      "In `unassigned`, conversations in which the assistant called the team come first, those that have waited longest at the top.",
      "Pass `next_cursor` as `cursor` for the next page.",
    ].join("\n\n"),
    query: z.object({
      box: z.enum(boxes).default("all"),
      public_chat_id: id.optional(),
      search: z
        .string()
        .max(200)
        .optional()
        .describe(
          "In what was said, in the address of the page, and in the visitor's name and e-mail address.",
        ),
      cursor: z
        .string()
        .regex(/^[wl]\d{1,14}-\d{1,10}$/, "Must be the next_cursor of a page.")
        .optional(),
      size: pageSizeField(25),
    }),
    returns: z.object({ conversations: z.array(Visitor), next_cursor: z.string().nullable() }),
  }),
  updateConversation: operation(endpoints.updateConversation, {
    summary: "Assign, close, reopen or snooze a conversation",
    description: [
      "`chat_id` is the conversation. What is left out stays as it is.",
      "Closing ends a snooze and the waiting; the assignment stays. A message of the visitor reopens a closed or snoozed conversation.",
    ].join("\n\n"),
    params: chatParams,
    body: json(
      z.object({
        assigned_to: jsonId.nullable().optional().describe("The id of a member of the chat, or null."),
        is_closed: z.boolean().optional(),
        snoozed_until: z.iso
          .datetime({ offset: true })
          .nullable()
          .optional()
          .describe(`${inFuture} A closed conversation is reopened.`),
      }),
    ),
    returns: Visitor,
  }),
  listEarlierConversations: operation(endpoints.listEarlierConversations, {
    summary: "List other conversations of the same visitor",
    description:
      "`chat_id` is a conversation. Newest first, at most 50: those of the same signed-in visitor, or that were begun in the same session.",
    params: chatParams,
    returns: z.array(Visitor),
  }),
  listNotes: operation(endpoints.listNotes, {
    summary: "List internal notes about a conversation",
    description:
      "`chat_id` is the conversation. Oldest first. Visitors never see them, and neither do assistants.",
    params: chatParams,
    returns: z.array(ConversationNote),
  }),
  addNote: operation(endpoints.addNote, {
    summary: "Add an internal note to a conversation",
    params: chatParams,
    body: json(z.object({ text: text(MAX_NOTE_LENGTH) })),
    returns: ConversationNote,
    status: 201,
  }),
  deleteNote: operation(endpoints.deleteNote, {
    summary: "Delete an internal note of yours",
    params: chatParams.extend({ note_id: id }),
    returns: SuccessMessage,
  }),
  listSavedReplies: operation(endpoints.listSavedReplies, {
    summary: "List the saved replies of the group",
    description: "By name.",
    returns: z.array(SavedReply),
  }),
  createSavedReply: operation(endpoints.createSavedReply, {
    summary: "Save a reply for the group",
    description: `Returns 409 if the name is taken, or the group has ${MAX_SAVED_REPLIES} saved replies.`,
    body: json(savedReply),
    returns: SavedReply,
    status: 201,
  }),
  updateSavedReply: operation(endpoints.updateSavedReply, {
    summary: "Change a saved reply",
    params: z.object({ id }),
    body: json(savedReply.partial()),
    returns: SavedReply,
  }),
  deleteSavedReply: operation(endpoints.deleteSavedReply, {
    summary: "Delete a saved reply",
    params: z.object({ id }),
    returns: SuccessMessage,
  }),
};
