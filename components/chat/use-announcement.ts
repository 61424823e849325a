import { useEffect, useRef, useState } from "react";
import { type Message, questionOf } from "@/components/data/thread";
import { plain } from "@/components/markdown/plain";
import type { ThreadActions } from "./use-thread";

/** So many are said at once, the newest; who was away longer reads the rest. */
const MOST = 3;

/**
 * What is said to screen readers of an open thread: replies when they are
 * whole, also those that take the place of earlier ones, and what people write.
 * What the thread began with is not said.
 * @param authorOf Undefined for what need not be said
 * @returns the words, and a number that tells the same words said again from those said before
 */
export function useAnnouncement(
  { messages, runs, isPending }: Pick<ThreadActions, "messages" | "runs" | "isPending">,
  authorOf: (message: Message) => string | undefined,
): { text: string; count: number } {
  const [said, setSaid] = useState({ text: "", count: 0 });
  const before = useRef<{ newest: number; running: Set<number> }>(undefined);
  const author = useRef(authorOf);
  author.current = authorOf;
  useEffect(() => {
    if (isPending) return;
    const running = new Set(runs.map((run) => run.user_message_id));
    const { newest, running: ran } = before.current ?? { newest: Number.POSITIVE_INFINITY, running };
    before.current = { newest: messages.at(-1)?.id ?? 0, running };
    const ended = new Set([...ran].filter((id) => !running.has(id)));
    const whole = messages.filter(
      (message) => !isReplyTo(running, message) && (message.id > newest || isReplyTo(ended, message)),
    );
    const foreign = whole.flatMap((message) => {
      const name = author.current(message);
      return name === undefined ? [] : [{ name, text: message.message }];
    });
    if (foreign.length === 0) return;
    void spoken(foreign.slice(-MOST)).then((text) => setSaid(({ count }) => ({ text, count: count + 1 })));
  }, [messages, runs, isPending]);
  return said;
}

function isReplyTo(ids: Set<number>, message: Message): boolean {
  const question = questionOf(message);
  return question !== undefined && ids.has(question);
}

async function spoken(messages: { name: string; text: string }[]): Promise<string> {
  const wordsOf = await import("@/lib/platform/markdown/words").then(
    (file) => file.wordsOf,
    // Offline: most marks are gone this way too.
    () => (text: string) => plain(text, text.length),
  );
  return messages.map(({ name, text }) => `${name}: ${wordsOf(text)}`).join("\n");
}
