import { type ComponentType, type LazyExoticComponent, lazy as lazyOnce } from "react";

/** As React's `lazy`, but what is opened offline comes with the connection; React keeps a failure for as long as the page lives. */
// biome-ignore lint/suspicious/noExplicitAny: as React's own
export const lazy = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>) =>
  lazyOnce(() => withConnection(load)) as LazyExoticComponent<T>;

/** Tries again when the connection is back. @throws what went wrong while there was one */
export async function withConnection<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    }
  }
}
