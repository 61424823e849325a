import { vi } from "vitest";

/** What modules take hold of when they are loaded: it stays, and is emptied where it counts something. */
const HELD = new Set(
  "validity lifecycle tracing meters log limits open-streams caller-address idempotency removals transaction".split(
    " ",
  ),
);

/** What `single` keeps (lib/platform/singleton.ts). */
const kept = () => (globalThis as { [KEY]?: Map<string, unknown> })[KEY] ?? new Map<string, unknown>();
const KEY = Symbol.for("parley");

/**
 * Makes this process as new for the next test file, which finds the modules
 * loaded: all that lives longer than a request is kept by `single`
 * (lib/platform/singleton.ts), and forgotten here.
 */
export function renewProcess(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const [name, value] of kept()) {
    if (!HELD.has(name)) kept().delete(name);
    else if (value instanceof Map) value.clear();
  }
  Object.assign(kept().get("lifecycle") ?? {}, { runner: false, stopping: false, hasFront: false });
}

const ENVIRONMENT = Symbol.for("parley-test-environment");
const shared = globalThis as { [ENVIRONMENT]?: NodeJS.ProcessEnv };
/** The environment of this process before its first test file. */
shared[ENVIRONMENT] ??= { ...process.env };
const environment = shared[ENVIRONMENT];

/** Takes back what earlier test files, or the product on their behalf, have set in the environment. */
export function renewEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** Has the configuration read anew: what an earlier file has left running may have asked for it before this file set its environment. */
export function forgetConfig(): void {
  kept().delete("config");
}

/** Sets variables of this process, for a test file that starts no server. */
export function setEnvironment(values: Record<string, string>): void {
  Object.assign(process.env, values);
  forgetConfig();
}

/** Has the database opened anew, by the address that the configuration names then. */
export async function reopenDatabase(): Promise<void> {
  const { closeDatabase } = await import("@/db/client");
  await closeDatabase();
  kept().delete("database");
}
