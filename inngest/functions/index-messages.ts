import type { Inngest } from "inngest";
import { indexMessages } from "@/lib/indexing/service";

/** Some seconds each; a longer backlog is taken up by the next event. */
const MOST_STEPS = 500;

/** Makes messages findable, the newest first. */
export const messagesIndex = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "index-messages",
      retries: 2,
      concurrency: { limit: 1 },
      triggers: [{ event: "messages.stored" }],
    },
    async ({ step }) => {
      for (let n = 1; n <= MOST_STEPS; n++)
        if (!(await step.run(`index ${n}`, () => indexMessages({ isFirst: n === 1 })))) return;
    },
  );
