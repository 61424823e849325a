export type ChatEvent = "ready" | "message" | "unread" | "open" | "close" | "identified";
export type Listener = (detail: Record<string, unknown>) => void;

/** Who hears of what happens in a chat; one that throws does not keep the others from it. */
export function listeners() {
  const all = new Map<string, Set<Listener>>();
  return {
    tell(happening: ChatEvent, detail: Record<string, unknown> = {}): void {
      for (const listen of all.get(happening) ?? []) {
        try {
          listen(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
    /** @returns what ends the listening */
    add(happening: ChatEvent, listen: Listener): () => void {
      if (!all.has(happening)) all.set(happening, new Set());
      all.get(happening)!.add(listen);
      return () => void all.get(happening)?.delete(listen);
    },
    clear: () => all.clear(),
  };
}
