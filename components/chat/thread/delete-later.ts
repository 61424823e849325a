import type { Message } from "@/components/data/thread";
import { deleteWithUndo } from "@/components/ui/delete-with-undo";
import type { useToast } from "@/components/ui/toast";
import { buildPath } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/operations";
import type { Translate } from "@/lib/platform/words/translate";
import { setHiddenMessages } from "./hidden-messages";

let hidden: number[] = [];

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
  const { chat_uuid, id } = message;
  const show = () => change(hidden.filter((other) => other !== id));
  change([...hidden, id]);
  deleteWithUndo(
    {
      path: buildPath(messagesApi.deleteMessage, { params: { chat_id: chat_uuid, message_id: id } }),
      text: t("deleted"),
      undo: t("undo"),
      remove: () => remove(message),
      onUndone: show,
      onFailed: (error) => {
        show();
        toast({ text: t("notDeleted", { problem: problem(error) }), isFailure: true });
      },
    },
    toast,
  );
}

function change(ids: number[]): void {
  hidden = ids;
  setHiddenMessages(new Set(ids));
}
