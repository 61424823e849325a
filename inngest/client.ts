import { Inngest } from "inngest";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";

export function createClient(): Inngest {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = config();
  return new Inngest({
    id: "parley",
    logger: log as never,
    isDev: false,
    eventKey: INNGEST_EVENT_KEY,
    signingKey: INNGEST_SIGNING_KEY,
    baseUrl: INNGEST_BASE_URL,
  });
}
