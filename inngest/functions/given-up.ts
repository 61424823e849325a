import type { Inngest } from "inngest";
import type { RunEvent } from "@/db/schema/background";
import * as clock from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { reasonOf } from "../errors";
import { rowId } from "../outbox";
import { keepFailure } from "../runner/queries";

/** So long runs begin again that met nobody. In ms. */
const MAX_RETRY_AGE_MS = 24 * 3_600_000;

/** What an Inngest server tells of a run that it has given up. */
type Failed = {
  run_id: string;
  function_id: string;
  error?: { name?: string; message?: string; stack?: string };
  event: RunEvent;
};

/**
 * What a real Inngest gave up: when no process answered at any of its tries it
 * begins again, for a day; a failure of the function itself is kept for the
 * owner (Settings → Status). The embedded runner keeps its own, and its work
 * waits for a process.
 */
export const givenUp = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "given-up", retries: 20, triggers: [{ event: "inngest/function.failed" }] },
    async ({ event, step }) => {
      const { run_id: runId, function_id: name, error: thrown, event: cause } = event.data as Failed;
      if (cause.name === event.name) return;
      const keep = (reason: string) =>
        step.run("keep", async () => {
          const functionId = name.replace(/^parley-/, "");
          log.error({ function: functionId, run: runId, message: reason }, "a background function failed");
          await keepFailure({ functionId, eventId: rowId(runId), event: cause, error: reason });
        });
      // What a function itself throws has a stack; a connection that failed, or a proxy's answer, has none.
      if (thrown?.stack !== undefined) await keep(reasonOf(thrown));
      else if (clock.now() - cause.ts > MAX_RETRY_AGE_MS)
        await keep("No process of Parley answered for a day.");
      // A schedule comes again by itself.
      else if (!cause.name.startsWith("inngest/")) {
        const { data, ts } = cause;
        await step.sendEvent("again", { id: `again ${runId}`, name: cause.name, data, ts });
      }
    },
  );
