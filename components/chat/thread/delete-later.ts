import type { Message } from "@/components/data/thread";
import type { useToast } from "@/components/ui/toast";
import { buildPath } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/operations";
import type { Translate } from "@/lib/platform/words/translate";
import { setHiddenMessages } from "./hidden-messages";

const pending = new Map<number, Message>();
let hidden: number[] = [];
let isListening = false;

/**
 * Hides a message immediately and deletes it when the toast ends without an undo, or when the page is left.
 * @param problem Formats an error
 * @param remove Deletes permanently; throws an ApiError
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
      // The message is no longer pending after an undo or after the page was left.
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
    void fetch(buildPath(messagesApi.deleteMessage, { params }), { method: "DELETE", keepalive: true });
  }
  pending.clear();
}

function change(ids: number[]): void {
  hidden = ids;
  setHiddenMessages(new Set(ids));
}
