import { LRUCache } from "lru-cache";
import { isInTransaction, runAfterCommit } from "@/db/transaction";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import * as queries from "./queries";

// Maximum age of a cached value in milliseconds, which limits stale reads when a notification is lost.
const OLDEST = 1000;
const MAX_KEYS = 10_000;

type CachesByName = Map<string, LRUCache<string, Promise<unknown>>>;
const getCaches = createOnce(() => {
  const caches: CachesByName = new Map();
  const forget = (what: string) => {
    const [name = "", key] = what.split("\n");
    if (key === undefined) caches.get(name)?.clear();
    else caches.get(name)?.delete(key);
  };
  queries
    .listenToChanges(forget)
    .catch((error) => log.warn({ err: error }, "changes by other processes cannot be heard"));
  return { caches, forget };
});

/**
 * Caches a value that nearly every request reads and that seldom changes: each process reads a key at most once per
 * second. After a change call `forget` with its key, or without one for all; other processes are notified. Reads
 * inside a transaction bypass the cache.
 * @param name identifies the cache in all processes
 */
export function createCachedRead<Key extends (string | number)[], Value>(
  name: string,
  read: (...key: Key) => Promise<Value>,
) {
  const cache = () => {
    const { caches } = getCaches();
    const found = caches.get(name) ?? new LRUCache({ max: MAX_KEYS, ttl: OLDEST });
    caches.set(name, found);
    return found as LRUCache<string, Promise<Value>>;
  };
  return {
    get(...key: Key): Promise<Value> {
      if (isInTransaction()) return read(...key);
      const values = cache();
      const at = key.join(" ");
      const known = values.get(at);
      if (known) return known;
      const reading = read(...key);
      values.set(at, reading);
      reading.catch(() => values.delete(at));
      return reading;
    },
    forget(...key: Key | []): void {
      const what = key.length === 0 ? name : `${name}\n${key.join(" ")}`;
      runAfterCommit(() => {
        getCaches().forget(what);
        queries
          .notifyChange(what)
          .catch((error) => log.warn({ err: error }, "other processes could not be told of a change"));
      });
    },
  };
}
