import type { useToast } from "./toast";

type Deletion = {
  /** Path of the DELETE request that is sent if the page is left before the toast ends. */
  path: string;
  /** Says that it was deleted. */
  text: string;
  undo: string;
  remove: () => Promise<unknown>;
  onUndone: () => void;
  onFailed: (error: unknown) => void;
};

const pending = new Map<string, Deletion>();
let isListening = false;

/**
 * Deletes something that the caller has hidden already, when the toast ends without an undo or when the page is left.
 */
export function deleteWithUndo(deletion: Deletion, toast: ReturnType<typeof useToast>): void {
  const { path, text, undo, remove, onUndone, onFailed } = deletion;
  if (!isListening) window.addEventListener("pagehide", leave);
  isListening = true;
  pending.set(path, deletion);
  toast({
    text,
    action: {
      label: undo,
      run: () => {
        if (pending.delete(path)) onUndone();
      },
    },
    // It is no longer pending after the page was left or all deletions were finished.
    onEnd: () => pending.delete(path) && void remove().catch(onFailed),
  });
}

export const isDeletionPending = (path: string): boolean => pending.has(path);

/** Performs all pending deletions, which can't be undone any more. */
export async function finishDeletions(): Promise<void> {
  const all = [...pending.values()];
  pending.clear();
  await Promise.all(all.map(({ remove, onFailed }) => remove().catch(onFailed)));
}

function leave(): void {
  for (const path of pending.keys()) void fetch(path, { method: "DELETE", keepalive: true });
  pending.clear();
}
