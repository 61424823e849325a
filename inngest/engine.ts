import { ConfigError } from "@/lib/platform/config";
import { makeClient, usesInngest } from "./client";
import { startDispatcher } from "./dispatcher";
import { functions } from "./functions";
import { startRunner } from "./runner/runner";
import type { Engine } from "./types";

export function startEngine(): Engine {
  const client = makeClient();
  if (!usesInngest()) return startRunner(client, functions(client));
  if (process.env.NODE_ENV === "production" && process.env.INNGEST_DEV) {
    throw new ConfigError(
      "Parley cannot start: INNGEST_DEV would open the background functions to anybody. Unset it.",
    );
  }
  return startDispatcher(client);
}
