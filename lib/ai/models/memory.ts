import { LRUCache } from "lru-cache";
import { single } from "@/lib/platform/singleton";

const held = () => single("model-lists", () => new LRUCache<string, Promise<unknown>>({ max: 1000 }));

/** A failure is remembered for a shorter time: whoever has mended it looks again. */
const FAILURE_SECONDS = 5;

/**
 * The value that `load` gave for this key in the last `seconds`, else a new
 * one. Callers at the same time share one load; `load` must not reject.
 */
export function remembered<T>(
  key: string,
  seconds: number,
  load: () => Promise<T>,
  isFailure: (value: T) => boolean = () => false,
): Promise<T> {
  const known = held().get(key);
  if (known) return known as Promise<T>;
  const value = load();
  held().set(key, value, { ttl: seconds * 1000 });
  void value.then((loaded) => {
    if (isFailure(loaded) && held().peek(key) === value)
      held().set(key, value, { ttl: FAILURE_SECONDS * 1000 });
  });
  return value;
}

/** Makes the next `remembered` of this key load anew. */
export const forget = (key: string) => held().delete(key);
