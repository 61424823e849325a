import { useRouter } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { keptDraft } from "@/components/composer/drafts";
import { outbox } from "@/components/data/outbox";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { beginTemporary } from "./temporary";

/** The draft of the start screen. */
export const DRAFT = "new";
const none: ReturnType<typeof outbox.firsts> = [];

/**
 * First messages on their way, whose chats are made with them. The start screen goes on to the chat, unless something
 * else waits here or is being written: `hasFiles` says that files are chosen for that.
 */
export function useFirstMessages(hasFiles: boolean) {
  const router = useRouter();
  const toast = useToast();
  const t = useWords("newChat");
  const isChosen = useRef(hasFiles);
  isChosen.current = hasFiles;
  const firsts = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.firsts(),
    () => none,
  );

  useEffect(
    () =>
      outbox.onBegun(({ chat, newChat }) => {
        const open = () => router.push(`/chats/${chat}`);
        // No list leads to a temporary chat.
        if (newChat.temp) {
          beginTemporary(chat);
          open();
        } else if (outbox.firsts().length > 0 || isChosen.current || keptDraft(DRAFT) !== "")
          toast({ text: t("sentElsewhere"), action: { label: t("open"), run: open } });
        else open();
      }),
    [router, toast, t],
  );
  // A temporary chat is left with the page, also one that there is not yet.
  useEffect(
    () => () => {
      for (const { chat, key, newChat } of outbox.firsts()) if (newChat.temp) outbox.discard(chat, key);
    },
    [],
  );

  /** Those that are not just being sent: they wait, are changed, or were refused. */
  const resting = firsts.filter(({ isWaiting, isHeld, failure }) => isWaiting || isHeld || failure);
  return { resting, isSending: resting.length < firsts.length };
}
