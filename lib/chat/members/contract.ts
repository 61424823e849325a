import { z } from "zod";
import { del, get, json, patch, post } from "@/lib/api/contract";
import { id, jsonId, SuccessMessage, timestamp } from "@/lib/api/fields";
import { ChatListResponse, ChatRole, chatParams } from "@/lib/chat/chats/contract";
import { email } from "@/lib/identity/people/contract";

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
  listChatUsers: get("/chats/{chat_id}/users", {
    summary: "List who is in a chat",
    description: "Owners first, then admins, each by name. People who left the group are not listed.",
    params: chatParams,
    returns: z.array(UserInChat),
  }),
  listChatUsersFull: get("/chats/{chat_id}/users/full", {
    summary: "List who is in a chat, in full",
    params: chatParams,
    returns: z.array(UserInChatFull),
  }),
  addChatMembers: post("/chats/{chat_id}/members", {
    summary: "Add people to a chat, or change their roles",
    description:
      "For owners and admins of the chat. Who is in it already gets the role, if one is given. E-mail addresses of nobody in the group are invited to the group by mail, which takes an owner or admin of the group. A user id that is not of the group: 404, and nobody is added.",
    params: chatParams,
    body: json(MembersRequest),
    returns: z.object({
      added: z.array(UserInChat),
      changed: z.array(UserInChat).describe("Who was in the chat and has another role now."),
      invited: z.array(z.string()),
    }),
  }),
  removeChatMembers: del("/chats/{chat_id}/members", {
    summary: "Remove people from a chat",
    description:
      "For owners and admins of the chat; owners are removed by owners. Who is not in the chat is passed over. The last owner cannot be removed: 409, and nobody is.",
    params: chatParams,
    body: json(MembersRequest),
    returns: z.object({ removed: z.array(z.int()) }),
  }),
  updateChatMember: patch("/chats/{chat_id}/members/{user_id}", {
    summary: "Change someone's role in a chat",
    description:
      "For owners and admins of the chat; only owners make, change or unmake owners. The last owner stays one: 409.",
    params: chatParams.extend({ user_id: id }),
    body: json(z.object({ role: ChatRole })),
    returns: UserInChat,
  }),
  leaveChat: post("/chats/{chat_id}/leave", {
    summary: "Leave a chat",
    description:
      "The last owner cannot leave while others remain: 409. When nobody remains the chat is deleted.",
    params: chatParams,
    returns: SuccessMessage,
  }),
  openDirectChat: post("/chats/direct_users", {
    summary: "Open a chat of people only",
    description: "With one other person: the chat that you have with them, if there is one.",
    body: json(z.object({ user_ids: z.array(jsonId).min(1).max(50) }).meta({ id: "DirectUsersChatCreate" })),
    returns: ChatListResponse,
  }),
};
