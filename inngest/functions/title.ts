import type { Inngest } from "inngest";
import { giveTitle } from "@/lib/conversation/replies/service";

/** Few retries, because nobody waits for a title. */
export const title = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "title",
      retries: 1,
      concurrency: { limit: 1, key: "event.data.chat_id" },
      triggers: [{ event: "title.requested" }],
    },
    async ({ event, step }) => {
      const { chat_id: chatId, virtual_assistant_id: assistantId } = event.data;
      await step.run("give a title", () => giveTitle(chatId, assistantId));
    },
  );
