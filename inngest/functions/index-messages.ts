import { indexMessages } from "@/lib/llm/indexing/service";
import { defineFunction } from "../background-function";

// When the backlog needs more steps, the run for the next event continues it.
const MAX_STEPS = 500;

export const messagesIndex = defineFunction({
  id: "index-messages",
  retries: 2,
  concurrency: { total: 2, perKey: { limit: 1, field: "group_id" } },
  events: ["messages.stored"],
  run: async ({ event, step }) => {
    const groupId = event.data.group_id;
    // Old stored events have no `group_id`. The sweep schedules their work again.
    if (!groupId) return;
    for (let n = 1; n <= MAX_STEPS; n++)
      if (!(await step.run(`index ${n}`, () => indexMessages(groupId, { isFirst: n === 1 })))) return;
  },
});
