const KEY = Symbol.for("parley");
const shared = globalThis as { [KEY]?: Map<string, unknown> };
shared[KEY] ??= new Map();
const slots = shared[KEY];

/**
 * Returns one value per process, however many bundles load this file.
 *
 * `npm start` runs two bundles in one process (our HTTP server and Next.js), each with its own copy of every module.
 * Values that must exist once, such as the database connection or the buffers of reply runs, are created here.
 */
export function getSingleton<T>(name: string, make: () => T): T {
  const known = slots.get(name);
  if (known !== undefined) return known as T;
  const made = make();
  slots.set(name, made);
  return made;
}

export { processId } from "./once";
