import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore, useTransition } from "react";
import { getDraft, moveDraft } from "@/components/chat/composer/drafts";
import { outbox } from "@/components/data/outbox";
import { useTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { trackTemporary } from "./temporary";

const DRAFT = "new";
const none: ReturnType<typeof outbox.firsts> = [];

/**
 * Sends first messages, each of which creates a chat, and opens the chat last begun with the draft typed meanwhile.
 * While the start screen has other unsent messages, files or another draft, a toast offers the new chat instead.
 * @param hasFiles True if files are selected for the next message
 */
export function useFirstMessages(hasFiles: boolean) {
  const router = useRouter();
  const toast = useToast();
  const t = useTranslations("newChat");
  const isChosen = useRef(hasFiles);
  isChosen.current = hasFiles;
  /** UUID of the chat that is about to open. The composer already writes to the draft of this chat. */
  const [begun, setBegun] = useState<string>();
  const [isOpening, startOpening] = useTransition();
  const current = useRef(begun);
  current.current = begun;
  const firsts = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.firsts(),
    () => none,
  );
  const resting = firsts.filter(({ isWaiting, isHeld, failure }) => isWaiting || isHeld || failure);

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
        // No list contains temporary chats, so the chat is always opened.
        if (newChat.temp) {
          trackTemporary(chat);
          open();
        } else if (isBusy || (!isLeftFor && (current.current || getDraft(DRAFT) !== ""))) {
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
  // The navigation was superseded, for example by going back, and the start screen is still shown.
  const wasOpening = useRef(false);
  useEffect(() => {
    if (wasOpening.current && !isOpening) setBegun(undefined);
    wasOpening.current = isOpening;
  }, [isOpening]);
  // Leaving the page discards temporary chats, including those not created yet.
  useEffect(
    () => () => {
      for (const { chat, key, newChat } of outbox.firsts()) if (newChat.temp) outbox.discard(chat, key);
    },
    [],
  );

  return {
    resting,
    isSending: begun !== undefined || resting.length < firsts.length,
    draftKey: begun ?? DRAFT,
    begin: (message: Parameters<typeof outbox.begin>[0]) => setBegun(outbox.begin(message)),
  };
}
