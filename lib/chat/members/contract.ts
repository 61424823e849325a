import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { id, jsonId, SuccessMessage, timestamp } from "@/lib/api/fields";
import { ChatListResponse, ChatRole, chatParams } from "@/lib/chat/chats/contract";
import { email } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";

const UserInChat = z
  .object({
    id: z.int(),
    full_name: z.string(),
    avatar_url: z.string().nullable(),
    role: ChatRole,
    is_online: z.boolean().describe("Seen within the last 45 seconds."),
  })
  .meta({ id: "UserInChat" });
export const UserInChatFull = UserInChat.extend({
  email: z.string(),
  mention_name: z.string().nullable(),
  joined_at: timestamp,
  last_seen_at: timestamp.nullable(),
  last_read_message_id: z.int().nullable(),
}).meta({ id: "UserInChatFull" });

const people = {
  user_ids: z.array(jsonId).max(200).default([]),
  emails: z.array(email).max(50).default([]),
};
export const MembersRequest = z
  .object({
    ...people,
    role: z
      .enum(["admin", "member"])
      .optional()
      .describe("Absent: members; who is in the chat stays what they are."),
  })
  .meta({ id: "MembersRequest" });

export const chatMembersApi = {
  listChatUsers: operation(endpoints.listChatUsers, {
    summary: "List members of a chat",
    description:
      "Sorted by role (owners, admins, members), then by name. People who left the group are not listed.",
    params: chatParams,
    returns: z.array(UserInChat),
  }),
  listChatUsersFull: operation(endpoints.listChatUsersFull, {
    summary: "List members of a chat, with all fields",
    params: chatParams,
    returns: z.array(UserInChatFull),
  }),
  addChatMembers: operation(endpoints.addChatMembers, {
    summary: "Add people to a chat, or change their roles",
    description:
      "Requires an owner or admin of the chat. Existing members take the role, if you send one. E-mail addresses that belong to no member of the group are invited to the group by mail; this requires an owner or admin of the group. Returns 404 and adds nobody if a user id isn't in the group.",
    params: chatParams,
    body: json(MembersRequest),
    returns: z.object({
      added: z.array(UserInChat),
      changed: z.array(UserInChat).describe("Who was in the chat and has another role now."),
      invited: z.array(z.string()),
    }),
  }),
  removeChatMembers: operation(endpoints.removeChatMembers, {
    summary: "Remove people from a chat",
    description:
      "Requires an owner or admin of the chat; only owners can remove owners. Ids of people who aren't in the chat are ignored. Returns 409 and removes nobody if no owner would be left.",
    params: chatParams,
    body: json(MembersRequest),
    returns: z.object({ removed: z.array(z.int()) }),
  }),
  updateChatMember: operation(endpoints.updateChatMember, {
    summary: "Change someone's role in a chat",
    description:
      "Requires an owner or admin of the chat; only owners can grant or change the role of owner. Returns 409 for the last owner.",
    params: chatParams.extend({ user_id: id }),
    body: json(z.object({ role: ChatRole })),
    returns: UserInChat,
  }),
  leaveChat: operation(endpoints.leaveChat, {
    summary: "Leave a chat",
    description:
      "Returns 409 if you are the last owner and others remain. If nobody remains, the chat is deleted.",
    params: chatParams,
    returns: SuccessMessage,
  }),
  openDirectChat: operation(endpoints.openDirectChat, {
    summary: "Open a chat of people only",
    description: "With one other person, this returns your existing direct chat with them, if there is one.",
    body: json(z.object({ user_ids: z.array(jsonId).min(1).max(50) }).meta({ id: "DirectUsersChatCreate" })),
    returns: ChatListResponse,
  }),
};
