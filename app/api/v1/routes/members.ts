import { chatMembersApi } from "@/lib/chat/members/contract";
import * as members from "@/lib/chat/members/service";
import { openDirect } from "@/lib/chat/members/service";
import { implement } from "../implement";

export const chatMembersRoutes = implement("Members of chats", chatMembersApi, {
  listChatUsers: ({ viewer, params }) => members.list(viewer, params.chat_id),
  listChatUsersFull: ({ viewer, params }) => members.listFull(viewer, params.chat_id),
  addChatMembers: ({ viewer, params, body, call }) => members.add(viewer, params.chat_id, body, call),
  removeChatMembers: ({ viewer, params, body }) => members.remove(viewer, params.chat_id, body),
  updateChatMember: ({ viewer, params, body }) =>
    members.changeRole(viewer, params.chat_id, params.user_id, body.role),
  leaveChat: ({ viewer, params }) => members.leave(viewer, params.chat_id),
  openDirectChat: ({ viewer, body }) => openDirect(viewer, body.user_ids),
});
