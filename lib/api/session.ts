let owner = "";
/**
 * Returns the account and group that this page was rendered for (`app/(workspace)/layout.tsx`), as `<account>
 * <group>`. Constant for the page's lifetime; "" when signed out.
 */
export function pageOwner(): string {
  if (owner === "" && typeof document !== "undefined") {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="kept-for"]');
    owner = meta?.content.split(" ").slice(1).join(" ") ?? "";
  }
  return owner;
}

let hasEnded = false;
const listeners = new Set<() => void>();

let isLeaving = false;

export function trackResponseStatus(status: number): void {
  const isRefused = status === 401;
  if (isRefused && isLeaving) return;
  if (isRefused === hasEnded || (!isRefused && status >= 300)) return;
  hasEnded = isRefused;
  for (const listener of listeners) listener();
}

export const session = {
  hasEnded: () => hasEnded,
  /** True while the page switches to another session (for example of another group) and is about to be left. */
  isLeaving: () => isLeaving,
  setLeaving: (is: boolean) => {
    isLeaving = is;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
