import { single } from "@/lib/platform/singleton";

type Held = { until: number; value: Promise<unknown> };

const held = () => single("model-lists", () => new Map<string, Held>());

/**
 * The value that `load` gave for this key in the last `seconds`, else a new
 * one. Callers at the same time share one load; `load` must not reject.
 */
export function remembered<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> {
  const now = performance.now();
  const known = held().get(key);
  if (known && known.until > now) return known.value as Promise<T>;
  for (const [other, { until }] of held()) if (until <= now) held().delete(other);
  const value = load();
  held().set(key, { until: now + seconds * 1000, value });
  return value;
}

/** Makes the next `remembered` of this key load anew. */
export const forget = (key: string) => held().delete(key);
