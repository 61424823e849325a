/** A message of a thread with the replies to it, which stand right below it. */
export type Turn<T> = { message: T; replies: T[] };

/**
 * A thread as it is read: each reply stands below its question, behind earlier
 * replies to it. Everything else stays where its id puts it, also a reply whose
 * question is not among the messages.
 * @param messages In the order of their ids
 * @param questionOf What an assistant's reply answers; undefined of all else: people quote, which is no reply
 */
export function turnsOf<T extends { id: number }>(
  messages: Iterable<T>,
  questionOf: (message: T) => number | null | undefined,
): Turn<T>[] {
  const turns: Turn<T>[] = [];
  const turnOf = new Map<number, Turn<T>>();
  for (const message of messages) {
    const asked = turnOf.get(questionOf(message) ?? Number.NaN);
    const turn = asked ?? { message, replies: [] };
    if (asked) asked.replies.push(message);
    else turns.push(turn);
    turnOf.set(message.id, turn);
  }
  return turns;
}

/** As `turnsOf`, one message after the other. */
export const inReadingOrder = <T extends { id: number }>(
  messages: Iterable<T>,
  questionOf: (message: T) => number | null | undefined,
): T[] => turnsOf(messages, questionOf).flatMap(({ message, replies }) => [message, ...replies]);
