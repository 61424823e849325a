import { Inngest } from "inngest";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { outbox } from "./outbox";

export function usesInngest(): boolean {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = config();
  return Boolean(INNGEST_EVENT_KEY || INNGEST_SIGNING_KEY || INNGEST_BASE_URL);
}

/** With the embedded runner, the SDK's events go to the outbox instead of the network. */
export function makeClient(): Inngest {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = config();
  const shared = { id: "parley", logger: log as never };
  if (!usesInngest()) return new Inngest({ ...shared, isDev: true, eventKey: "embedded", fetch: outbox });
  return new Inngest({
    ...shared,
    isDev: false,
    eventKey: INNGEST_EVENT_KEY,
    signingKey: INNGEST_SIGNING_KEY,
    baseUrl: INNGEST_BASE_URL,
  });
}
