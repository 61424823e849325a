import type { Inngest } from "inngest";
import { attempt } from "@/lib/chat/webhooks/service";

/** Between the tries of a delivery: eight of them in most of a day. */
const WAITS = ["5s", "30s", "5m", "30m", "2h", "6h", "12h"];

/** Delivers something to a webhook, of one webhook a few things at once: one that is slow does not hold up the others. */
export const webhook = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "webhook",
      retries: 3,
      concurrency: { limit: 5, key: "event.data.webhook_id" },
      triggers: [{ event: "webhook.due" }],
    },
    async ({ event, step }) => {
      for (const [count, wait] of [...WAITS, undefined].entries()) {
        const goesOn = await step.run(`try ${count + 1}`, () =>
          attempt(event.data.delivery_id, wait === undefined),
        );
        if (!goesOn || wait === undefined) return;
        await step.sleep(`wait ${count + 1}`, wait);
      }
    },
  );
