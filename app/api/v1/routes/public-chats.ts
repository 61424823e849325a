import { Readable } from "node:stream";
import { ApiReply, paged, type Recover } from "@/lib/api/routes";
import { inboxApi, publicChatsApi, publicStaffApi } from "@/lib/surfaces/public-chats/contract";
import { follow as following, inbox, sessions, staff, visitors } from "@/lib/surfaces/public-chats/service";
import { implement } from "../implement";

const answer: Recover = ({ params, messageId }) =>
  visitors.answerFor((params as { chat_id: string }).chat_id, messageId);

const textFile = {
  "content-type": "text/plain; charset=utf-8",
  "content-disposition": 'attachment; filename="conversation.txt"',
  "content-security-policy": "sandbox; default-src 'none'",
};

export const publicChatsRoutes = implement(
  "Public chats",
  publicChatsApi,
  {
    startPublicSession: ({ params, body, call }) =>
      sessions.begin(params.chat_id, { ...body, userAgent: call.userAgent, address: call.address }),
    getPublicChatSettings: ({ params, query, call }) =>
      visitors.settings(params.chat_id, call.sessionId, query.marker),
    listPublicMessages: ({ visitor, query }) => visitors.list(visitor, query),
    sendPublicMessage: ({ visitor, body, call }) => visitors.send(visitor, body, call),
    retryPublicMessage: ({ visitor, params }) => visitors.retry(visitor, params.message_id),
    readPublicStream: async ({ visitor, params, query, call }) => {
      const { streaming_task_id: task } = params;
      const from = Math.max(0, query.chunk_idx ?? call.lastEventId ?? 0);
      if (!call.wantsEvents) return following.readReply(visitor, task, from);
      const events = await following.followReply(visitor, task, from, call.signal);
      return new ApiReply({ kind: "events", events });
    },
    stopPublicStream: ({ visitor, params }) => visitors.stop(visitor, params.streaming_task_id),
    followPublicChat: ({ visitor, call }) =>
      call.wantsEvents
        ? new ApiReply({ kind: "events", events: following.follow(visitor, call.signal), ping: "event" })
        : following.now(visitor),
    tellVisitorTyping: ({ visitor }) => visitors.tellTyping(visitor),
    exportPublicChat: ({ visitor }) =>
      new ApiReply({ kind: "file", stream: Readable.from(visitors.exported(visitor)) }, textFile),
    getPublicDocument: async ({ visitor, params, call }) => {
      const { stream, headers, status } = await visitors.document(visitor, params.document_id, call.range);
      return new ApiReply({ kind: "file", stream }, headers, status);
    },
    leavePublicConversation: ({ visitor }) => visitors.leave(visitor),
  },
  { sendPublicMessage: answer },
);

export const publicStaffRoutes = implement("Public chats: team", publicStaffApi, {
  setChatPublic: ({ viewer, params, query }) => staff.setPublic(viewer, params.chat_id, query.is_public),
  listVisitors: async ({ viewer, params, query }) => paged(await staff.list(viewer, params.chat_id, query)),
  getVisitor: ({ viewer, params }) => staff.get(viewer, params.chat_id),
  takeOver: ({ viewer, params }) => staff.setTakenOver(viewer, params.chat_id, true),
  handBack: ({ viewer, params }) => staff.setTakenOver(viewer, params.chat_id, false),
  blockVisitor: ({ viewer, params }) =>
    staff.setBlocked(viewer, params.chat_id, params.conversation_id, true),
  unblockVisitor: ({ viewer, params }) =>
    staff.setBlocked(viewer, params.chat_id, params.conversation_id, false),
  getPublicUsage: ({ viewer, params, query }) => staff.daily(viewer, params.chat_id, query.days),
});

export const inboxRoutes = implement("Public chats: inbox", inboxApi, {
  getInbox: ({ viewer }) => inbox.overview(viewer),
  listInbox: ({ viewer, query }) => inbox.list(viewer, query),
  updateConversation: ({ viewer, params, body }) => inbox.update(viewer, params.chat_id, body),
  listEarlierConversations: ({ viewer, params }) => inbox.earlier(viewer, params.chat_id),
  listNotes: ({ viewer, params }) => inbox.notes.list(viewer, params.chat_id),
  addNote: ({ viewer, params, body }) => inbox.notes.add(viewer, params.chat_id, body.text),
  deleteNote: ({ viewer, params }) => inbox.notes.remove(viewer, params.chat_id, params.note_id),
  listSavedReplies: ({ viewer }) => inbox.savedReplies.list(viewer),
  createSavedReply: ({ viewer, body }) => inbox.savedReplies.create(viewer, body),
  updateSavedReply: ({ viewer, params, body }) => inbox.savedReplies.update(viewer, params.id, body),
  deleteSavedReply: ({ viewer, params }) => inbox.savedReplies.remove(viewer, params.id),
});
