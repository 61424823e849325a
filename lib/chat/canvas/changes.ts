import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { conflict, notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

// Seconds. The writes of a person in this time are one undo step, so that undo reverts more than a keystroke.
const UNDO_STEP = 120;
// Characters. A larger deletion gets its own undo step while several people write.
const MAX_REMOVED = 200;

export type CanvasChange = {
  text: (before: string | null) => string | null;
  assistantId?: number;
  pageId?: number;
  isOwnVersion?: boolean;
  // The author started from the current text.
  isInformed?: boolean;
};

/**
 * Changes the canvas of a chat and stores the previous text as a version. Does nothing when the text stays the same.
 * @returns the new text
 * @throws AppError not_found, forbidden
 */
export async function change(
  viewer: Viewer,
  reference: Reference,
  { text, assistantId, pageId, isOwnVersion, isInformed }: CanvasChange,
): Promise<string | null> {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const place = { chatId: chat.id, pageId };
  return transaction(async () => {
    await chats.lock(chat.id);
    const stored = await queries.findCanvas(place);
    if (!stored && pageId !== undefined) throw notFound("Page");
    const before = stored?.text || null;
    const after = text(before) || null;
    if (after === before) return after;
    const isRemoval = (before?.length ?? 0) - (after?.length ?? 0) > MAX_REMOVED;
    const isGoingOn =
      !isOwnVersion &&
      !assistantId &&
      (await isInUndoStep(place, viewer.user.id, isInformed === true && !isRemoval));
    if (!isGoingOn)
      await queries.insertVersion({ ...place, text: before, by: { userId: viewer.user.id, assistantId } });
    if (pageId === undefined) await chats.setColumns(chat.id, { canvas: after });
    else await queries.updatePage({ chatId: chat.id, id: pageId, values: { text: after ?? "" } });
    await chats.publishUpdated([chat.id], "canvas");
    return after;
  });
}

// Each person has one undo step. A change by an assistant ends all of them.
async function isInUndoStep(
  place: queries.CanvasKey,
  userId: number,
  isWithOthers: boolean,
): Promise<boolean> {
  // The last write of a step is up to UNDO_STEP seconds younger than its version.
  const recent = await queries.listRecentVersions(place, 2 * UNDO_STEP);
  const own = recent.findIndex((version) => version.userId === userId && version.age < UNDO_STEP);
  if (own < 0) return false;
  return isWithOthers
    ? recent.slice(0, own).every((version) => version.userId !== null)
    : recent.every((version) => version.userId === userId);
}

/** `discards` is the text that lost an edit conflict; absent when there was none. */
export type Replacement = { text: string | null; replaces?: string | null; discards?: string | null };

/**
 * Replaces the text. A discarded text becomes the newest version.
 * @throws AppError not_found, forbidden; conflict when the current text is not `replaces`
 */
export function replace(
  viewer: Viewer,
  reference: Reference,
  { text, replaces, discards }: Replacement,
  pageId?: number,
): Promise<string | null> {
  if (discards === undefined)
    return change(viewer, reference, {
      pageId,
      text: replacing(text, replaces),
      isInformed: replaces !== undefined,
    });
  return transaction(async () => {
    await change(viewer, reference, { pageId, text: replacing(discards, replaces), isOwnVersion: true });
    return change(viewer, reference, { pageId, text: () => text, isOwnVersion: true });
  });
}

const replacing =
  (text: string | null, replaces: string | null | undefined) =>
  (before: string | null): string | null => {
    const isMine = (before ?? "") === (text ?? "");
    if (replaces !== undefined && !isMine && (before ?? "") !== (replaces ?? ""))
      throw conflict("The canvas was changed in the meantime.");
    return text;
  };
