import { randomUUID } from "node:crypto";

/**
 * One value per process, however many bundles load this file.
 *
 * `npm start` runs two bundles in one process (the front and Next's own), each
 * with its own copy of every module. What must exist once, such as the
 * database connection or the buffers of running replies, is kept here.
 */
export function single<T>(name: string, make: () => T): T {
  const slots = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(`parley.${name}`);
  slots[key] ??= make();
  return slots[key];
}

/** This process, as the owner of what it runs. */
export const processId = (): string => single("process-id", randomUUID);
