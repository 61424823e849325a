import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { canvasApi } from "@/lib/chat/canvas/operations";
import { changeChat } from "./chats";
import { queryFor, refresh } from "./query";

type CanvasPage = AnswerOf<typeof canvasApi.getCanvasPage>;
export type PageEntry = AnswerOf<typeof canvasApi.listCanvasPages>[number];

export const canvasVersionsQuery = (chat: string, page?: number) =>
  queryFor(canvasApi.listCanvasVersions, { params: { chat_id: chat }, query: { page_id: page } });

export const canvasVersionQuery = (chat: string, version: number) =>
  queryFor(canvasApi.getCanvasVersion, { params: { chat_id: chat, version_id: version } });

export const canvasPagesQuery = (chat: string) =>
  queryFor(canvasApi.listCanvasPages, { params: { chat_id: chat } });

export const canvasPageQuery = (chat: string, page: number) =>
  queryFor(canvasApi.getCanvasPage, { params: { chat_id: chat, page_id: page } });

export const refreshPages = (client: QueryClient) => refresh(client, canvasApi.listCanvasPages);

export function setCanvas(client: QueryClient, chat: string, canvas: string | null): void {
  changeChat(client, chat, { canvas });
  void refresh(client, canvasApi.listCanvasVersions);
}

export function setPageText(client: QueryClient, chat: string, page: number, text: string): void {
  const { queryKey } = canvasPageQuery(chat, page);
  client.setQueryData(queryKey, (before) => before && { ...before, text });
  // A request in flight may return the text before the change.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
  void refresh(client, canvasApi.listCanvasVersions);
}

type NewCanvasPage = Pick<CanvasPage, "title" | "kind" | "language" | "text">;

/** @throws ApiError */
export async function addPage(client: QueryClient, chat: string, body: NewCanvasPage): Promise<CanvasPage> {
  const page = await call(canvasApi.createCanvasPage, { params: { chat_id: chat }, body });
  client.setQueryData(canvasPageQuery(chat, page.id).queryKey, page);
  await refreshPages(client);
  return page;
}

/**
 * Returns the id of the page with this text, or of a new one.
 * @throws ApiError
 */
export async function findOrCreatePage(
  client: QueryClient,
  chat: string,
  input: NewCanvasPage,
): Promise<number> {
  const read = { staleTime: 0 };
  const pages = await client.fetchQuery({ ...canvasPagesQuery(chat), ...read });
  for (const { id } of pages.filter(({ kind }) => kind === input.kind)) {
    const { text } = await client.fetchQuery({ ...canvasPageQuery(chat, id), ...read });
    if (text === input.text) return id;
  }
  return (await addPage(client, chat, { ...input, title: freeTitle(input.title, pages) })).id;
}

// Returns "page.html" or, if that is taken, "page 2.html".
function freeTitle(title: string, pages: PageEntry[]): string {
  const [, stem = title, ending = ""] = /^([^.]*)(\..*)?$/.exec(title) ?? [];
  const isTaken = (name: string) => pages.some((page) => page.title === name);
  let name = title;
  for (let count = 2; isTaken(name); count++) name = `${stem} ${count}${ending}`;
  return name;
}
