import { compaction as compactions } from "@/lib/replies/runs/service";
import { defineFunction } from "../background-function";

const MAX_PARTS = 100;

export const compaction = defineFunction({
  id: "compaction",
  retries: 2,
  concurrency: { perKey: { limit: 1, field: "chat_id" } },
  events: ["compaction.requested"],
  run: async ({ event, step }) => {
    const { chat_id: chatId, run_id: runId } = event.data;
    for (let n = 1; n <= MAX_PARTS; n++) {
      const isMore = await step.run(`summarize ${n}`, () => compactions.extend(chatId, runId));
      if (!isMore) return;
    }
  },
});
