import type { Inngest } from "inngest";
import { indexMessages } from "@/lib/ai/indexing/service";

/** The next event continues with a longer backlog. */
const MAX_STEPS = 500;

export const messagesIndex = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "index-messages",
      retries: 2,
      concurrency: [{ limit: 2 }, { limit: 1, key: "event.data.group_id" }],
      triggers: [{ event: "messages.stored" }],
    },
    async ({ event, step }) => {
      const groupId = event.data.group_id;
      // Events from before `group_id` was added; the sweep schedules the work again.
      if (!groupId) return;
      for (let n = 1; n <= MAX_STEPS; n++)
        if (!(await step.run(`index ${n}`, () => indexMessages(groupId, { isFirst: n === 1 })))) return;
    },
  );
