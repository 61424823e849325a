import { afterCommit } from "@/db/transaction";
import type { Note } from "./kinds";
import * as queries from "./queries";
import { tail } from "./tail";

export type { ChatEvent, Kind, Note } from "./kinds";
export { onRemoved, removed } from "./removals";
export { type Listener, type Passing, type Published, tail } from "./tail";

/**
 * Notes what happens in chats for those who follow them live. Call it in the
 * transaction of the change, after the chat is locked: it is told when that
 * commits, in the order of the notes.
 */
export async function publish(...notes: Note[]): Promise<void> {
  if (notes.length === 0) return;
  await queries.insertEvents(notes);
  notifyReaders();
}

/** Lets the readers look for what was noted; inside a transaction, when that commits. */
export const notifyReaders = (): void => afterCommit(wakeTail);
const wakeTail = () => tail().noted();

/** What one who heard of the event `last` has missed, in one chat or in all of a person's; undefined when it is not kept any more. */
export async function missed(
  last: number,
  which: { chatId?: number; userId?: number },
  most: number,
): Promise<queries.Published[] | undefined> {
  const after = await queries.resumeFrom({ id: last });
  if (after === undefined) return undefined;
  const events = await queries.eventsAfter({ after, limit: most + 1, ...which });
  return events.length > most ? undefined : events;
}

/** The newest event. */
export const latest = () => queries.latest();

export const sweep = () => queries.deleteOldEvents();
