import { ConfigError, config } from "@/lib/platform/config";
import { functions } from "./functions";
import { startRunner } from "./runner/runner";
import type { Engine } from "./types";

/** Returns true when an Inngest server is configured. Otherwise the embedded runner runs the background functions. */
export function usesInngest(): boolean {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = config();
  return Boolean(INNGEST_EVENT_KEY || INNGEST_SIGNING_KEY || INNGEST_BASE_URL);
}

/** Starts the embedded runner, or the dispatcher to an Inngest server. */
export async function startEngine(): Promise<Engine> {
  if (!usesInngest()) return startRunner(functions);
  if (process.env.NODE_ENV === "production" && process.env.INNGEST_DEV) {
    throw new ConfigError(
      "Parley cannot start: INNGEST_DEV would open the background functions to anybody. Unset it.",
    );
  }
  // The SDK is loaded only where it is used.
  const [{ createClient }, { startDispatcher }] = await Promise.all([
    import("./client"),
    import("./dispatcher"),
  ]);
  return startDispatcher(createClient());
}
