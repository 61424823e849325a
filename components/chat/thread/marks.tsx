import type { ReactNode } from "react";
import type { Message } from "@/components/data/thread";
import type { Moments } from "@/components/i18n/moments";
import type { Turn } from "@/lib/platform/thread/order";

export const Mark = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-3 pb-6 text-xs text-muted">
    <span className="h-px flex-1 bg-line" />
    <span className="max-w-3/4 wrap-anywhere">{children}</span>
    <span className="h-px flex-1 bg-line" />
  </p>
);

/**
 * Returns the ids of the messages that begin a day, with the formatted day; the thread's first day is left out. Replies
 * count toward the day of their question.
 */
export function findFirstsOfDays(turns: Turn<Message>[], { day }: Moments): Map<number, string> {
  const firsts = new Map<number, string>();
  let before: string | undefined;
  for (const { message } of turns) {
    const date = day(message.created_at);
    if (before !== undefined && date !== before) firsts.set(message.id, date);
    before = date;
  }
  return firsts;
}
