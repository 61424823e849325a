import { randomUUID } from "node:crypto";

export type Once<T> = (() => T) & { reset: () => void };

const made = new Set<Once<unknown>>();

/**
 * Keeps a value of the process, such as a cache or a connection. It is made at the first call, because that may need
 * settings, and lives in a module, because a process has one instance of `lib` (decision 78).
 */
export function createOnce<T>(make: () => T): Once<T> {
  let kept: { value: T } | undefined;
  const reset = () => {
    kept = undefined;
  };
  const get = Object.assign(
    (): T => {
      kept ??= { value: make() };
      return kept.value;
    },
    { reset },
  );
  made.add(get);
  return get;
}

/** Makes all values again at their next use, for tests that share a process. */
export function resetAll(): void {
  for (const { reset } of made) reset();
}

export const processId = createOnce<string>(randomUUID);
