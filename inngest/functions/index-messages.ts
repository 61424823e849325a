import type { Inngest } from "inngest";
import { indexMessages } from "@/lib/ai/indexing/service";

/** Some seconds each; a longer backlog is taken up by the next event. */
const MAX_STEPS = 500;

/** Makes the messages of a group findable, the newest first; groups take turns. */
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
      // Asked for before groups took turns; the sweep asks again.
      if (!groupId) return;
      for (let n = 1; n <= MAX_STEPS; n++)
        if (!(await step.run(`index ${n}`, () => indexMessages(groupId, { isFirst: n === 1 })))) return;
    },
  );
