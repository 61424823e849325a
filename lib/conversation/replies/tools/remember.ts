import { z } from "zod";
import { LONGEST_MEMORY } from "@/lib/chat/memories/contract";
import * as memories from "@/lib/chat/memories/service";
import { tool } from "./kinds";

export const remember = tool({
  description:
    "Remember a lasting fact about the person who asks, for all of their chats: only what they tell about themselves and what will still matter later.",
  input: z.object({
    text: z.string().trim().min(1).max(LONGEST_MEMORY).describe("One fact, in one sentence."),
  }),
  kind: "memory",
  label: "Remembering",
  about: ({ text }) => text,
  applies: ({ remembers }) => remembers,
  run: async (viewer, { text }, { chat }) => {
    const { id } = await memories.remember(viewer, text, chat.id);
    return { text: `Remembered as memory ${id}.`, memoryId: id };
  },
});
