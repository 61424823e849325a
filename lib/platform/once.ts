import { randomUUID } from "node:crypto";

export type Once<T> = (() => T) & { reset: () => void };

const made = new Set<Once<unknown>>();

/**
 * Keeps one value per process, such as a cache or a connection. The first call creates the value, because creating it
 * may need settings. Store the result in a module constant: a process has one instance of `lib` (decision 78).
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

/** Resets all values, so that their next use creates them again. For tests that share a process. */
export function resetAll(): void {
  for (const { reset } of made) reset();
}

export const processId = createOnce<string>(randomUUID);
