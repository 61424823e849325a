import { comparisonOf } from "@/components/compare/columns";
import { isEvent, type Message } from "@/components/data/thread";
import { guestName } from "@/components/inbound-mail/mail-of";
import type { Turn } from "@/lib/platform/thread/order";
import { importedFrom } from "./notes";

/** What an author says within so many ms of their message before stands together with it. */
const TOGETHER = 5 * 60 * 1000;

/** Whether a message of this author and time goes on what another one began. */
const goesOn = (before: Message | undefined, author: string, at: number): boolean =>
  before !== undefined && authorOf(before) === author && at - Date.parse(before.created_at) <= TOGETHER;

/**
 * The messages that go on what the one above them began: of the same author, and soon after.
 * @param isApart Whether something stands between a message and the one above it
 */
export function continuedIn(
  turns: Turn<Message>[],
  isApart: (message: Message, before: Message) => boolean,
): Set<number> {
  const continued = new Set<number>();
  let before: Message | undefined;
  for (const { message, replies } of turns)
    for (const next of [message, ...replies]) {
      const author = authorOf(next);
      const isShownApart = comparisonOf(next) !== undefined || author === undefined;
      if (!isShownApart && goesOn(before, author, Date.parse(next.created_at)) && !isApart(next, before!))
        continued.add(next.id);
      before = isShownApart ? undefined : next;
    }
  return continued;
}

/** Whether what a person sends now goes on what they said last. */
export const continuesNow = (last: Message | undefined, userId: number): boolean =>
  goesOn(last, `user ${userId}`, Date.now());

/** The same for all messages of one author; undefined for what nobody wrote. */
function authorOf(message: Message): string | undefined {
  if (isEvent(message)) return undefined;
  const { user_type: type, from_user_id, from_virtual_assistant_id, extra } = message;
  if (type === "assistant") return `assistant ${from_virtual_assistant_id ?? importedFrom(extra)}`;
  return type === "guest" ? `guest ${guestName(message, "")}` : `${type} ${from_user_id}`;
}
