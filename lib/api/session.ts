/** Whether the server still knows the session of this page, as its answers have said. */
let hasEnded = false;
const listeners = new Set<() => void>();

/** Takes note of an answer's status: 401 ends the session, any success shows that there is one (again). */
export function noteStatus(status: number): void {
  const isRefused = status === 401;
  if (isRefused === hasEnded || (!isRefused && status >= 300)) return;
  hasEnded = isRefused;
  for (const listener of listeners) listener();
}

export const session = {
  hasEnded: () => hasEnded,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
