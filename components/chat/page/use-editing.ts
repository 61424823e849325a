import { type RefObject, useCallback, useState } from "react";
import { outbox } from "@/components/data/outbox";
import { usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import type { ThreadActions } from "@/components/live/use-thread";

export function useEditing(chat: string, thread: ThreadActions, writing: RefObject<HTMLElement | null>) {
  const { me } = usePeople();
  const [editing, setEditing] = useState<number>();
  // Id of the newest own message when ArrowUp asked to edit one that was still being sent; 0 if there was none.
  const [editsAfter, setEditsAfter] = useState<number>();
  const own = thread.messages.findLast(({ from_user_id }) => from_user_id === me.id);
  const isSending = thread.outgoing.some(({ failure }) => !failure);
  const edit = useCallback(
    (message: Message | undefined) => {
      setEditing(message?.id);
      if (!message) writing.current?.focus();
    },
    [writing],
  );
  // The message that ArrowUp asked for has been sent and has an id now.
  if (editsAfter !== undefined && !isSending) {
    setEditsAfter(undefined);
    if (own && own.id !== editsAfter) setEditing(own.id);
  }
  return {
    editing,
    edit,
    editLast: () => {
      const lastQueued = thread.queued.findLast(({ voice, variables }) => !voice && !variables);
      if (lastQueued) outbox.hold(chat, lastQueued.key, true);
      else if (isSending) setEditsAfter(own?.id ?? 0);
      else if (own) edit(own);
    },
    cancelEditLast: () => setEditsAfter(undefined),
  };
}
export type Editing = ReturnType<typeof useEditing>;
