import type { Audience } from "@/db/chat-readers";
import { log } from "@/lib/platform/log";
import { find, findMessages, type PreparedSearch, prepare } from "./hybrid-search";
import {
  filterReadable,
  isDocumentIn,
  listPassagesByIds,
  readContents,
  type SearchableContents,
} from "./queries/passages";
import type { SearchScope } from "./queries/rights";
import { findDocumentScope, getReadableKnowledge, type SearchedChat, searchScope } from "./scope";
import { findMoment, getPassageText } from "./snippets";

export type ReplySource = {
  documentId: number | null;
  messageId: number | null;
  /** The name of a file, or the author and place of a message. */
  title: string;
  text: string;
  page: number | null;
  seconds: number | null;
  /** The offset in the text of the document, in UTF-16 code units. */
  start: number | null;
  /** The length in the document's text in UTF-16 code units, without the headings that are prepended to the chunk. */
  length: number | null;
  chatUuid: string | null;
  url?: string;
};

type SourceQuery = {
  question: string;
  audience: Audience;
  /** The first message id in the context. Earlier messages are searched. */
  from: number;
  hasEarlier: boolean;
  /** Documents that the context contains whole. */
  except: number[];
  /** False when the chats are known to have no content; absent when this has not been checked. */
  hasContents?: boolean;
  /** True for extractive answers, which judge relevance themselves and get the nearest chunks when none is relevant. */
  isForFinder?: boolean;
};

/** `has` tells which kinds of content a model could search further. */
export type ReplySources = { sources: ReplySource[]; has: SearchableKinds };
/** `media`: videos or recordings, which may have no text. */
export type SearchableKinds = { documents: boolean; messages: boolean; media: boolean };
const NOTHING: SearchableKinds = { documents: false, messages: false, media: false };

const MAX_DOCUMENT_PASSAGES = 8;
const MAX_MESSAGES = 5;
const SOURCES_TIMEOUT_MS = 6_000;

/**
 * Returns chunks that may help to answer a question and that the audience may read: the best chunks of documents first,
 * then those of messages. Never fails, because a reply without sources is better than none.
 */
