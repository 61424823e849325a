import type { Caller } from "@/lib/api/actor";
import { unauthorized } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";
import { validOf } from "./queries/validity";

type Watch = { viewer: Caller; lost: AbortController };

/** Half of the second within which whoever loses a credential is out, so that a busy database is in time too. */
const EVERY_MS = 500;
/** More at once would keep the embedded database from everybody else for too long. */
const MOST_AT_ONCE = 500;

/** What this process looks after, and whether it does so already. */
const state = single("validity", () => ({ watches: new Set<Watch>(), isLooking: false }));

/**
 * Watches over an answer that goes on after its caller was let in, such as a stream.
 * @returns A signal that aborts within a second of the viewer losing what they
 * called with, its reason the refusal that the next call would get; `end` when the answer is over
 */
export function whileValid(viewer: Caller): { signal: AbortSignal; end: () => void } {
  const watch = { viewer, lost: new AbortController() };
  state.watches.add(watch);
  if (!state.isLooking) lookLater();
  return { signal: watch.lost.signal, end: () => state.watches.delete(watch) };
}

function lookLater(): void {
  state.isLooking = true;
  setTimeout(async () => {
    // A database that is away refuses nobody.
    await look().catch(() => undefined);
    if (state.watches.size > 0) lookLater();
    else state.isLooking = false;
  }, EVERY_MS).unref();
}

async function look(): Promise<void> {
  const all = [...state.watches];
  for (let at = 0; at < all.length; at += MOST_AT_ONCE) {
    const some = all.slice(at, at + MOST_AT_ONCE);
    const valid = await validOf(some.map(({ viewer }) => viewer));
    some.forEach((watch, n) => {
      if (valid.has(n)) return;
      state.watches.delete(watch);
      watch.lost.abort(unauthorized());
    });
  }
}
