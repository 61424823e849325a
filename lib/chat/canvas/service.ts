import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { conflict } from "@/lib/platform/errors";
import * as present from "./present";
import * as queries from "./queries";

/** What one writes without such a pause is one change: undoing takes back a thought, not a keystroke. In seconds. */
const PAUSE = 120;

export type Change = {
  /** The text after the change, made from the text before it. Throws when it cannot be. */
  text: (before: string | null) => string | null;
  /** The assistant that writes on behalf of the viewer. */
  assistantId?: number;
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
  { text, assistantId, isOwnVersion }: Change,
): Promise<string | null> {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  return transaction(async () => {
    await chats.lock(chat.id);
    const before = (await queries.canvasOf({ chatId: chat.id }))?.text ?? null;
    const after = text(before) || null;
    if (after === before) return after;
    const newest = await queries.newestVersion({ chatId: chat.id });
    const isGoingOn =
      !isOwnVersion && !assistantId && newest?.userId === viewer.user.id && newest.age < PAUSE;
    if (!isGoingOn)
      await queries.keepVersion({
        chatId: chat.id,
        text: before,
        by: { userId: viewer.user.id, assistantId },
      });
    await chats.setColumns(chat.id, { canvas: after });
    await chats.noteUpdated([chat.id], "canvas");
    return after;
  });
}

/**
 * Sets the canvas of a chat.
 * @param replaces the text that the new one was made from; absent, whatever stands there is replaced
 * @throws AppError not_found, forbidden; conflict when another text than `replaces` stands there
 */
export async function set(
  viewer: Viewer,
  chat: Reference,
  { canvas, replaces }: { canvas: string | null; replaces?: string | null },
) {
  await change(viewer, chat, {
    text: (before) => {
      const isMine = (before ?? "") === (canvas ?? "");
      if (replaces !== undefined && !isMine && (before ?? "") !== (replaces ?? ""))
        throw conflict("The canvas was changed in the meantime.");
      return canvas;
    },
  });
  return chats.showSettings(viewer, chat);
}

/** Goes back to the newest version, or to one of them. @throws AppError not_found, forbidden; conflict when there is none */
export async function undo(viewer: Viewer, reference: Reference, versionId: number | undefined) {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  return transaction(async () => {
    await chats.lock(chat.id);
    const version =
      versionId === undefined
        ? await queries.newestVersion({ chatId: chat.id })
        : await queries.findVersion({ chatId: chat.id, id: versionId });
    if (!version) throw conflict("There is no earlier version to restore.");
    const canvas = await change(viewer, chat.id, { text: () => version.text, isOwnVersion: true });
    return { canvas };
  });
}

/** @throws AppError not_found */
export async function versions(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.chatFor(viewer, reference);
  const rows = await queries.listVersions({ chatId: chat.id });
  return rows.map(present.version);
}
