import type * as instance from "./instance";

type Services = typeof instance;

const KEY = Symbol.for("parley.services");
const shared = globalThis as { [KEY]?: Services };

/**
 * Returns the modules that keep state. The process of `npm start` runs two bundles, our HTTP server and Next.js. If the
 * Next.js bundle imported `lib` itself, that copy would have separate connections, limits and reply runs.
 */
export function services(): Services {
  const provided = shared[KEY];
  if (!provided) throw new Error("The services were not provided before they were used.");
  return provided;
}

export const hasServices = (): boolean => shared[KEY] !== undefined;

/** Called once per process, before the first request. */
export function provideServices(loaded: Services): void {
  shared[KEY] = loaded;
}
