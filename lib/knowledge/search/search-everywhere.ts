import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import * as chats from "@/lib/chat/chats/service";
import * as workspaces from "@/lib/chat/workspaces/service";
import { invalid } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import type { Found, searchApi } from "./contract";
import { find, findMessages, type PreparedSearch, prepare } from "./hybrid-search";
import { listNewestMessages } from "./queries/filtered";
import { listPassagesByIds } from "./queries/passages";
import type { SearchScope } from "./queries/rights";
import type { Hit } from "./queries/vectors";
import { sortByScore } from "./ranking";
import { toFilters } from "./scope";
import { findMoment, getPassageText, listHighlights } from "./snippets";

type SearchQuery = z.output<NonNullable<(typeof searchApi)["search"]["query"]>>;
type FoundItem = z.output<typeof Found>;

// The limit is low, because users refine a search instead of reading more results.
const MAX_RESULTS = 200;

/**
 * Searches everything that the viewer may read, by meaning and by words, and returns a page for each kind. Without
 * words, it returns the newest messages that match the filters.
 * @throws AppError not_found for the chat and the workspace; InvalidInput without words and filters
 */
export async function searchEverywhere(viewer: Viewer, query: SearchQuery): Promise<Paginated<FoundItem>> {
  const place = await toSearchPage(viewer, query);
  if (place.from >= MAX_RESULTS) return { items: [], total: undefined, hasMore: false };
  const kinds = [...new Set(query.kinds)];
  const pages: FoundItem[][] = [];
  if (query.query.trim() === "") {
    if (!isFiltered(place)) throw invalid(["query", "query"], "Must not be empty.");
    if (kinds.includes("messages")) pages.push(await listNewest(viewer, place));
  } else {
    const search = kinds.some((kind) => kind !== "chats")
      ? await prepare(query.query, viewer.group.id)
      : undefined;
    for (const kind of kinds) {
      if (kind === "chats") pages.push(hasChats(place) ? await searchNames(viewer, query) : []);
      else if (kind === "messages") pages.push(await inMessages(viewer, search!, place, query.query));
      else pages.push(await inDocuments(viewer, search!, place, query.query));
    }
  }
  const hasMore = pages.some((page) => page.length > query.page_size);
  return { items: pages.flatMap((page) => page.slice(0, query.page_size)), total: undefined, hasMore };
}

type SearchPage = {
  chatId: number | undefined;
  workspaceId: number | undefined;
  filters: Partial<SearchScope>;
  from: number;
  size: number;
};

async function toSearchPage(viewer: Viewer, query: SearchQuery): Promise<SearchPage> {
  const { chat_id, chat_workspace_id, page, page_size: size } = query;
  const chat = chat_id === undefined ? undefined : (await chats.getChatFor(viewer, chat_id)).chat;
  const workspace =
    chat_workspace_id === undefined ? undefined : await workspaces.getWorkspace(viewer, chat_workspace_id);
  const filters = toFilters(query);
  return { chatId: chat?.id, workspaceId: workspace?.id, filters, from: (page - 1) * size, size };
}

const hasChats = ({ chatId, filters }: SearchPage) =>
  chatId === undefined && Object.keys(filters).length === 0;
const isFiltered = (place: SearchPage) => !hasChats(place) || place.workspaceId !== undefined;

const toRights = ({ user, group }: Viewer, { chatId, workspaceId, filters }: SearchPage) => ({
  ...filters,
  audience: { groupId: group.id, userId: user.id },
  ...(chatId !== undefined && { chatIds: [chatId] }),
  ...(workspaceId !== undefined && { workspaceId }),
});
const toSearchOptions = ({ from, size }: SearchPage) => ({
  type: "hybrid" as const,
  count: Math.min(from + size + 1, MAX_RESULTS),
  isSure: true,
});

async function searchNames(
  viewer: Viewer,
  { query, chat_workspace_id, page, page_size }: SearchQuery,
): Promise<FoundItem[]> {
  const size = Math.min(100, page_size + 1);
  const { items } = await chats.list(viewer, {
    search: query.trim().slice(0, 200),
    show_chats_in_workspace: true,
    chat_workspace_id,
    sort: "automatically",
    page,
    page_size: size,
  } as Parameters<typeof chats.list>[1]);
  return items.map(({ id, uuid, name }) => ({
    kind: "chats" as const,
    text: name,
    highlights: listHighlights(name, query),
    chat: { id, uuid, name },
  }));
}

async function listNewest(viewer: Viewer, place: SearchPage): Promise<FoundItem[]> {
  const rows = await listNewestMessages({
    scope: { kind: "message", ...toRights(viewer, place) },
    limit: place.size + 1,
    offset: place.from,
  });
  return rows.map(({ messageId, text, fileNames, author, createdAt, chat }) => ({
    kind: "messages",
    score: 1,
    text: text || fileNames.join(", "),
    highlights: [],
    message_id: messageId,
    author,
    created_at: createdAt.toISOString(),
    chat,
  }));
}

async function inMessages(
  viewer: Viewer,
  search: PreparedSearch,
  place: SearchPage,
  query: string,
): Promise<FoundItem[]> {
  const hits = await findMessages(
    search,
    { kind: "message", ...toRights(viewer, place) },
    toSearchOptions(place),
  );
  return toFoundItems(hits.slice(place.from), ({ score }, row) => {
    const { messageId, message, chat } = row;
    if (messageId === null || !message || !chat) return [];
    const text = getPassageText(row);
    return {
      kind: "messages" as const,
      score,
      text,
      highlights: listHighlights(text, query),
      message_id: messageId,
      author: row.author,
      created_at: message.createdAt.toISOString(),
      chat,
    };
  });
}

async function inDocuments(
  viewer: Viewer,
  search: PreparedSearch,
  place: SearchPage,
  query: string,
): Promise<FoundItem[]> {
  const ofGroup = toRights(viewer, place);
  const hits = await find(
    search,
    { kind: "chat_document", ...toRights(viewer, place) },
    toSearchOptions(place),
  );
  if (place.chatId === undefined && place.workspaceId === undefined) {
    hits.push(...(await find(search, { kind: "library_document", ...ofGroup }, toSearchOptions(place))));
  }
  return toFoundItems(sortByScore(hits).slice(place.from, place.from + place.size + 1), ({ score }, row) => {
    if (row.documentId === null) return [];
    const text = getPassageText(row);
    return {
      kind: "documents" as const,
      score,
      text,
      highlights: listHighlights(text, query),
      document_id: row.documentId,
      file_name: row.fileName ?? "",
      page: row.page,
      seconds: findMoment(row, query),
      start: row.start,
      length: row.length,
      chat: row.chat,
    };
  });
}

async function toFoundItems<H extends Hit>(
  hits: H[],
  item: (hit: H, row: Awaited<ReturnType<typeof listPassagesByIds>>[number]) => FoundItem | FoundItem[],
): Promise<FoundItem[]> {
  const rows = await listPassagesByIds({ ids: hits.map(({ id }) => id) });
  return hits.flatMap((hit) => {
    const row = rows.find(({ id }) => id === hit.id);
    return row ? item(hit, row) : [];
  });
}
