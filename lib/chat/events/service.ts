import { runAfterCommit } from "@/db/transaction";
import type { Note } from "./kinds";
import * as queries from "./queries";
import { getTail } from "./tail";

export type { ChatEvent, EventKind, Note } from "./kinds";
export { notifyRemoved, onRemoved } from "./removals";
export { type EphemeralEvent, getTail, type Published, type TailListener } from "./tail";

/**
 * Publishes events of chats. Must be called inside the transaction of the change, after the chat is locked;
 * subscribers receive the events in this order after the commit.
 */
export async function publish(...notes: Note[]): Promise<void> {
  if (notes.length === 0) return;
  await queries.insertEvents(notes);
  notifyReaders();
}

export const notifyReaders = (): void => runAfterCommit(wakeTail);
const wakeTail = () => getTail().noted();

/**
 * Returns the events after `last` in one chat or in all chats of a person; undefined when `last` has expired or more
 * than `most` were missed.
 */
export async function findMissedEvents(
  last: number,
  which: { chatId?: number; userId?: number },
  most: number,
): Promise<queries.Published[] | undefined> {
  const after = await queries.resumeFrom({ id: last });
  if (after === undefined) return undefined;
  const events = await queries.listEventsAfter({ after, limit: most + 1, ...which });
  return events.length > most ? undefined : events;
}

export const getLatestEventId = () => queries.getLatestEventId();

export const sweep = () => queries.deleteOldEvents();
