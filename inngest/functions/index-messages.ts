import { indexMessages } from "@/lib/llm/indexing/service";
import { defineFunction } from "../background-function";

// The next event continues with a longer backlog.
const MAX_STEPS = 500;

export const messagesIndex = defineFunction({
  id: "index-messages",
  retries: 2,
  concurrency: { total: 2, perKey: { limit: 1, field: "group_id" } },
  events: ["messages.stored"],
  run: async ({ event, step }) => {
    const groupId = event.data.group_id;
    // Events from before `group_id` was added; the sweep schedules the work again.
    if (!groupId) return;
    for (let n = 1; n <= MAX_STEPS; n++)
      if (!(await step.run(`index ${n}`, () => indexMessages(groupId, { isFirst: n === 1 })))) return;
  },
});
