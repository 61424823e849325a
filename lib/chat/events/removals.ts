type Removed = { chatId: number } | { messageId: number };

const listeners = new Set<(what: Removed) => void>();

export const onRemoved = (listener: (what: Removed) => void): void => void listeners.add(listener);

/** Notifies listeners of this process. Call it after the transaction has committed. */
export function notifyRemoved(what: Removed): void {
  for (const listener of listeners) listener(what);
}
