import { vi } from "vitest";

/** Singletons that modules reference after loading; they stay, and counters among them are cleared. */
const HELD = new Set(
  "validity lifecycle tracing meters log limits open-streams caller-address idempotency removals transaction".split(
    " ",
  ),
);

/** Singletons of `lib/platform/singleton.ts`. */
const kept = () => (globalThis as { [KEY]?: Map<string, unknown> })[KEY] ?? new Map<string, unknown>();
const KEY = Symbol.for("parley");

/**
 * Resets this process for the next test file, whose modules are already loaded: drops the singletons
 * (lib/platform/singleton.ts), which hold everything that outlives a request.
 */
export function renewProcess(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const [name, value] of kept()) {
    if (!HELD.has(name)) kept().delete(name);
    else if (value instanceof Map) value.clear();
  }
  Object.assign(kept().get("lifecycle") ?? {}, { runner: false, stopping: false });
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
  kept().delete("config");
}

/** Sets environment variables for a test file that starts no server. */
export function setEnvironment(values: Record<string, string>): void {
  Object.assign(process.env, values);
  forgetConfig();
}

/** Reopens the database at the currently configured address. */
export async function reopenDatabase(): Promise<void> {
  const { closeDatabase } = await import("@/db/client");
  await closeDatabase();
  kept().delete("database");
}
