import type { Message } from "@/components/data/thread";
import type { useToast } from "@/components/ui/toast";
import { pathOf } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/contract";
import type { Translate } from "@/lib/platform/words/translate";
import { hide } from "./hidden-messages";

/** Messages that were deleted here but may still be brought back. */
const pending = new Map<number, Message>();
let hidden: number[] = [];
let isListening = false;

/**
 * Takes a message out of sight at once, and deletes it when nobody undoes it
 * in time or the page is left.
 * @param problem What is said of an error
 * @param remove Deletes it for good; throws an ApiError
 */
export function deleteLater(
  t: Translate<"messageMenu">,
  problem: (error: unknown) => string,
  message: Message,
  remove: (message: Message) => Promise<void>,
  toast: ReturnType<typeof useToast>,
): void {
  const { id } = message;
  if (!isListening) window.addEventListener("pagehide", leave);
  isListening = true;
  pending.set(id, message);
  change([...hidden, id]);
  toast({
    text: t("deleted"),
    action: { label: t("undo"), run: () => undo(id) },
    onEnd: () => {
      // Nobody can undo it any more; somebody may have, or the page was left.
      if (!pending.delete(id)) return;
      remove(message).catch((error: unknown) => {
        undo(id);
        toast({ text: t("notDeleted", { problem: problem(error) }), isFailure: true });
      });
    },
  });
}

function undo(id: number): void {
  pending.delete(id);
  change(hidden.filter((other) => other !== id));
}

function leave(): void {
  for (const { chat_uuid, id } of pending.values()) {
    const params = { chat_id: chat_uuid, message_id: id };
    void fetch(pathOf(messagesApi.deleteMessage, { params }), { method: "DELETE", keepalive: true });
  }
  pending.clear();
}

function change(ids: number[]): void {
  hidden = ids;
  hide(new Set(ids));
}
