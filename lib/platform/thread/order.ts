export type Turn<T> = { message: T; replies: T[] };

/**
 * Sorts a thread for reading: each reply follows its question, after earlier replies to it. Other messages stay in
 * order of their IDs, as do replies whose question is not included.
 * @param messages in order of their IDs
 * @param questionOf returns the question of an assistant's reply, and undefined for other messages: a person's quote
 * is not a reply
 */
export function toTurns<T extends { id: number }>(
  messages: Iterable<T>,
  questionOf: (message: T) => number | null | undefined,
): Turn<T>[] {
  const turns: Turn<T>[] = [];
  const turnsById = new Map<number, Turn<T>>();
  for (const message of messages) {
    const asked = turnsById.get(questionOf(message) ?? Number.NaN);
    const turn = asked ?? { message, replies: [] };
    if (asked) asked.replies.push(message);
    else turns.push(turn);
    turnsById.set(message.id, turn);
  }
  return turns;
}

export const toReadingOrder = <T extends { id: number }>(
  messages: Iterable<T>,
  questionOf: (message: T) => number | null | undefined,
): T[] => toTurns(messages, questionOf).flatMap(({ message, replies }) => [message, ...replies]);
