"use client";

import { useCallback, useRef, useSyncExternalStore } from "react";
import type { Message } from "@/components/data/thread";
import { useToast } from "@/components/ui/toast";
import { pathOf } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/contract";

/**
 * Messages that were deleted here but may still be brought back: gone from
 * sight at once, deleted when nobody undoes it in time or the page is left.
 */
class Deletions {
  private readonly pending = new Map<number, Message>();
  private readonly listeners = new Set<() => void>();
  private isListening = false;
  /** The ids that are not to be shown. */
  hidden: ReadonlySet<number> = new Set();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(message: Message): void {
    if (!this.isListening) window.addEventListener("pagehide", this.leave);
    this.isListening = true;
    this.pending.set(message.id, message);
    this.change([...this.hidden, message.id]);
  }

  /** Nobody can undo it any more; false when somebody has, or it is done. */
  take(id: number): boolean {
    return this.pending.delete(id);
  }

  undo(id: number): void {
    this.pending.delete(id);
    this.change([...this.hidden].filter((other) => other !== id));
  }

  private readonly leave = (): void => {
    for (const { chat_uuid, id } of this.pending.values()) {
      const params = { chat_id: chat_uuid, message_id: id };
      void fetch(pathOf(messagesApi.deleteMessage, { params }), { method: "DELETE", keepalive: true });
    }
    this.pending.clear();
  };

  private change(ids: number[]): void {
    this.hidden = new Set(ids);
    for (const listener of this.listeners) listener();
  }
}

const deletions = new Deletions();
const none: ReadonlySet<number> = new Set();

/** Deletes messages with a way back. @param remove Deletes one for good; throws an ApiError. */
export function useDeletions(remove: (message: Message) => Promise<void>) {
  const toast = useToast();
  const hidden = useSyncExternalStore(
    deletions.subscribe,
    () => deletions.hidden,
    () => none,
  );
  const current = useRef(remove);
  current.current = remove;
  const ask = useCallback(
    (message: Message) => {
      const { id } = message;
      deletions.add(message);
      toast({
        text: "Message deleted.",
        action: { label: "Undo", run: () => deletions.undo(id) },
        onEnd: () => {
          if (!deletions.take(id)) return;
          current.current(message).catch((error: Error) => {
            deletions.undo(id);
            toast({ text: `The message was not deleted. ${error.message}`, isFailure: true });
          });
        },
      });
    },
    [toast],
  );
  return { hidden, ask };
}
