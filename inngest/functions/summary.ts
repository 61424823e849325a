import type { Inngest } from "inngest";
import { summarisePiece } from "@/lib/conversation/replies/service";

const MAX_SUMMARY_PARTS = 20;

export const summary = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "summary",
      retries: 2,
      concurrency: { limit: 1, key: "event.data.chat_id" },
      triggers: [{ event: "summary.requested" }],
    },
    async ({ event, step }) => {
      const { chat_id: chatId, virtual_assistant_id: assistantId } = event.data;
      for (let n = 1; n <= MAX_SUMMARY_PARTS; n++) {
        const isMore = await step.run(`summarise ${n}`, () => summarisePiece(chatId, assistantId));
        if (!isMore) return;
      }
    },
  );
