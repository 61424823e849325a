"use client";

import { useCallback, useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import { useTypists } from "@/components/live/presence";
import { call } from "@/lib/api/client";
import { liveApi } from "@/lib/chat/live/operations";

// Minimum interval between typing events. Clients show each event for six seconds.
const TYPING_INTERVAL_MS = 3000;

/** Sends throttled typing events to the other members; `sent` resets the throttle. */
export function useSendTyping(chat: string, hasOthers: boolean) {
  const toldAt = useRef(0);
  const typed = useCallback(() => {
    if (!hasOthers || Date.now() - toldAt.current < TYPING_INTERVAL_MS) return;
    toldAt.current = Date.now();
    call(liveApi.tellTyping, { params: { chat_id: chat } }).catch(() => {});
  }, [chat, hasOthers]);
  const sent = useCallback(() => {
    toldAt.current = 0;
  }, []);
  return { typed, sent };
}

/** Shows who is typing. The line stays empty when nobody is typing, to avoid layout shifts. */
export function Typing({ chat }: { chat: string }) {
  const t = useTranslations("chat");
  const names = useTypists(chat);
  const [first, second] = names;
  const said =
    first === undefined
      ? ""
      : names.includes("")
        ? t("typingVisitor")
        : second === undefined
          ? t("typingOne", { name: first })
          : names.length === 2
            ? t("typingTwo", { first, second })
            : t("typingMany", { count: names.length });
  return (
    <p aria-live="polite" className="h-5 truncate px-3 text-xs text-muted">
      {said}
    </p>
  );
}
