import { Readable } from "node:stream";
import { implement, paged, type Recover, Special } from "@/lib/api/routes";
import { publicChatsApi, publicStaffApi } from "./contract";
import * as following from "./follow";
import * as sessions from "./sessions";
import * as staff from "./staff";
import * as visitors from "./visitors";

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
      sessions.begin(params.chat_id, { ...body, address: call.address }),
    getPublicChatSettings: ({ params, query, call }) =>
      visitors.settings(params.chat_id, call.sessionId, query.marker),
    listPublicMessages: ({ params, query, call }) => visitors.list(params.chat_id, call.sessionId, query),
    sendPublicMessage: ({ params, body, call }) => visitors.send(params.chat_id, body, call),
    retryPublicMessage: ({ params, call }) =>
      visitors.retry(params.chat_id, call.sessionId, params.message_id),
    readPublicStream: async ({ params, query, call }) => {
      const { chat_id: chat, streaming_task_id: task } = params;
      const from = Math.max(0, query.chunk_idx ?? call.lastEventId ?? 0);
      if (!call.wantsEvents) return following.readReply(chat, call.sessionId, task, from);
      const events = await following.followReply(chat, call.sessionId, task, from, call.signal);
      return new Special({ kind: "events", events });
    },
    stopPublicStream: ({ params, call }) =>
      visitors.stop(params.chat_id, call.sessionId, params.streaming_task_id),
    followPublicChat: async ({ params, call }) => {
      if (!call.wantsEvents) return following.now(params.chat_id, call.sessionId);
      const events = await following.follow(params.chat_id, call.sessionId, call.signal);
      return new Special({ kind: "events", events });
    },
    exportPublicChat: async ({ params, call }) => {
      const text = await visitors.exported(params.chat_id, call.sessionId);
      return new Special({ kind: "file", stream: Readable.from(text) }, textFile);
    },
    getPublicDocument: async ({ params, call }) => {
      const { chat_id: chat, document_id: id } = params;
      const { stream, headers, status } = await visitors.document(chat, call.sessionId, id, call.wanted);
      return new Special({ kind: "file", stream }, headers, status);
    },
    leavePublicConversation: ({ params, call }) => visitors.leave(params.chat_id, call.sessionId),
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
