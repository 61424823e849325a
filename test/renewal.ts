import { vi } from "vitest";
import { config } from "@/lib/platform/config";
import { resetAll } from "@/lib/platform/once";

/**
 * Resets this process for the next test file, whose modules are already loaded: drops state that outlives a request
 * (`lib/platform/once.ts`).
 */
export function renewProcess(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetAll();
}

const ENVIRONMENT = Symbol.for("parley-test-environment");
const shared = globalThis as { [ENVIRONMENT]?: NodeJS.ProcessEnv };
/** Environment before the first test file. */
shared[ENVIRONMENT] ??= { ...process.env };
const environment = shared[ENVIRONMENT];

/** Reverts environment variables that earlier test files or the product have set. */
export function renewEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

/**
 * Rereads the configuration, which background work of an earlier file may have read before this file set its
 * environment.
 */
export function forgetConfig(): void {
  config.reset();
}

/** Sets environment variables for a test file that starts no server. */
export function setEnvironment(values: Record<string, string>): void {
  Object.assign(process.env, values);
  forgetConfig();
}

/** Reopens the database at the currently configured address. */
export async function reopenDatabase(): Promise<void> {
  const { closeDatabase, database } = await import("@/db/client");
  await closeDatabase();
  database.reset();
}
