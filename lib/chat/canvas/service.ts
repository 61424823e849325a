import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { getTail } from "@/lib/chat/events/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { change, type Replacement, replace } from "./changes";
import type { CanvasCursor } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

export { change } from "./changes";
export { exportCanvas, getTextFor } from "./export";
export * from "./pages";

/**
 * Sets the canvas text. Overwrites any text when `replaces` is absent.
 * @throws AppError not_found, forbidden; conflict when the current text is not `replaces`
 */
export async function set(
  viewer: Viewer,
  chat: Reference,
  { canvas, ...more }: { canvas: string | null } & Omit<Replacement, "text">,
) {
  await replace(viewer, chat, { text: canvas, ...more });
  return chats.showSettings(viewer, chat);
}

type VersionKey = { version_id?: number; page_id?: number };

export async function undo(
  viewer: Viewer,
  reference: Reference,
  { version_id: id, page_id: pageId }: VersionKey,
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const place = { chatId: chat.id, pageId };
  return transaction(async () => {
    await chats.lock(chat.id);
    const version =
      id === undefined ? await queries.findNewestVersion(place) : await queries.findVersion({ ...place, id });
    if (!version) throw conflict("There is no earlier version to restore.");
    const canvas = await change(viewer, chat.id, { pageId, text: () => version.text, isOwnVersion: true });
    return { canvas };
  });
}

export async function listVersions(viewer: Viewer, reference: Reference, pageId: number | undefined) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const rows = await queries.listVersions({ chatId: chat.id, pageId });
  return rows.map(present.toVersion);
}

/** @throws AppError not_found */
export async function getVersion(viewer: Viewer, reference: Reference, id: number) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const row = await queries.findVersionText({ chatId: chat.id, id });
  if (!row) throw notFound("Version");
  return { ...present.toVersion(row), page_id: row.pageId, text: row.text ?? "" };
}

/**
 * Sends the cursor to the other members; it is not stored.
 * @throws AppError not_found, forbidden
 */
export async function publishCursor(
  viewer: Viewer,
  reference: Reference,
  { page_id: pageId, ...place }: z.output<typeof CanvasCursor>,
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const memberIds = await chats.listMemberIds(chat.id);
  const { id: userId, fullName: name } = viewer.user;
  const event = { chatId: chat.id, chatUuid: chat.uuid, memberIds, userId, name, pageId, ...place };
  if (memberIds.length > 1) await getTail().pass({ kind: "cursor", ...event });
  return { success: true as const };
}
