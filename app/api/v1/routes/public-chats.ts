import { Readable } from "node:stream";
import { MAX_INTEGER } from "@/lib/api/fields";
import { ApiReply, type Recover, toListReply } from "@/lib/api/routes";
import {
  inboxApi,
  launcherApi,
  publicationApi,
  publicChatsApi,
  publicStaffApi,
  visitorApi,
} from "@/lib/channels/public-chats/contract";
import {
  earlier,
  exportConversation,
  follow as following,
  handover,
  inbox,
  mailConversation,
  publication,
  ratings,
  reports,
  sessions,
  staff,
  visitors,
} from "@/lib/channels/public-chats/service";
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
      sessions.create(params.chat_id, { ...body, userAgent: call.userAgent, address: call.address }),
    replacePublicSession: ({ visitor, call }) => sessions.replace(visitor, call.sessionId),
    getPublicChatSettings: ({ params, query, call }) =>
      visitors.getSettings(params.chat_id, call.sessionId, query.marker),
    listPublicMessages: ({ visitor, query }) =>
      query.conversation_id === undefined
        ? visitors.list(visitor, query)
        : earlier.read(visitor, query.conversation_id, query),
    sendPublicMessage: ({ visitor, body, call }) => visitors.send(visitor, body, call),
    retryPublicMessage: ({ visitor, params }) => visitors.retry(visitor, params.message_id),
    readPublicStream: async ({ visitor, params, query, call }) => {
      const { streaming_task_id: task } = params;
      const from = Math.min(Math.max(0, query.chunk_idx ?? call.lastEventId ?? 0), MAX_INTEGER);
      if (!call.wantsEvents) return following.readReply(visitor, task, from);
      const events = await following.followReply(visitor, task, from, call.signal);
      return new ApiReply({ kind: "events", events });
    },
    stopPublicStream: ({ visitor, params }) => visitors.stop(visitor, params.streaming_task_id),
    followPublicChat: ({ visitor, call }) =>
      call.wantsEvents
        ? new ApiReply({ kind: "events", events: following.follow(visitor, call.signal), ping: "event" })
        : following.getCurrentState(visitor),
    tellVisitorTyping: ({ visitor }) => visitors.publishTyping(visitor),
    exportPublicChat: ({ visitor, call }) =>
      new ApiReply(
        { kind: "file", stream: Readable.from(exportConversation(visitor, call.language)) },
        textFile,
      ),
    getPublicDocument: async ({ visitor, params, query, call }) => {
      const { stream, headers, status } = await visitors.getDocument(
        visitor,
        params.document_id,
        call.range,
        query.conversation_id,
      );
      return new ApiReply({ kind: "file", stream }, headers, status);
    },
    leavePublicConversation: ({ visitor }) => visitors.leave(visitor),
    ratePublicReply: ({ visitor, params, body }) => ratings.rateReply(visitor, params.message_id, body),
    unratePublicReply: ({ visitor, params }) => ratings.unrateReply(visitor, params.message_id),
    ratePublicConversation: ({ visitor, body }) => ratings.rateConversation(visitor, body),
    setVisitorEmail: ({ visitor, body, call }) => handover.setEmail(visitor, body, call.address),
  },
  { sendPublicMessage: answer },
);

export const publicVisitorRoutes = implement("Public chats", visitorApi, {
  listPublicConversations: ({ visitor }) => earlier.list(visitor),
  mailPublicChat: ({ visitor, body, call }) => mailConversation(visitor, body, call),
});

export const publicStaffRoutes = implement("Public chats: team", publicStaffApi, {
  setChatPublic: ({ viewer, params, query }) => staff.setPublic(viewer, params.chat_id, query.is_public),
  listVisitors: async ({ viewer, params, query }) =>
    toListReply(await staff.list(viewer, params.chat_id, query)),
  getVisitor: ({ viewer, params }) => staff.get(viewer, params.chat_id),
  takeOver: ({ viewer, params }) => staff.setTakenOver(viewer, params.chat_id, true),
  handBack: ({ viewer, params }) => staff.setTakenOver(viewer, params.chat_id, false),
  blockVisitor: ({ viewer, params }) =>
    staff.setBlocked(viewer, params.chat_id, params.conversation_id, true),
  unblockVisitor: ({ viewer, params }) =>
    staff.setBlocked(viewer, params.chat_id, params.conversation_id, false),
  getPublicUsage: ({ viewer, params, query }) => staff.getDailyUsage(viewer, params.chat_id, query.days),
  getPublicReport: ({ viewer, params, query }) => reports.report(viewer, params.chat_id, query),
  getPublicSpending: ({ viewer, params }) => reports.getSpending(viewer, params.chat_id),
  listUnanswered: ({ viewer, params, query }) => reports.listUnanswered(viewer, params.chat_id, query),
});

export const publicationRoutes = implement("Public chats: team", publicationApi, {
  getPublication: ({ viewer, params }) => publication.get(viewer, params.chat_id),
  updatePublication: ({ viewer, params, body }) => publication.set(viewer, params.chat_id, body),
});

// Caches the launcher for five minutes, so that the pages of an embedding site request it only once.
const LAUNCHER_CACHE_HEADERS = { "cache-control": "public, max-age=300" };

export const launcherRoutes = implement("Public chats", launcherApi, {
  getLauncher: async ({ params }) =>
    new ApiReply(
      { kind: "json", value: await publication.getLauncher(params.chat_id) },
      LAUNCHER_CACHE_HEADERS,
    ),
});

export const inboxRoutes = implement("Public chats: inbox", inboxApi, {
  getInbox: ({ viewer }) => inbox.getOverview(viewer),
  listInbox: ({ viewer, query }) => inbox.list(viewer, query),
  updateConversation: ({ viewer, params, body }) => inbox.update(viewer, params.chat_id, body),
  listEarlierConversations: ({ viewer, params }) => inbox.listEarlier(viewer, params.chat_id),
  listNotes: ({ viewer, params }) => inbox.notes.list(viewer, params.chat_id),
  addNote: ({ viewer, params, body }) => inbox.notes.add(viewer, params.chat_id, body.text),
  deleteNote: ({ viewer, params }) => inbox.notes.remove(viewer, params.chat_id, params.note_id),
  listSavedReplies: ({ viewer }) => inbox.savedReplies.list(viewer),
  createSavedReply: ({ viewer, body }) => inbox.savedReplies.create(viewer, body),
  updateSavedReply: ({ viewer, params, body }) => inbox.savedReplies.update(viewer, params.id, body),
  deleteSavedReply: ({ viewer, params }) => inbox.savedReplies.remove(viewer, params.id),
});
