import { z } from "zod";
import { operation } from "@/lib/api/contract";
import { chatParams } from "@/lib/chat/chats/contract";
import { endpoints } from "./operations";

const tokens = z.int();
const NextMessage = z.object({
  model: z.object({ id: z.string(), label: z.string() }),
  window_tokens: tokens.nullable().describe("The model's context window; null where it is not known."),
  limit_tokens: tokens.describe(
    "What a message and its answer can use: the context window, or less where Parley sends less of it.",
  ),
  used_tokens: tokens.describe("The sum of `parts`."),
  parts: z.object({
    instructions: tokens,
    memories: tokens,
    notes: tokens.describe("The memo, the canvas and the parent chat."),
    summary: tokens,
    files: tokens,
    messages: tokens,
    answer: tokens.describe("Reserved for the answer."),
  }),
  has_left_out: z.boolean().describe("Whether the oldest messages no longer fit."),
});

const ChatContext = z
  .object({
    next_message: NextMessage.nullable().describe("Null where no model replies."),
    usage: z
      .object({
        input_tokens: tokens,
        output_tokens: tokens,
        cost: z.number().nullable().describe("At the group's prices; null if nothing of it has a price."),
      })
      .nullable()
      .describe(
        "What the chat has used so far, for owners and admins of the chat or the group; null for others.",
      ),
    summary: z
      .object({
        text: z.string(),
        through_message_id: z
          .int()
          .describe("Replies see the summary in place of the messages up to this one."),
      })
      .nullable(),
    compaction: z
      .object({
        state: z.enum(["running", "failed"]),
        done_messages: z.int(),
        total_messages: z.int(),
        error: z.enum(["model_failed", "messages_changed"]).nullable(),
      })
      .nullable()
      .describe("The summary that is being written."),
    compactable_messages: z
      .int()
      .describe("How many messages a compaction would replace; 0 where you may not compact the chat."),
  })
  .meta({ id: "ChatContext" });

export const contextApi = {
  getChatContext: operation(endpoints.getChatContext, {
    summary: "Get what your next message would send to the model",
    description:
      "Tokens are estimated, before the text of the message, and the passages that are found for it.",
    params: chatParams,
    returns: ChatContext,
  }),
  compactChat: operation(endpoints.compactChat, {
    summary: "Compact a chat",
    description:
      "Writes a summary in the background, which replies then see in place of all messages before the last question. People still see the messages. Returns 409 while one is being written, and where there are no earlier messages. Requires an owner or admin of the chat.",
    params: chatParams,
    returns: ChatContext,
  }),
  undoCompaction: operation(endpoints.undoCompaction, {
    summary: "Cancel or undo the compaction of a chat",
    description:
      "Cancels a summary that is being written, or else lets replies see all messages again. Editing or deleting a message that the summary covers does so, too. Requires an owner or admin of the chat.",
    params: chatParams,
    returns: ChatContext,
  }),
};
