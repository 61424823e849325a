import { extendSummary } from "@/lib/replies/runs/service";
import { defineFunction } from "../background-function";

const MAX_SUMMARY_PARTS = 20;

export const summary = defineFunction({
  id: "summary",
  retries: 2,
  concurrency: { perKey: { limit: 1, field: "chat_id" } },
  events: ["summary.requested"],
  run: async ({ event, step }) => {
    const { chat_id: chatId, virtual_assistant_id: assistantId } = event.data;
    for (let n = 1; n <= MAX_SUMMARY_PARTS; n++) {
      const isMore = await step.run(`summarise ${n}`, () => extendSummary(chatId, assistantId));
      if (!isMore) return;
    }
  },
});
