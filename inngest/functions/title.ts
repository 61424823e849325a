import { generateTitle } from "@/lib/replies/runs/service";
import { defineFunction } from "../background-function";

/** Generates the title of a chat. Retries only once, because nobody waits for a title. */
export const title = defineFunction({
  id: "title",
  retries: 1,
  concurrency: { perKey: { limit: 1, field: "chat_id" } },
  events: ["title.requested"],
  run: async ({ event, step }) => {
    const { chat_id: chatId, virtual_assistant_id: assistantId } = event.data;
    await step.run("give a title", () => generateTitle(chatId, assistantId));
  },
});
