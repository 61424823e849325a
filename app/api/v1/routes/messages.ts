import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import { ApiReply, type Recover, type RequestData } from "@/lib/api/routes";
import { sendInTempChatOfTask } from "@/lib/automation/tasks/service";
import { messagesApi } from "@/lib/chat/messages/contract";
import * as messages from "@/lib/chat/messages/service";
import { exportChat, exportChats, reactions, stripReservedKeys } from "@/lib/chat/messages/service";
import * as sending from "@/lib/replies/sending/service";
import { retry } from "@/lib/replies/sending/service";
import { implement } from "../implement";

const answer: Recover = ({ viewer, messageId }) => sending.answerFor(viewer!, messageId);
const answerWithMessage: Recover = async ({ viewer, messageId }) =>
  sending.withMessage(viewer!, await sending.answerFor(viewer!, messageId));
const answerQueued: Recover = async ({ viewer, messageId }) =>
  sending.toQueuedResponse(viewer!, await sending.answerFor(viewer!, messageId));

// Handles the deprecated operations for sending, which differ only in their address.
const sendAndWait = async ({
  viewer,
  params,
  body,
  call,
}: {
  viewer: Viewer;
  params: { chat_id: Reference };
  body: Omit<sending.NewMessage, "is_sync">;
  call: RequestData;
}) =>
  sending.withMessage(viewer, await sending.send(viewer, params.chat_id, { ...body, is_sync: true }, call));

export const messagesRoutes = implement(
  "Messages",
  messagesApi,
  {
    sendMessage: ({ viewer, params, query, body, call }) =>
      sending.send(viewer, params.chat_id, { ...body, models: query.models }, call),
    sendToAssistant: ({ viewer, params, body, call }) =>
      sending.sendToAssistant(viewer, params.agent_id, body, call),
    sendInTempChat: ({ viewer, query, body, call }) =>
      sending.sendInTempChat(viewer, query.virtual_assistant_id, body, call),
    sendInTempChatOfTask: ({ viewer, params, body, call }) =>
      sendInTempChatOfTask(viewer, params.task_id, body, call),
    sendDeprecated: sendAndWait,
    sendSync: sendAndWait,
    sendQueue: async ({ viewer, params, body, call }) =>
      sending.toQueuedResponse(
        viewer,
        await sending.send(viewer, params.chat_id, { ...body, is_sync: false }, call),
      ),
    sendToMentionName: async ({ viewer, params, body: { message, ...rest }, call }) => {
      const chat = { mention: params.chat_mention_name };
      const extra = stripReservedKeys(rest.extra);
      const given = { ...rest, extra, message_input: message, is_sync: true, files: [] };
      return sending.withMessage(viewer, await sending.send(viewer, chat, given, call));
    },
    listMessages: ({ viewer, params, query }) => messages.list(viewer, params.chat_id, query),
    retryMessage: ({ viewer, params, query }) => retry(viewer, params.message_id, query.streaming_task_id),
    regenerateReply: ({ viewer, params, query, body }) =>
      retry(viewer, params.message_id, query.streaming_task_id, body),
    continueReply: ({ viewer, params, query }) =>
      sending.continueReply(viewer, params.message_id, query.streaming_task_id),
    keepReply: ({ viewer, params }) => sending.chooseReply(viewer, params.message_id),
    editMessage: ({ viewer, params, body }) => messages.edit(viewer, params.message_id, body),
    deleteMessage: ({ viewer, params }) => messages.remove(viewer, params.chat_id, params.message_id),
    clearMessages: ({ viewer, params }) => messages.clear(viewer, params.chat_id),
    addReaction: ({ viewer, params }) => reactions.add(viewer, params),
    removeReaction: ({ viewer, params }) => reactions.remove(viewer, params),
    exportChats: async ({ viewer }) => {
      const { stream, headers } = await exportChats(viewer);
      return new ApiReply({ kind: "file", stream }, headers);
    },
    exportChat: async ({ viewer, params, query }) => {
      const { stream, headers } = await exportChat(viewer, params.chat_id, query.format);
      return new ApiReply({ kind: "file", stream }, headers);
    },
  },
  {
    sendMessage: answer,
    sendToAssistant: answer,
    sendInTempChat: answerWithMessage,
    sendInTempChatOfTask: answerWithMessage,
    sendDeprecated: answerWithMessage,
    sendSync: answerWithMessage,
    sendQueue: answerQueued,
    sendToMentionName: answerWithMessage,
  },
);
