import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import type { Announcer, ThreadSnapshot } from "./announcer";

export type ReplyListener = (question: number, names: string, text: string) => void;

/**
 * Announces the changes of an open thread through `announcer.ts`, which is loaded with the first change.
 * @param authorOf Returns undefined for messages that aren't announced
 * @returns the live region, and the listener for streaming replies
 */
export function useAnnouncement(
  { messages, runs, isPending }: ThreadSnapshot & { isPending: boolean },
  authorOf: (message: Message) => string | undefined,
): { region: RefObject<HTMLDivElement | null>; onWriting: ReplyListener } {
  const t = useTranslations("chat");
  const region = useRef<HTMLDivElement>(null);
  const first = useRef<ThreadSnapshot>(undefined);
  const announcer = useRef<Promise<Announcer>>(undefined);
  const author = useRef(authorOf);
  author.current = authorOf;
  const tell = useCallback(
    (work: (it: Announcer) => void) => {
      announcer.current ??= import("./announcer").then(
        ({ Announcer }) => new Announcer(t, region, first.current!, (message) => author.current(message)),
      );
      // Without a connection the import fails and nothing is announced; the thread is still readable.
      announcer.current.then(work, () => {
        announcer.current = undefined;
      });
    },
    [t],
  );
  useEffect(() => {
    if (isPending) return;
    if (first.current) tell((it) => it.see({ messages, runs }));
    else first.current = { messages, runs };
  }, [messages, runs, isPending, tell]);
  return {
    region,
    onWriting: useCallback((...reply) => tell((it) => it.writes(...reply)), [tell]),
  };
}
