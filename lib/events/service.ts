import { afterCommit } from "@/db/transaction";
import type { Note } from "./kinds";
import * as queries from "./queries";

export type { Note } from "./kinds";

/**
 * Notes what happens in chats for those who follow them live. Call it in the
 * transaction of the change, after the chat is locked: it is told when that
 * commits, in the order of the notes.
 */
export async function note(...notes: Note[]): Promise<void> {
  if (notes.length === 0) return;
  await queries.insertEvents(notes);
  afterCommit(told);
}

/** Lets the readers look for what was noted. */
export function told(): void {}

export const sweep = () => queries.deleteOldEvents();
