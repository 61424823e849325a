let owner = "";
/**
 * Account and group that the server rendered this page for (`app/(workspace)/layout.tsx`), as `<account> <group>`. It stays
 * the same as long as the page; "" for a page of nobody.
 */
export function pageOwner(): string {
  if (owner === "" && typeof document !== "undefined") {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="kept-for"]');
    owner = meta?.content.split(" ").slice(1).join(" ") ?? "";
  }
  return owner;
}

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
