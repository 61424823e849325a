import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore, useTransition } from "react";
import { keptDraft, moveDraft } from "@/components/composer/drafts";
import { outbox } from "@/components/data/outbox";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { beginTemporary } from "./temporary";

/** The draft of the start screen. */
const DRAFT = "new";
const none: ReturnType<typeof outbox.firsts> = [];

/**
 * First messages on their way, whose chats are made with them. The start screen goes on to the chat that was begun last
 * and takes along what was typed since. A chat whose message had to wait is opened unless something else waits here or is
 * being written: `hasFiles` says that files are chosen for that.
 */
export function useFirstMessages(hasFiles: boolean) {
  const router = useRouter();
  const toast = useToast();
  const t = useWords("newChat");
  const isChosen = useRef(hasFiles);
  isChosen.current = hasFiles;
  /** The chat that the start screen is about to go on to: what is typed from now on is its draft. */
  const [begun, setBegun] = useState<string>();
  const [isOpening, startOpening] = useTransition();
  const current = useRef(begun);
  current.current = begun;
  const firsts = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.firsts(),
    () => none,
  );
  /** Those that are not just being sent: they wait, are changed, or were refused. */
  const resting = firsts.filter(({ isWaiting, isHeld, failure }) => isWaiting || isHeld || failure);

  /** The start screen stays, with what was typed. */
  const stay = (chat: string) => {
    moveDraft(chat, DRAFT);
    setBegun(undefined);
  };
  useEffect(
    () =>
      outbox.onBegun(({ chat, newChat }) => {
        const open = () => startOpening(() => router.push(`/chats/${chat}`));
        const isBusy = outbox.firsts().length > 0 || isChosen.current;
        const isLeftFor = chat === current.current;
        // No list leads to a temporary chat.
        if (newChat.temp) {
          beginTemporary(chat);
          open();
        } else if (isBusy || (!isLeftFor && (current.current || keptDraft(DRAFT) !== ""))) {
          if (isLeftFor) stay(chat);
          toast({ text: t("sentElsewhere"), action: { label: t("open"), run: open } });
        } else open();
      }),
    [router, toast, t],
  );
  const isResting = resting.some(({ chat }) => chat === begun);
  useEffect(() => {
    if (begun && isResting) stay(begun);
  }, [begun, isResting]);
  // Somebody went elsewhere meanwhile, and is here again.
  const wasOpening = useRef(false);
  useEffect(() => {
    if (wasOpening.current && !isOpening) setBegun(undefined);
    wasOpening.current = isOpening;
  }, [isOpening]);
  // A temporary chat is left with the page, also one that there is not yet.
  useEffect(
    () => () => {
      for (const { chat, key, newChat } of outbox.firsts()) if (newChat.temp) outbox.discard(chat, key);
    },
    [],
  );

  return {
    resting,
    isSending: begun !== undefined || resting.length < firsts.length,
    /** Whose draft the composer writes. */
    draftKey: begun ?? DRAFT,
    begin: (message: Parameters<typeof outbox.begin>[0]) => setBegun(outbox.begin(message)),
  };
}