export async function findReplySources(chat: SearchedChat, query: SourceQuery): Promise<ReplySources> {
  let timer: NodeJS.Timeout | undefined;
  let has = NOTHING;
  const late = new Promise<ReplySources>((resolve) => {
    timer = setTimeout(() => resolve({ sources: [], has }), SOURCES_TIMEOUT_MS);
  });
  const onKnown = (known: SearchableKinds) => {
    has = known;
  };
  try {
    return await Promise.race([searchSources(chat, query, onKnown), late]);
  } catch (error) {
    log.warn({ err: error, chat_id: chat.id }, "search failed; replying without it");
    return { sources: [], has };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param onKnown receives the kinds of searchable content as soon as they are known, so that a model can still search
 * when this search times out
 */
async function searchSources(
  chat: SearchedChat,
  { question, audience, from, hasEarlier, except, hasContents, isForFinder }: SourceQuery,
  onKnown: (has: SearchableKinds) => void,
): Promise<ReplySources> {
  const { scopes, messages, media } = await reached(chat, audience, hasContents);
  const said = messages && earlier(messages, chat.id, from, hasEarlier);
  const has = { documents: scopes.length > 0, messages: said !== undefined, media };
  onKnown(has);
  if (!said && scopes.length === 0) return { sources: [], has };
  const search = await prepare(question, chat.groupId);
  // Results for extractive answers are filtered only when ranking by meaning, because the share of matching words says
  // little.
  const isSure = !isForFinder || search.by === "meaning";
  const sure = await inAll(search, scopes, { except, question, isSure });
  const best =
    isForFinder && sure.length === 0
      ? await inAll(search, scopes, { except, question, isSure: false })
      : sure;
  return { sources: said ? [...best, ...(await inMessages(search, said))] : best, has };
}

const EMPTY: SearchableContents = { documents: false, media: false, collections: [] };

async function reached(chat: SearchedChat, audience: Audience, hasContents = true) {
  const places = findDocumentScope(chat, audience);
  const there = places && hasContents ? await readContents(places) : EMPTY;
  const { messages, documents, collections } = await searchScope(chat, audience, {}, there);
  const scopes = [there.documents ? documents : undefined, collections?.scope];
  const media = there.media || (getReadableKnowledge(chat, audience)?.hasMedia ?? false);
  return { messages, scopes: scopes.filter((scope) => scope !== undefined), media };
}

export const hasDocuments = async (chat: SearchedChat, audience: Audience): Promise<boolean> =>
  (await reached(chat, audience)).scopes.length > 0;

async function inAll(
  search: PreparedSearch,
  scopes: SearchScope[],
  of: Omit<Documents, "scope">,
): Promise<ReplySource[]> {
  const rankings: ReplySource[][] = [];
  for (const scope of scopes) rankings.push(await inDocuments(search, { scope, ...of }));
  return inTurns(rankings).slice(0, MAX_DOCUMENT_PASSAGES);
}

export async function findDocumentPassages(
  chat: SearchedChat,
  audience: Audience,
  question: string,
): Promise<ReplySource[]> {
  const { scopes } = await reached(chat, audience);
  return scopes.length === 0
    ? []
    : inAll(await prepare(question, chat.groupId), scopes, { except: [], question, isSure: true });
}

export async function listDocumentsInReach(chat: SearchedChat, audience: Audience) {
  const { documents, collections } = await searchScope(chat, audience);
  // Excludes the public chat: only some of its documents are published, and a list would reveal the names of the
  // others.
  const chatIds = documents?.chatIds?.filter((id) => id !== documents.publicChatId) ?? [];
  const readable = chatIds.length > 0 ? await filterReadable({ chatIds, audience }) : [];
  const { collectionIds = [], documentIds = [], filesOfWorkspaceId } = collections?.scope ?? {};
  return { chatIds: readable, collectionIds, documentIds, filesOfWorkspaceId };
}

export async function isDocumentInReach(
  chat: SearchedChat,
  audience: Audience,
  documentId: number,
): Promise<boolean> {
  const { documents, collections } = await searchScope(chat, audience);
  return isDocumentIn({
    documentId,
    audience,
    chatIds: documents?.chatIds ?? [],
    publicChatId: documents?.publicChatId,
    collectionIds: collections?.scope.collectionIds ?? [],
    libraryIds: collections?.scope.documentIds ?? [],
    filesOfWorkspaceId: collections?.scope.filesOfWorkspaceId,
  });
}

export async function findReplyMessages(
  chat: SearchedChat,
  audience: Audience,
  question: string,
): Promise<ReplySource[]> {
  const { messages } = await searchScope(chat, audience);
  return messages ? inMessages(await prepare(question, chat.groupId), messages) : [];
}

// Returns the scope of the chat's messages that precede the context; undefined when there is nothing to search.
function earlier(
  scope: SearchScope,
  chatId: number,
  from: number,
  hasEarlier: boolean,
): SearchScope | undefined {
  const chatIds = hasEarlier ? scope.chatIds : scope.chatIds?.filter((id) => id !== chatId);
  if (!chatIds?.length && scope.workspaceId === undefined) return undefined;
  return { ...scope, chatIds, except: { chatId, from } };
}

type Documents = { scope: SearchScope; except: number[]; question: string; isSure: boolean };
async function inDocuments(
  search: PreparedSearch,
  { scope, except, question, isSure }: Documents,
): Promise<ReplySource[]> {
  const hits = await find(search, scope, { type: "hybrid", isSure, count: MAX_DOCUMENT_PASSAGES * 2 });
  const rows = await listPassagesByIds({ ids: hits.map(({ id }) => id) });
  return hits
    .flatMap(({ id }) => rows.find((row) => row.id === id) ?? [])
    .filter(({ documentId }) => documentId !== null && !except.includes(documentId))
    .slice(0, MAX_DOCUMENT_PASSAGES)
    .map((row) => ({
      documentId: row.documentId,
      messageId: null,
      title: row.fileName ?? "a document",
      text: getPassageText(row),
      page: row.page,
      seconds: findMoment(row, question),
      start: row.start,
      length: row.length,
      chatUuid: null,
    }));
}

async function inMessages(search: PreparedSearch, scope: SearchScope): Promise<ReplySource[]> {
  const hits = await findMessages(search, scope, { type: "hybrid", isSure: true, count: MAX_MESSAGES });
  const rows = await listPassagesByIds({ ids: hits.map(({ id }) => id) });
  return hits.flatMap(({ id }) => {
    const row = rows.find((passage) => passage.id === id);
    if (!row?.message || row.message.userType === "system") return [];
    const day = row.message.createdAt.toISOString().slice(0, 10);
    // To readers outside of the group, its members appear as a team.
    const isTeam = scope.audience.userId === null && row.message.userType === "user";
    const author = isTeam ? "The team" : (row.author ?? "Somebody");
    const title = `${author} in ${row.chat?.name ?? "a chat"}, ${day}`;
    const { messageId, chat } = row;
    const none = { documentId: null, page: null, seconds: null, start: null, length: null };
    return { ...none, messageId, title, text: getPassageText(row), chatUuid: chat?.uuid ?? null };
  });
}

// Interleaves rankings, because their scores are not comparable.
const inTurns = <T>(rankings: T[][]): T[] =>
  Array.from({ length: Math.max(0, ...rankings.map(({ length }) => length)) }).flatMap((_, at) =>
    rankings.flatMap((ranking) => ranking[at] ?? []),
  );
