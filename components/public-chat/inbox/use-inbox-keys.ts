import { useRouter } from "next/navigation";
import { type RefObject, useEffect } from "react";

type Keys = {
  list: RefObject<HTMLElement | null>;
  open: string | undefined;
  onEnd: () => void;
  act: (key: "a" | "c" | "s", chat: string) => void;
};

const isTyping = (element: Element) => element.matches("input, textarea, select, [contenteditable=true]");
const getConversationId = (row: Element | null | undefined) =>
  (row as HTMLElement | null)?.dataset.conversation;

/** Handles the keyboard shortcuts of the inbox, which apply to the focused row, otherwise to the open conversation. */
export function useInboxKeys({ list, open, onEnd, act }: Keys): void {
  const router = useRouter();
  useEffect(() => {
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("a[data-conversation]") ?? [])];
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (document.querySelector("dialog[open]") || target.closest("[role=menu]")) return;
      const isOpen = (row: HTMLElement) => getConversationId(row) === open;
      if (isTyping(target)) {
        if (event.key === "Escape") (rows().find(isOpen) ?? rows()[0])?.focus();
        return;
      }
      const focused = getConversationId(target.closest("[data-conversation]"));
      const chat = focused ?? open;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      // Outside of the list, arrow keys scroll instead.
      if (step && event.key.length > 1 && !focused && target !== document.body) return;
      if (step) {
        const all = rows();
        const at = all.findIndex((row) => getConversationId(row) === chat);
        const next = at < 0 ? all[0] : all[at + step];
        if (next) next.focus();
        else if (step > 0) onEnd();
      } else if (event.key === "r" && chat) {
        if (chat === open) document.querySelector<HTMLElement>("[data-composer]")?.focus();
        else
          router.push(
            rows()
              .find((row) => getConversationId(row) === chat)!
              .getAttribute("href")!,
          );
      } else if ((event.key === "a" || event.key === "c" || event.key === "s") && chat) act(event.key, chat);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [list, open, onEnd, act, router]);
}
