export type ChatEvent = "ready" | "message" | "unread" | "open" | "close" | "identified";
export type DetailListener = (detail: Record<string, unknown>) => void;

export function createListeners() {
  const all = new Map<string, Set<DetailListener>>();
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
    add(happening: ChatEvent, listen: DetailListener): () => void {
      if (!all.has(happening)) all.set(happening, new Set());
      all.get(happening)!.add(listen);
      return () => void all.get(happening)?.delete(listen);
    },
    clear: () => all.clear(),
  };
}
