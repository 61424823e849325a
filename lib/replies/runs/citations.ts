import type { Audience } from "@/db/chat-readers";
import type { ContextFile } from "@/lib/knowledge/documents/service";
import { findReplySources, type ReplySource, type ReplySources } from "@/lib/knowledge/search/service";
import { listCitedNumbers } from "@/lib/platform/thread/citations";
import type { LiveRun } from "./live-runs";
import type { ReplyInput } from "./queries";
import type { HistoryRow } from "./queries/prompt-context";

type SourceRequest = Pick<ReplyInput, "chat" | "message"> & {
  question: string;
  audience: Audience;
  /** Files that the context contains completely; `history` has candidates for the context, newest first. */
  files: ContextFile[];
  history: HistoryRow[];
  /** Limit with which the history was read. A shorter history contains all earlier messages. */
  mostHistory: number;
  hasContents?: boolean;
  isForFinder?: boolean;
};

// Characters of the newest messages that fit into every context (`./prompt-context`), so retrieval may skip them.
const MAX_FITTING_CHARACTERS = 40_000;
// Questions with fewer words, such as "And on Fridays?", are searched together with the previous question.
const MIN_STANDALONE_WORDS = 5;
const MAX_SEARCH_LENGTH = 1_000;

export async function findSources(request: SourceRequest, live: LiveRun): Promise<ReplySources> {
  const { chat, message, audience, files, history, mostHistory, hasContents, isForFinder } = request;
  let left = MAX_FITTING_CHARACTERS;
  const fitting = history.findIndex(({ text }) => {
    left -= text.length;
    return left < 0;
  });
  const inContext = fitting < 0 ? history : history.slice(0, fitting);
  const begun = performance.now();
  const replySources = await findReplySources(chat, {
    question: buildSearchText(request),
    audience,
    from: inContext.at(-1)?.id ?? message.id,
    // When the history is disabled, all earlier messages are searched.
    hasEarlier: !chat.chatHistory || fitting >= 0 || history.length >= mostHistory,
    except: files.filter(({ isWhole }) => isWhole).map(({ id }) => id),
    hasContents,
    isForFinder,
  });
  if (replySources.sources.length > 0)
    live.step(
      "search",
      label(replySources.sources),
      description(replySources.sources),
      performance.now() - begun,
    );
  return replySources;
}

function buildSearchText({ question, history }: SourceRequest): string {
  const words = question.trim().split(/\s+/);
  const before =
    words.length < MIN_STANDALONE_WORDS
      ? history.find(({ userType }) => userType !== "assistant")
      : undefined;
  return `${question.slice(0, MAX_SEARCH_LENGTH)} ${before?.text.slice(0, MAX_SEARCH_LENGTH / 2) ?? ""}`.trim();
}

const label = (sources: ReplySource[]) =>
  sources.some(({ documentId }) => documentId !== null) ? "Searched documents" : "Searched messages";

function description(sources: ReplySource[]): string {
  const [documents, messages] = [
    new Set(sources.flatMap(({ documentId }) => documentId ?? [])).size,
    sources.filter(({ messageId }) => messageId !== null).length,
  ];
  const passages = sources.length - messages;
  const parts = [
    passages > 0 && `${count(passages, "passage")} of ${count(documents, "document")}`,
    messages > 0 && count(messages, "message"),
  ];
  return `Found ${parts.filter(Boolean).join(" and ")}.`;
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

const MAX_SNIPPET_LENGTH = 300;

/** Returns the sources that a reply cites by number; all sources when it cites none. */
export function listCitations(text: string, sources: ReplySource[]) {
  const numbers = listCitedNumbers(text);
  const all = sources.map(
    ({ documentId, messageId, title, text, page, seconds, start, length, chatUuid, url }, at) => ({
      n: at + 1,
      ...(documentId !== null && { document_id: documentId, start, length }),
      ...(messageId !== null && { message_id: messageId, chat_uuid: chatUuid }),
      ...(url !== undefined && { url }),
      title,
      snippet: text.replace(/\s+/g, " ").slice(0, MAX_SNIPPET_LENGTH).toWellFormed(),
      page,
      ...(seconds !== null && { seconds }),
    }),
  );
  const cited = all.filter(({ n }) => numbers.has(n));
  return cited.length > 0 ? cited : all;
}
