import { single } from "@/lib/platform/singleton";

/** What no longer exists: a chat (or all that is in it), or a message. */
type Removed = { chatId: number } | { messageId: number };

const listeners = single("removals", () => new Set<(what: Removed) => void>());

/** Has `listener` called for whatever this process removes from now on. */
export const onRemoved = (listener: (what: Removed) => void): void => void listeners.add(listener);

/** Tells this process that something is gone, once its transaction has ended. */
export function removed(what: Removed): void {
  for (const listener of listeners) listener(what);
}
