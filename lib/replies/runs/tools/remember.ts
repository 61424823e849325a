import { z } from "zod";
import { MAX_MEMORY_LENGTH } from "@/lib/chat/memories/operations";
import * as memories from "@/lib/chat/memories/service";
import { tool } from "./definition";

export const remember = tool({
  description:
    "Propose to remember a lasting fact about the person who asks, for their other chats: only what they tell about themselves and what will still matter later. They see the proposal below your reply and decide.",
  input: z.object({
    text: z.string().trim().min(1).max(MAX_MEMORY_LENGTH).describe("One fact, in one sentence."),
  }),
  kind: "memory",
  label: "Remembering",
  about: ({ text }) => text,
  applies: ({ remembers }) => remembers,
  run: async (viewer, { text }, { chat, messageId }) => {
    const { id, isProposed } = await memories.propose(viewer, text, { chatId: chat.id, messageId });
    const state = isProposed
      ? `Proposed as memory ${id}; it counts once they keep it.`
      : `Known as memory ${id}.`;
    return { text: state, memoryId: id };
  },
});
