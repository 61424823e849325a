import { vi } from "vitest";

/** What modules take hold of when they are loaded: it stays, and is emptied where it counts something. */
const HELD = new Set(
  "validity lifecycle tracing meters log limits open-streams caller-address idempotency removals transaction"
    .split(" ")
    .map((name) => `parley.${name}`),
);

/**
 * Makes this process as new for the next test file, which finds the modules
 * loaded: all that lives longer than a request is kept by `single`
 * (lib/platform/singleton.ts), and forgotten here.
 */
export function renewProcess(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const slots = globalThis as unknown as Record<symbol, unknown>;
  for (const key of Object.getOwnPropertySymbols(slots)) {
    if (!key.description?.startsWith("parley.")) continue;
    if (!HELD.has(key.description)) delete slots[key];
    else if (slots[key] instanceof Map) slots[key].clear();
  }
  Object.assign(slots[Symbol.for("parley.lifecycle")] ?? {}, {
    runner: false,
    stopping: false,
    hasFront: false,
  });
}

/** Has the configuration read anew: what an earlier file has left running may have asked for it before this file set its environment. */
export function forgetConfig(): void {
  delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for("parley.config")];
}
