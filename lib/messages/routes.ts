import { implement } from "@/lib/api/routes";
import { messagesApi } from "./contract";
import * as sending from "./sending";
import * as messages from "./service";

export const messagesRoutes = implement(
  "Messages",
  messagesApi,
  {
    sendMessage: ({ viewer, params, body, call }) => sending.send(viewer, params.chat, body, call),
    listMessages: ({ viewer, params, query }) => messages.list(viewer, params.chat_id, query),
    retryMessage: ({ viewer, params, query }) =>
      messages.retry(viewer, params.message_id, query.streaming_task_id),
    editMessage: ({ viewer, params, body }) => messages.edit(viewer, params.message_id, body),
    deleteMessage: ({ viewer, params }) => messages.remove(viewer, params.chat_id, params.message_id),
    clearMessages: ({ viewer, params }) => messages.clear(viewer, params.chat_id),
  },
  { sendMessage: ({ viewer, messageId }) => sending.answerFor(viewer!, messageId) },
);
