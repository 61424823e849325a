import { z } from "zod";
import { json, jsonLimits, operation } from "@/lib/api/contract";
import { messageId, SuccessMessage } from "@/lib/api/fields";
import { ChatDetail, chatParams } from "@/lib/chat/chats/contract";
import { PostChatMessageResponse } from "@/lib/chat/messages/contract";
import { endpoints } from "./operations";

const messageParams = chatParams.extend({ message_id: messageId });

export const branchesApi = {
  createBranch: operation(endpoints.createBranch, {
    summary: "Branch a chat from a message",
    description:
      "Creates a private chat of yours with a copy of everything up to this message, in reading order: messages, files, collections and settings, and the canvas with its pages as they are now. `branched_from` of the new chat and `branches` of this one name each other. Conversations with visitors can't be branched: 409.",
    params: messageParams,
    returns: ChatDetail,
    status: 201,
  }),
  createVersion: operation(endpoints.createVersion, {
    summary: "Ask your question in other words",
    description:
      "Sends another version of your message and has it replied to; `streaming_task_id` identifies the stream. The earlier version and everything after it are set aside: lists, exports, searches, counts and assistants no longer include them. `extra.versions` of the new message lists all versions. Returns 409 if others have written since, or while a reply is being written.",
    params: messageParams,
    body: json(z.object({ message: z.string().min(1, "Must not be empty.").max(100_000) }), {
      mostBytes: jsonLimits.message,
    }),
    returns: PostChatMessageResponse,
    allowance: "messages",
    idempotent: true,
  }),
  showVersion: operation(endpoints.showVersion, {
    summary: "Show a version of your question",
    description:
      "Sets the version that is shown aside, with everything after it, and shows this one with everything that came after it, for all members of the chat. They hear of it as `chat.updated` with the field `messages`. Returns 409 if others have written since, or while a reply is being written.",
    params: messageParams,
    returns: SuccessMessage,
  }),
};
