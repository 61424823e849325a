import type { Audience } from "@/db/audience";
import { log } from "@/lib/platform/log";
import { find, findMessages, type PreparedSearch, prepare } from "./find";
import {
  filterReadable,
  isDocumentIn,
  passagesByIds,
  readContents,
  type SearchableContents,
} from "./queries/passages";
import type { SearchScope } from "./queries/rights";
import { knowledgeIn, placesFor, type SearchedChat, searchScope } from "./scope";
import { findMoment, getPassageText } from "./snippets";

/** A passage that a reply may be made from. */
export type ReplySource = {
  documentId: number | null;
  messageId: number | null;
  /** What a reader knows it by: the name of a file, or who said it where. */
  title: string;
  text: string;
  page: number | null;
  /** Of a recording: when it is said. */
  seconds: number | null;
  /** Where it begins in the text of its document, in UTF-16 units. */
  start: number | null;
  /** How long it is there: headings above it stand before its text. */
  length: number | null;
  /** Of a message: its chat. */
  chatUuid: string | null;
  /** Of a page of the web. */
  url?: string;
};

type SourceQuery = {
  question: string;
  audience: Audience;
  /** The context has the messages of the chat from this one on; those before are searched if there are any. */
  from: number;
  hasEarlier: boolean;
  /** Documents that stand in the context whole. */
  except: number[];
  /** Whether there may be anything in the chats, where that has just been read. */
  hasContents?: boolean;
  /** The document finder tells itself what answers, and has to know what there is. */
  isForFinder?: boolean;
};

/** What was found for a reply, and whether there is anything that could be searched further. */
export type ReplySources = { sources: ReplySource[]; has: Has };
/** `media`: videos or recordings, which need have no text. */
export type Has = { documents: boolean; messages: boolean; media: boolean };
const NOTHING: Has = { documents: false, messages: false, media: false };

const MAX_DOCUMENT_PASSAGES = 8;
const MAX_MESSAGES = 5;
/** A reply does not wait longer for what it can do without, ms. */
const PATIENCE = 6_000;

/**
 * What a chat draws on that may help to answer a question, the best of
 * documents first, then messages; within what its audience may read. Never
 * fails: a reply without sources is better than none.
 */
export async function passagesFor(chat: SearchedChat, asked: SourceQuery): Promise<ReplySources> {
  let timer: NodeJS.Timeout | undefined;
  let has = NOTHING;
  const late = new Promise<ReplySources>((resolve) => {
    timer = setTimeout(() => resolve({ sources: [], has }), PATIENCE);
  });
  const onKnown = (known: Has) => {
    has = known;
  };
  try {
    return await Promise.race([sought(chat, asked, onKnown), late]);
  } catch (error) {
    log.warn({ err: error, chat_id: chat.id }, "search failed; replying without it");
    return { sources: [], has };
  } finally {
    clearTimeout(timer);
  }
}

/** @param onKnown Hears what there is to search as soon as that is known: an assistant can still search when this is late. */
async function sought(
  chat: SearchedChat,
  { question, audience, from, hasEarlier, except, hasContents, isForFinder }: SourceQuery,
  onKnown: (has: Has) => void,
): Promise<ReplySources> {
  const { scopes, messages, media } = await reached(chat, audience, hasContents);
  const said = messages && earlier(messages, chat.id, from, hasEarlier);
  const has = { documents: scopes.length > 0, messages: said !== undefined, media };
  onKnown(has);
  if (!said && scopes.length === 0) return { sources: [], has };
  const search = await prepare(question, chat.groupId);
  // Of words alone, the share that a passage has says little.
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
  const places = placesFor(chat, audience);
  const there = places && hasContents ? await readContents(places) : EMPTY;
  const { messages, documents, collections } = await searchScope(chat, audience, {}, there);
  const scopes = [there.documents ? documents : undefined, collections?.scope];
  const media = there.media || (knowledgeIn(chat, audience)?.hasMedia ?? false);
  return { messages, scopes: scopes.filter((scope) => scope !== undefined), media };
}

async function inAll(
  search: PreparedSearch,
  scopes: SearchScope[],
  of: Omit<Documents, "scope">,
): Promise<ReplySource[]> {
  const rankings: ReplySource[][] = [];
  for (const scope of scopes) rankings.push(await inDocuments(search, { scope, ...of }));
  return inTurns(rankings).slice(0, MAX_DOCUMENT_PASSAGES);
}

/** Passages of the documents that a chat draws on, for a reply that searches once more. */
export async function documentsFor(
  chat: SearchedChat,
  audience: Audience,
  question: string,
): Promise<ReplySource[]> {
  const { scopes } = await reached(chat, audience);
  return scopes.length === 0
    ? []
    : inAll(await prepare(question, chat.groupId), scopes, { except: [], question, isSure: true });
}

/** The chats and collections whose documents a chat draws on, and documents of the library, within what its audience may read. */
export async function documentsInReach(chat: SearchedChat, audience: Audience) {
  const { documents, collections } = await searchScope(chat, audience);
  // Of a public chat not all is chosen: a list of its documents would name the others.
  const chatIds = documents?.chatIds?.filter((id) => id !== documents.publicChatId) ?? [];
  const readable = chatIds.length > 0 ? await filterReadable({ chatIds, audience }) : [];
  const { collectionIds = [], documentIds = [] } = collections?.scope ?? {};
  return { chatIds: readable, collectionIds, documentIds };
}

/** Whether a chat draws on this document, within what its audience may read. */
export async function reaches(chat: SearchedChat, audience: Audience, documentId: number): Promise<boolean> {
  const { documents, collections } = await searchScope(chat, audience);
  return isDocumentIn({
    documentId,
    audience,
    chatIds: documents?.chatIds ?? [],
    publicChatId: documents?.publicChatId,
    collectionIds: collections?.scope.collectionIds ?? [],
    libraryIds: collections?.scope.documentIds ?? [],
  });
}

/** Messages that a chat draws on, for a reply that searches once more. */
export async function messagesFor(
  chat: SearchedChat,
  audience: Audience,
  question: string,
): Promise<ReplySource[]> {
  const { messages } = await searchScope(chat, audience);
  return messages ? inMessages(await prepare(question, chat.groupId), messages) : [];
}

/** What is said in the chat and not in the context; undefined when there is nothing to search. */
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
  const rows = await passagesByIds({ ids: hits.map(({ id }) => id) });
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
  const rows = await passagesByIds({ ids: hits.map(({ id }) => id) });
  return hits.flatMap(({ id }) => {
    const row = rows.find((passage) => passage.id === id);
    if (!row?.message || row.message.userType === "system") return [];
    const day = row.message.createdAt.toISOString().slice(0, 10);
    // Whoever reads it outside of the group knows its people as a team.
    const isTeam = scope.audience.userId === null && row.message.userType === "user";
    const author = isTeam ? "The team" : (row.author ?? "Somebody");
    const title = `${author} in ${row.chat?.name ?? "a chat"}, ${day}`;
    const { messageId, chat } = row;
    const none = { documentId: null, page: null, seconds: null, start: null, length: null };
    return { ...none, messageId, title, text: getPassageText(row), chatUuid: chat?.uuid ?? null };
  });
}

/** Several rankings as one that takes turns between them: their scores do not compare. */
const inTurns = <T>(rankings: T[][]): T[] =>
  Array.from({ length: Math.max(0, ...rankings.map(({ length }) => length)) }).flatMap((_, at) =>
    rankings.flatMap((ranking) => ranking[at] ?? []),
  );
