import { attemptDelivery } from "@/lib/chat/webhooks/service";
import { defineFunction } from "../background-function";

// Delays between attempts: eight attempts within a day.
const WAITS = ["5s", "30s", "5m", "30m", "2h", "6h", "12h"] as const;

/** Delivers to a webhook, with a limit per webhook, so that a slow receiver does not delay others. */
export const webhook = defineFunction({
  id: "webhook",
  retries: 3,
  concurrency: { perKey: { limit: 5, field: "webhook_id" } },
  events: ["webhook.due"],
  run: async ({ event, step }) => {
    for (const [count, wait] of [...WAITS, undefined].entries()) {
      const goesOn = await step.run(`try ${count + 1}`, () =>
        attemptDelivery(event.data.delivery_id, wait === undefined),
      );
      if (!goesOn || wait === undefined) return;
      await step.sleep(`wait ${count + 1}`, wait);
    }
  },
});
