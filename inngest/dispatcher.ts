import type { Inngest } from "inngest";
import { register, runAfterAnswer, waitForWork } from "@/lib/platform/background/service";
import { log } from "@/lib/platform/log";
import * as queries from "./runner/queries";
import type { Engine } from "./types";

const POLL_INTERVAL_MS = 2000;
const BATCH = 200;
const MAX_DRAIN_MS = 25_000;

/**
 * Delivers the outbox to an Inngest server at least once. An event keeps its row until it has arrived, and its id
 * lets Inngest deduplicate it.
 */
export function startDispatcher(client: Inngest): Engine {
  let isStopping = false;
  let current: Promise<void> | undefined;
  let isAskedAgain = false;

  const dispatch = async () => {
    const events = await queries.countWaitingEvents({ limit: BATCH });
    if (events.length === 0) return;
    await client.send(
      events.map(({ id, name, data, createdAt }) => ({ id, name, data, ts: createdAt.getTime() })),
    );
    await queries.markDispatched({ ids: events.map(({ id }) => id) });
    if (events.length === BATCH) isAskedAgain = true;
  };
  const settled = async () => {
    while (current) await current;
  };
  const look = () => {
    if (isStopping) return;
    begin();
    runAfterAnswer(settled());
  };
  const begin = () => {
    if (current) {
      isAskedAgain = true;
      return;
    }
    current = dispatch()
      .catch((error) => log.warn({ err: error }, "Inngest could not be reached; events wait"))
      .finally(() => {
        current = undefined;
        if (isAskedAgain) {
          isAskedAgain = false;
          look();
        }
      });
  };
  const unregister = register({ wake: look });
  const timer = setInterval(look, POLL_INTERVAL_MS);
  look();
  return {
    stop: async () => {
      isStopping = true;
      unregister();
      clearInterval(timer);
      await Promise.all([waitForWork(MAX_DRAIN_MS), current]);
    },
  };
}
