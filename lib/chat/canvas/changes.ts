import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { conflict, notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

/** What one writes without such a pause is one change: undoing takes back a thought, not a keystroke. In seconds. */
const PAUSE = 120;

export type Change = {
  /** The text after the change, made from the text before it. Throws when it cannot be. */
  text: (before: string | null) => string | null;
  /** The assistant that writes on behalf of the viewer. */
  assistantId?: number;
  /** The page to change; absent: the chat's own text. */
  pageId?: number;
  /** Always keeps the text before the change, also when one is writing. */
  isOwnVersion?: boolean;
};

/**
 * Changes the canvas of a chat and keeps what it was. Nothing happens when the
 * text stays the same.
 * @returns the text after the change
 * @throws AppError not_found, forbidden
 */
export async function change(
  viewer: Viewer,
  reference: Reference,
  { text, assistantId, pageId, isOwnVersion }: Change,
): Promise<string | null> {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  const place = { chatId: chat.id, pageId };
  return transaction(async () => {
    await chats.lock(chat.id);
    const stored = await queries.canvasOf(place);
    if (!stored && pageId !== undefined) throw notFound("Page");
    const before = stored?.text || null;
    const after = text(before) || null;
    if (after === before) return after;
    const newest = await queries.newestVersion(place);
    const isGoingOn =
      !isOwnVersion && !assistantId && newest?.userId === viewer.user.id && newest.age < PAUSE;
    if (!isGoingOn)
      await queries.keepVersion({ ...place, text: before, by: { userId: viewer.user.id, assistantId } });
    if (pageId === undefined) await chats.setColumns(chat.id, { canvas: after });
    else await queries.updatePage({ chatId: chat.id, id: pageId, values: { text: after ?? "" } });
    await chats.noteUpdated([chat.id], "canvas");
    return after;
  });
}

/** `discards`: the text that is not kept after a conflict, absent if there was none. */
export type Replacement = { text: string | null; replaces?: string | null; discards?: string | null };

/**
 * Replaces a text of a canvas; what is discarded for it becomes the newest version.
 * @throws AppError not_found, forbidden; conflict when another text than `replaces` stands there
 */
export function replace(
  viewer: Viewer,
  reference: Reference,
  { text, replaces, discards }: Replacement,
  pageId?: number,
): Promise<string | null> {
  if (discards === undefined) return change(viewer, reference, { pageId, text: replacing(text, replaces) });
  return transaction(async () => {
    await change(viewer, reference, { pageId, text: replacing(discards, replaces), isOwnVersion: true });
    return change(viewer, reference, { pageId, text: () => text, isOwnVersion: true });
  });
}

/** A new text, unless another one than that it was made from stands there now. @throws AppError conflict */
const replacing =
  (text: string | null, replaces: string | null | undefined) =>
  (before: string | null): string | null => {
    const isMine = (before ?? "") === (text ?? "");
    if (replaces !== undefined && !isMine && (before ?? "") !== (replaces ?? ""))
      throw conflict("The canvas was changed in the meantime.");
    return text;
  };
