import type { RunEvent } from "@/db/schema/background";
import * as clock from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import type { BackgroundFunction } from "../background-function";
import { toReason } from "../errors";
import { toRowId } from "../event-id";
import { insertFailedRun } from "../runner/queries";

// Runs that reached no process are restarted until their event is this old.
const MAX_RETRY_AGE_MS = 24 * 3_600_000;

type Failed = {
  run_id: string;
  function_id: string;
  error?: { name?: string; message?: string; stack?: string };
  event: RunEvent;
};

/**
 * Handles runs that an Inngest server gave up on. Restarts a run for a day when no process answered any attempt;
 * otherwise records the failure for the owner (Settings → Status). The embedded runner records its own failures.
 */
export const givenUp: BackgroundFunction = {
  id: "given-up",
  retries: 20,
  events: ["inngest/function.failed"],
  run: async ({ event, step }) => {
    const { run_id: runId, function_id: name, error: thrown, event: cause } = event.data as unknown as Failed;
    if (cause.name === event.name) return;
    const keep = (reason: string) =>
      step.run("keep", async () => {
        const functionId = name.replace(/^parley-/, "");
        log.error({ function: functionId, run: runId, message: reason }, "a background function failed");
        await insertFailedRun({ functionId, eventId: toRowId(runId), event: cause, error: reason });
      });
    // An error thrown by the function has a stack; a connection failure or a proxy's response has none.
    if (thrown?.stack !== undefined) await keep(toReason(thrown));
    else if (clock.now() - cause.ts > MAX_RETRY_AGE_MS)
      await keep("No process of Parley answered for a day.");
    // Scheduled functions run again anyway.
    else if (!cause.name.startsWith("inngest/")) {
      const { data, ts } = cause;
      await step.sendEvent("again", { id: `again ${runId}`, name: cause.name, data, ts });
    }
  },
};
