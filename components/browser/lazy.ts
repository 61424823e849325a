import { type ComponentType, type LazyExoticComponent, lazy as lazyOnce } from "react";

/**
 * Variant of `React.lazy` that retries when the server can be reached again; React caches a failure for the life of the
 * page.
 */
// biome-ignore lint/suspicious/noExplicitAny: same as React.lazy
export const lazy = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>) =>
  lazyOnce(() => retryWhenReachable(load)) as LazyExoticComponent<T>;

/**
 * Retries while the server can't be reached, for example during a restart, and once otherwise.
 * @throws the last error, if the server answered after both failures
 */
export async function retryWhenReachable<T>(load: () => Promise<T>): Promise<T> {
  for (let hasRetried = false; ; hasRetried = true) {
    try {
      return await load();
    } catch (error) {
      const hasWaited = await waitForServer();
      if (hasRetried && !hasWaited) throw error;
    }
  }
}

const PROBE_INTERVAL_MS = 2000;
const PROBE_TIMEOUT_MS = 10_000;

let waiting: Promise<boolean> | undefined;

// Returns whether the server didn't answer at first. All callers share the requests.
const waitForServer = (): Promise<boolean> =>
  (waiting ??= pollServer().finally(() => {
    waiting = undefined;
  }));

async function pollServer(): Promise<boolean> {
  for (let hasWaited = false; ; hasWaited = true) {
    if (await isServerReachable()) return hasWaited;
    await new Promise((resolve) => {
      window.addEventListener("online", resolve, { once: true });
      setTimeout(resolve, PROBE_INTERVAL_MS);
    });
  }
}

// A starting server is live before it serves code.
const isServerReachable = () =>
  fetch("/api/v1/health/ready", { cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
