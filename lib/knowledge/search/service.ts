import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import * as chats from "@/lib/chat/chats/service";
import * as messages from "@/lib/chat/messages/service";
import * as workspaces from "@/lib/chat/workspaces/service";
import { findSearchedModel, getBehindSince } from "@/lib/llm/indexing/service";
import { isEnglishOnly } from "@/lib/llm/models/service";
import { notFound } from "@/lib/platform/errors";
import type { searchApi } from "./contract";
import { find, findMessages, type PreparedSearch, prepare, type SearchType } from "./hybrid-search";
import * as queries from "./queries/passages";
import type { SearchScope } from "./queries/rights";
import { searchScope, toFilters } from "./scope";
import { findMoment, getPassageText } from "./snippets";

export { filterReadableDocuments, type InChats, mayHaveContents } from "./queries/passages";
export { type Cited, findPublicPassage } from "./queries/public";
export {
  findDocumentPassages,
  findReplyMessages,
  findReplySources,
  hasDocuments,
  isDocumentInReach,
  listDocumentsInReach,
  type ReplySource,
  type ReplySources,
  type SearchableKinds,
} from "./reply-sources";
export { findDocumentScope, type SearchedChat } from "./scope";
export { searchEverywhere } from "./search-everywhere";

type QueryOf<K extends keyof typeof searchApi> = z.output<NonNullable<(typeof searchApi)[K]["query"]>>;
type Ranking = { query: string; search_type: SearchType; top_k: number; score_threshold?: number };
const toSearchOptions = ({ search_type, top_k, score_threshold }: Ranking) => ({
  type: search_type,
  count: top_k,
  least: score_threshold,
});

// The audience is the searching person, who alone reads the results.
const toAudience = ({ user, group }: Viewer) => ({ groupId: group.id, userId: user.id });

export async function getSearchLimitations({ group }: Viewer) {
  const [since, model] = await Promise.all([getBehindSince(group.id), findSearchedModel()]);
  return {
    english_only: model !== undefined && isEnglishOnly(model.model),
    behind_since: since?.toISOString() ?? null,
  };
}

const COLLECTION = "chat_messages";

/**
 * Searches messages of the viewer's chats.
 * @throws AppError not_found for another collection, and for a workspace that the group does not have
 */
export async function searchMessages(viewer: Viewer, query: QueryOf<"searchMessages">) {
  if (query.collection_name !== COLLECTION) throw notFound("Collection");
  const { chat_id, chat_workspace_id } = query;
  const workspace =
    chat_workspace_id === undefined ? undefined : await workspaces.getWorkspace(viewer, chat_workspace_id);
  return foundMessages(viewer, await prepare(query.query, viewer.group.id), query, {
    ...(chat_id !== undefined && { chatIds: [chat_id] }),
    ...(workspace && { workspaceId: workspace.id }),
    ...toFilters(query),
  });
}

async function foundMessages(
  viewer: Viewer,
  search: PreparedSearch,
  ranking: Ranking,
  scope: Partial<SearchScope>,
) {
  const hits = await findMessages(
    search,
    { kind: "message", audience: toAudience(viewer), ...scope },
    toSearchOptions(ranking),
  );
  const [rows, passages] = [
    await messages.listRows(hits.map(({ messageId }) => messageId)),
    await queries.listPassagesByIds({ ids: hits.map(({ id }) => id) }),
  ];
  return hits.flatMap(({ id, score, messageId }) => {
    const row = rows.find(({ message }) => message.id === messageId);
    const chat = passages.find((passage) => passage.id === id)?.chat;
    return row && chat ? { score, message: messages.toMessageResponseFor(viewer, row), chat } : [];
  });
}

/**
 * Searches the messages, documents and collections that a chat uses.
 * @throws AppError not_found, also for a workspace that the group does not have
 */
export async function searchChat(viewer: Viewer, reference: string | number, query: QueryOf<"searchChat">) {
  const { chat } = await chats.getChatFor(viewer, reference);
  if (query.chat_workspace_id !== undefined) await workspaces.getWorkspace(viewer, query.chat_workspace_id);
  const reach = await searchScope(chat, toAudience(viewer), {
    workspaceId: query.chat_workspace_id,
    messages: query.search_in_chat_enabled,
    documents: query.rag_documents_search_enabled,
    collections: query.rag_collections_search_enabled,
  });
  const search = await prepare(query.query, viewer.group.id);
  return {
    messages: reach.messages ? await foundMessages(viewer, search, query, reach.messages) : [],
    documents: reach.documents ? await foundPassages(search, query, reach.documents) : [],
    collections: reach.collections ? await foundInCollections(search, query, reach.collections) : [],
  };
}

async function foundPassages(search: PreparedSearch, ranking: Ranking, scope: SearchScope) {
  const hits = await find(search, scope, toSearchOptions(ranking));
  const rows = await queries.listPassagesByIds({ ids: hits.map(({ id }) => id) });
  return hits.flatMap(({ id, score }) => {
    const row = rows.find((passage) => passage.id === id);
    if (!row || row.documentId === null) return [];
    const { documentId: document_id, fileName, page } = row;
    return {
      score,
      document_id,
      file_name: fileName ?? "",
      page,
      seconds: findMoment(row, ranking.query),
      text: getPassageText(row),
      chat_id: row.chat?.id ?? null,
    };
  });
}

async function foundInCollections(
  search: PreparedSearch,
  ranking: Ranking,
  { scope, names }: { scope: SearchScope; names: Map<number, string> },
) {
  const found = await foundPassages(search, ranking, scope);
  const collectionsByDocument = await queries.mapCollections({
    documentIds: found.map(({ document_id }) => document_id),
    collectionIds: [...names.keys()],
  });
  return found.flatMap(({ chat_id: _, ...passage }) => {
    const id = collectionsByDocument.get(passage.document_id);
    return id === undefined ? [] : { ...passage, collection_id: id, collection_name: names.get(id) ?? "" };
  });
}
