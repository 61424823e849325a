import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { change, replace } from "./changes";
import { type canvasApi, MAX_PAGES } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

export async function listPages(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  return (await queries.listPages({ chatId: chat.id })).map(present.pageEntry);
}

export async function getPageFor(viewer: Viewer, reference: Reference, id: number) {
  const { chat } = await chats.getChatFor(viewer, reference);
  return getPage(chat.id, id);
}

async function getPage(chatId: number, id: number) {
  const row = await queries.findPage({ chatId, id });
  if (!row) throw notFound("Page");
  return present.page(row);
}

/** Callers must have checked access to the chat. This also applies to the functions below that take a chat id. */
export const hasPages = (chatId: number) => queries.readHasPages({ chatId });
export const selectHasPages = (chatId: number) => queries.hasPages({ chatId });

/** Yields the pages with their texts one at a time, because they may be large. */
export async function* streamPages(chatId: number) {
  for (const { id } of await queries.listPages({ chatId })) {
    const row = await queries.findPage({ chatId, id });
    if (row) yield present.page(row);
  }
}

/**
 * Copies the pages into a new chat, inside the transaction that creates the chat and holds its lock.
 * @returns the ids of the copies, keyed by the ids of the originals
 */
export const copyPages = (chatId: number, toChatId: number) => queries.copyPages({ chatId, toChatId });

type Create = z.output<NonNullable<typeof canvasApi.createCanvasPage.body>["schema"]>;

/**
 * @param assistantId the assistant that writes for the viewer
 * @throws AppError not_found, forbidden; conflict when there are too many pages
 */
export async function addPage(
  viewer: Viewer,
  reference: Reference,
  { text, ...given }: Create,
  assistantId?: number,
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  return transaction(async () => {
    await chats.lock(chat.id);
    if ((await queries.countPages({ chatId: chat.id })) >= MAX_PAGES)
      throw conflict(`The canvas has ${MAX_PAGES} pages already. Delete some first.`);
    // An assistant's text is stored as a change, so that the version history names its author and undo works.
    const isChange = assistantId !== undefined;
    const row = await queries.insertPage({ chatId: chat.id, ...given, text: isChange ? "" : text });
    if (isChange) await change(viewer, chat.id, { pageId: row.id, assistantId, text: () => text });
    await chats.publishUpdated([chat.id], "canvas");
    return present.page({ ...row, text });
  });
}

type Update = z.output<NonNullable<typeof canvasApi.updateCanvasPage.body>["schema"]>;

export async function updatePage(
  viewer: Viewer,
  reference: Reference,
  id: number,
  { title, text, ...more }: Update,
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  return transaction(async () => {
    if (text !== undefined) await replace(viewer, chat.id, { text, ...more }, id);
    if (title !== undefined) {
      await queries.updatePage({ chatId: chat.id, id, values: { title } });
      await chats.publishUpdated([chat.id], "canvas");
    }
    return getPage(chat.id, id);
  });
}

export async function removePage(viewer: Viewer, reference: Reference, id: number) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  return transaction(async () => {
    await chats.lock(chat.id);
    if (!(await queries.deletePage({ chatId: chat.id, id }))) throw notFound("Page");
    await chats.publishUpdated([chat.id], "canvas");
    return { success: true as const, message: "The page was deleted." };
  });
}
