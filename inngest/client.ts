import { Inngest } from "inngest";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { outbox } from "./outbox";

/** A real Inngest, in the cloud or one's own, is configured; else the embedded runner does the work. */
export function usesInngest(): boolean {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = config();
  return Boolean(INNGEST_EVENT_KEY || INNGEST_SIGNING_KEY || INNGEST_BASE_URL);
}

/** The SDK's client. With the embedded runner its events go to the outbox instead of over the network. */
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
