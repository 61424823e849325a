import { type ComponentType, type LazyExoticComponent, lazy as lazyOnce } from "react";

/** Variant of `React.lazy` that retries after an offline failure; React caches a failure for the life of the page. */
// biome-ignore lint/suspicious/noExplicitAny: same as React.lazy
export const lazy = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>) =>
  lazyOnce(() => retryWhenOnline(load)) as LazyExoticComponent<T>;

/**
 * Retries when the connection is back.
 * @throws errors that occurred while online
 */
export async function retryWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    }
  }
}
