import { useCallback, useEffect, useRef, useState } from "react";
import { usePeople } from "@/components/data/people";
import { CURSOR_EVENT } from "@/components/live/cursor-event";
import { call } from "@/lib/api/client";
import { canvasApi } from "@/lib/chat/canvas/operations";
import type { LiveEvent } from "@/lib/chat/live/contract";
import type { CursorPlace } from "./cursor-place";

export type Cursor = CursorPlace & { userId: number; name: string; movedAt: number };

type CursorEvent = Extract<LiveEvent, { event: "cursor" }>["data"];

const SHOWN_MS = 30_000;
// Minimum interval between messages about the cursor, with others on the page and alone.
const SEND_DELAY_MS = 700;
const SEND_DELAY_ALONE_MS = 2_000;

// `isActive` is false for people who can't write, and where nobody else can.
export function useCursors(chat: string, page: number | undefined, isActive: boolean) {
  const [others, setOthers] = useState<Cursor[]>([]);
  const { sendSoon, sendNow } = useSendCursor(chat, page, isActive, others.length > 0);
  const { me } = usePeople();
  useEffect(() => {
    if (!isActive) return;
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const leave = (id: number) => setOthers((all) => all.filter(({ userId }) => userId !== id));
    const onCursor = (event: Event) => {
      const { detail } = event as CustomEvent<CursorEvent>;
      const { user_id: userId, full_name: name, offset, before, after } = detail;
      if (detail.chat_uuid !== chat || userId === me.id) return;
      clearTimeout(timers.get(userId));
      if ((detail.page_id ?? undefined) !== page) {
        timers.delete(userId);
        return leave(userId);
      }
      // Someone who has just come knows nobody's cursor.
      if (!timers.has(userId)) sendNow();
      setOthers((all) => [
        ...all.filter((each) => each.userId !== userId),
        { userId, name, movedAt: Date.now(), offset, before, after },
      ]);
      timers.set(
        userId,
        setTimeout(() => {
          timers.delete(userId);
          leave(userId);
        }, SHOWN_MS),
      );
    };
    window.addEventListener(CURSOR_EVENT, onCursor);
    return () => {
      window.removeEventListener(CURSOR_EVENT, onCursor);
      for (const timer of timers.values()) clearTimeout(timer);
      setOthers([]);
    };
  }, [chat, page, isActive, me.id, sendNow]);
  return { others, sendSoon };
}

function useSendCursor(chat: string, page: number | undefined, isActive: boolean, hasOthers: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentAt = useRef(0);
  const place = useRef<() => CursorPlace>(undefined);
  const delay = hasOthers ? SEND_DELAY_MS : SEND_DELAY_ALONE_MS;
  const send = useCallback(() => {
    timer.current = undefined;
    if (!place.current) return;
    sentAt.current = Date.now();
    const body = { page_id: page ?? null, ...place.current() };
    // The next message repeats what is lost.
    call(canvasApi.tellCanvasCursor, { params: { chat_id: chat }, body }).catch(() => {});
  }, [chat, page]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      place.current = undefined;
    },
    [send],
  );
  const sendSoon = useCallback(
    (getPlace: () => CursorPlace) => {
      place.current = getPlace;
      if (!isActive || timer.current) return;
      timer.current = setTimeout(send, Math.max(0, sentAt.current + delay - Date.now()));
    },
    [isActive, delay, send],
  );
  const sendNow = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(send);
  }, [send]);
  return { sendSoon, sendNow };
}
