"use client";

import { type FocusEvent, type PointerEvent, useRef, useState } from "react";
import type { ListedChat } from "@/components/data/chats";

const compareListed = (a: ListedChat, b: ListedChat) =>
  Number(b.starred) - Number(a.starred) ||
  b.last_activity_at.localeCompare(a.last_activity_at) ||
  b.id - a.id;

/**
 * Freezes the order of the chats while the list has the pointer or the focus, so that a click target doesn't move
 * when messages arrive. New chats are inserted.
 * @param of Key of the list; another list starts unfrozen
 */
export function useFrozenOrder(chats: ListedChat[], of: string) {
  const [isHeld, setIsHeld] = useState(false);
  const known = useRef({ of, at: new Map<number, string>() });
  if (!isHeld || known.current.of !== of)
    known.current = { of, at: new Map(chats.map((chat) => [chat.id, chat.last_activity_at])) };
  const { at } = known.current;
  for (const chat of chats) if (!at.has(chat.id)) at.set(chat.id, chat.last_activity_at);
  const steady = isHeld
    ? chats
        .map((chat) => {
          const since = at.get(chat.id)!;
          return since === chat.last_activity_at ? chat : { ...chat, last_activity_at: since };
        })
        .sort(compareListed)
    : chats;
  const hold = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && setIsHeld(true),
    onPointerLeave: () => setIsHeld(false),
    onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && setIsHeld(true),
    onBlur: (event: FocusEvent) =>
      !event.currentTarget.contains(event.relatedTarget as Node | null) && setIsHeld(false),
  };
  return { steady, hold };
}
