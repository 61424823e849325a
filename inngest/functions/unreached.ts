import type { Inngest } from "inngest";
import * as clock from "@/lib/clock";
import { log } from "@/lib/log";

const LONGEST = 24 * 3_600_000;

/** What an Inngest server tells of a run that it has given up. */
type Failed = {
  run_id: string;
  function_id: string;
  error?: { stack?: string };
  event: { name: string; data: Record<string, unknown>; ts: number };
};

/**
 * Begins again what a real Inngest gave up because no process answered at any
 * of its tries, for a day. With the embedded runner work waits for a process.
 */
export const unreached = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "unreached", retries: 20, triggers: [{ event: "inngest/function.failed" }] },
    async ({ event, step }) => {
      const { run_id: runId, function_id: name, error, event: cause } = event.data as Failed;
      // What a function itself throws has a stack; a connection that failed, or a proxy's answer, has none.
      if (error?.stack !== undefined || cause.name.startsWith("inngest/")) return;
      if (clock.now() - cause.ts > LONGEST) {
        log.error(
          { function: name, run: runId },
          "no process answered for a day: a background run is dropped",
        );
        return;
      }
      const { data, ts } = cause;
      await step.sendEvent("again", { id: `again ${runId}`, name: cause.name, data, ts });
    },
  );
