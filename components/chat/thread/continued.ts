import { findGuestName } from "@/components/automation/inbound-mail/mail-of";
import { parseComparison } from "@/components/chat/compare/columns";
import { getImportSource } from "@/components/chat/reply/notes";
import { isEvent, type Message } from "@/components/data/thread";
import type { Turn } from "@/lib/platform/thread/order";

// Messages of one author are grouped when they are at most this many milliseconds apart.
const MAX_GROUPING_GAP_MS = 5 * 60 * 1000;

const isContinuation = (before: Message | undefined, author: string, at: number): boolean =>
  before !== undefined &&
  getAuthorKey(before) === author &&
  at - Date.parse(before.created_at) <= MAX_GROUPING_GAP_MS;

/**
 * Returns the ids of messages that are grouped with the one above them.
 * @param isApart Returns true if something is shown between a message and the one above it
 */
export function findContinued(
  turns: Turn<Message>[],
  isApart: (message: Message, before: Message) => boolean,
): Set<number> {
  const continued = new Set<number>();
  let before: Message | undefined;
  for (const { message, replies } of turns)
    for (const next of [message, ...replies]) {
      const author = getAuthorKey(next);
      const isShownApart = parseComparison(next) !== undefined || author === undefined;
      if (
        !isShownApart &&
        isContinuation(before, author, Date.parse(next.created_at)) &&
        !isApart(next, before!)
      )
        continued.add(next.id);
      before = isShownApart ? undefined : next;
    }
  return continued;
}

export const isContinuedNow = (last: Message | undefined, userId: number): boolean =>
  isContinuation(last, `user ${userId}`, Date.now());

// Returns a key of the message's author; undefined for events.
function getAuthorKey(message: Message): string | undefined {
  if (isEvent(message)) return undefined;
  const { user_type: type, from_user_id, from_virtual_assistant_id, extra } = message;
  if (type === "assistant") return `assistant ${from_virtual_assistant_id ?? getImportSource(extra)}`;
  return type === "guest" ? `guest ${findGuestName(message, "")}` : `${type} ${from_user_id}`;
}
