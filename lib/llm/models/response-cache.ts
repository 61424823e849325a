import { LRUCache } from "lru-cache";
import { createOnce } from "@/lib/platform/once";

const getCache = createOnce(() => new LRUCache<string, Promise<unknown>>({ max: 1000 }));

// Failures are cached for a shorter time, so that a repaired setting takes effect soon.
const FAILURE_SECONDS = 5;

/**
 * Returns the value of `load` for a key, cached for `seconds`. Concurrent callers share one load. `load` must not
 * reject.
 */
export function getCached<T>(
  key: string,
  seconds: number,
  load: () => Promise<T>,
  isFailure: (value: T) => boolean = () => false,
): Promise<T> {
  const known = getCache().get(key);
  if (known) return known as Promise<T>;
  const value = load();
  getCache().set(key, value, { ttl: seconds * 1000 });
  void value.then((loaded) => {
    if (isFailure(loaded) && getCache().peek(key) === value)
      getCache().set(key, value, { ttl: FAILURE_SECONDS * 1000 });
  });
  return value;
}

export const deleteCached = (key: string) => getCache().delete(key);
