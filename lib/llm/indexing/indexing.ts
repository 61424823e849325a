import { createHash } from "node:crypto";
import { setImmediate as breathe, setTimeout as wait } from "node:timers/promises";
import { transaction } from "@/db/transaction";
import { findDocumentType } from "@/lib/files/extraction/service";
import { ModelError } from "@/lib/llm/models/service";
import { caps as usage } from "@/lib/llm/usage/service";
import { log } from "@/lib/platform/log";
import { yieldToForeground } from "@/lib/platform/telemetry/foreground";
import { isFallingBehind } from "./backlog";
import { getProblem, getTarget, isPaused } from "./embedders";
import { embedChunks } from "./heading-vectors";
import { listCommandOptions, listJoinedNames, toIndexedText } from "./indexed-text";
import { getKnownVectors, type KnownVectors } from "./known-vectors";
import { detectLanguage } from "./language";
import { type Chunk, type DocumentPart, splitIntoChunks } from "./passages";
import { copyContents } from "./queries/copies";
import * as queries from "./queries/passages";
import { MAX_TABLE_VECTORS, TABLES } from "./queries/similarity";
import * as vectors from "./queries/vectors";
import { onIndexingStarted, scheduleIndexing } from "./schedule";
import { listWordForms } from "./word-forms";

export { embedQuery, embedTexts, findSearchedModel, getProblem, getTarget } from "./embedders";

const MAX_MESSAGES_PER_BATCH = 50;
const SWEPT = 500;
const STORED_AT_ONCE = 200;
const CHUNKS_PER_YIELD = 20;
// Duration of a background step in milliseconds. The results of a finished step are kept when the run is interrupted.
const STEP = 5000;
// New messages are indexed for full-text search at this interval while vectors are computed.
const CHUNKING_INTERVAL_MS = 500;

type IndexedDocument = Parameters<typeof queries.insertDocumentPassages>[0]["document"] & {
  mimeType: string;
};

/**
 * Replaces a document's chunks in batches. Returns the offset from which only full-text search finds the text, or
 * undefined when all of the text has vectors.
 * @param whileWanted runs a batch in a transaction that locks the document, or returns false to stop
 */
export async function replaceDocumentPassages(
  document: IndexedDocument,
  text: string,
  parts: DocumentPart[],
  whileWanted: (work: () => Promise<void>) => Promise<boolean>,
): Promise<number | undefined> {
  const isTable = TABLES.includes(document.mimeType);
  let rows: queries.NewPassage[] = [];
  let count = 0;
  const store = () => whileWanted(() => queries.insertDocumentPassages({ document, rows }));
  if (!(await whileWanted(() => queries.deleteDocumentPassages({ documentId: document.id }))))
    return undefined;
  let wordsFrom: number | undefined;
  const isMarkdown = findDocumentType(document.mimeType)?.isMarkdown;
  for await (const piece of splitInTurns(text, { parts, isTable, isMarkdown })) {
    if (isTable && count === MAX_TABLE_VECTORS) wordsFrom = piece.start;
    rows.push(passage(piece, count++));
    if (rows.length < STORED_AT_ONCE) continue;
    if (!(await store())) return wordsFrom;
    rows = [];
  }
  await store();
  return wordsFrom;
}

// Lets other work run before every few chunks.
async function* splitInTurns(...[text, options]: Parameters<typeof splitIntoChunks>): AsyncGenerator<Chunk> {
  let count = 0;
  for (const piece of splitIntoChunks(text, options)) {
    if (count++ % CHUNKS_PER_YIELD === 0) await breathe();
    yield piece;
  }
}

export const updateDocumentKinds = (documentIds: number[]) => queries.updateKinds({ documentIds });

export const copyDocumentContents = (copies: { from: number; to: number }[]) => copyContents({ copies });

/**
 * Stores chunks of pages before the offset `until` while later pages are still being read. Only full-text search finds
 * these chunks until `replaceDocumentPassages` chunks the whole document.
 * @param whileWanted as for `replaceDocumentPassages`
 */
export async function addDocumentPages(
  document: IndexedDocument,
  { text, parts, until }: { text: string; parts: DocumentPart[]; until: number },
  whileWanted: (work: () => Promise<void>) => Promise<boolean>,
): Promise<void> {
  await whileWanted(async () => {
    const { page, ordinal } = await queries.findLastDocumentPassage({ documentId: document.id });
    const from = parts.find((part) => part.page > page)?.start ?? until;
    if (from >= until) return;
    const pages = parts
      .filter(({ start }) => start >= from && start < until)
      .map((part) => ({ ...part, start: part.start - from }));
    const rows: queries.NewPassage[] = [];
    for await (const piece of splitInTurns(text.slice(from, until), { parts: pages }))
      rows.push(passage({ ...piece, start: piece.start + from }, ordinal + rows.length));
    await queries.insertDocumentPassages({ document, rows });
  });
}

function passage(piece: Chunk, ordinal: number): queries.NewPassage {
  const language = detectLanguage(piece.text);
  const found = [
    toIndexedText(piece.text),
    ...listJoinedNames(piece.text),
    ...listWordForms(piece.text, language),
  ].join(" ");
  return { ...piece, ordinal, paired: found, language, options: listCommandOptions(piece.text) };
}

export const dropMessages = (ids: number[]) => queries.deleteMessagePassages({ ids });

/**
 * Computes vectors for at most `size` chunks of a document, or of a group's unindexed messages, newest first. Marks
 * messages as indexed once their last vector is stored. Returns the number of chunks that got a vector.
 * @throws ModelError
 */
async function embedNext(
  of: { documentId: number } | { messagesOf: string },
  size?: number,
): Promise<number> {
  const { embedder, model } = await getTarget();
  const which = { modelId: model?.id ?? 0, limit: Math.min(size ?? embedder.batch, embedder.batch) };
  const found =
    "documentId" in of
      ? await vectors.listDocumentChunksWithoutVector({ ...which, documentId: of.documentId })
      : await vectors.listMessagesWithoutVector({ ...which, groupId: of.messagesOf });
  const known = model && "messagesOf" in of ? getKnownVectors(of.messagesOf, model.id) : undefined;
  const embeddedTexts = await embedFound(found, { embedder, model, known });
  const embedded = new Map(
    found.passages
      .filter(({ text }) => embeddedTexts.has(text))
      .map(({ id, text, heading = "" }) => [heading + text, id]),
  );
  await usage.countEmbedded(
    embedder.id,
    [...embedded].map(([text, id]) => ({ id, text })),
  );
  return found.passages.length;
}

export async function embedFound(
  { passages, messages }: Awaited<ReturnType<typeof vectors.listMessagesWithoutVector>>,
  { embedder, model, known }: Awaited<ReturnType<typeof getTarget>> & { known?: KnownVectors },
): Promise<Set<string>> {
  if (passages.length === 0) return new Set();
  const made = await embedChunks(embedder, model, passages, known);
  const rows = passages.map(({ id }, at) => ({ id, vector: made.vectors[at]! }));
  await transaction(async () => {
    await vectors.insertVectors({ modelId: made.model.id, vectors: rows });
    await queries.markIndexed({ messages: messages.map(seen), modelId: made.model.id });
  });
  return made.embeddedTexts;
}

/**
 * Chunks unindexed messages of a group, newest first. Marks messages without words as indexed.
 * @param before id of a message; only older messages are chunked
 * @returns the id of the oldest processed message, or undefined
 */
async function chunkMessages(groupId: string, before: number | undefined): Promise<number | undefined> {
  const messages = await queries.listMessagesToChunk({ groupId, before, limit: MAX_MESSAGES_PER_BATCH });
  let batch: typeof messages = [];
  let rows: (queries.NewPassage & { messageId: number })[] = [];
  for (const message of messages) {
    let ordinal = 0;
    for await (const piece of splitInTurns(message.text))
      rows.push({ ...passage(piece, ordinal++), messageId: message.id });
    batch.push(message);
    if (rows.length < STORED_AT_ONCE) continue;
    await storeMessages(batch, rows);
    batch = [];
    rows = [];
  }
  await storeMessages(batch, rows);
  return messages.at(-1)?.id;
}

async function storeMessages(
  messages: { id: number; text: string }[],
  rows: (queries.NewPassage & { messageId: number })[],
): Promise<void> {
  const chunked = new Set(rows.map(({ messageId }) => messageId));
  const blank = messages.filter(({ id }) => !chunked.has(id));
  await queries.insertMessagePassages({ messages: messages.map(seen), rows });
  await queries.markIndexed({ messages: blank.map(seen), modelId: null });
}

// Marks messages as indexed that were locked when their last vector was stored.
async function markSkippedMessages(groupId: string): Promise<void> {
  const { model } = await getTarget();
  if (!model) return;
  const messages = await queries.listMessagesToMark({
    groupId,
    modelId: model.id,
    limit: MAX_MESSAGES_PER_BATCH,
  });
  await queries.markIndexed({ messages: messages.map(seen), modelId: model.id });
}

const seen = ({ id, text }: { id: number; text: string }): queries.SeenMessage => ({
  id,
  hash: createHash("md5").update(text).digest("hex"),
});

/**
 * Indexes messages of a group for about five seconds. Chunks them first, so that full-text search finds them even while
 * the embedding model is unavailable. Returns true when messages remain.
 * @param isFirst true for the first step of a run
 */
export async function indexMessages(groupId: string, { isFirst = true } = {}): Promise<boolean> {
  onIndexingStarted(groupId, { isFirst });
  const end = performance.now() + STEP;
  const isTime = () => performance.now() < end;
  // Continues from the last processed message. Starting with the newest one would revisit chunked messages that wait
  // for vectors.
  let before: number | undefined;
  do before = await yieldToForeground(() => chunkMessages(groupId, before));
  while (before !== undefined && isTime());
  const over = new AbortController();
  const cutting = chunkWhileEmbedding(groupId, over.signal);
  try {
    return await embedMessages(groupId, isTime);
  } finally {
    over.abort();
    await cutting;
  }
}

async function embedMessages(groupId: string, isTime: () => boolean): Promise<boolean> {
  const embed = () => embedNext({ messagesOf: groupId });
  const isBehind = await isFallingBehind(groupId);
  while (isTime()) {
    if (isPaused()) return false;
    try {
      if ((await (isBehind ? embed() : yieldToForeground(embed))) > 0) continue;
      await markSkippedMessages(groupId);
      return false;
    } catch {
      // The failure is already logged. The next message or the sweep retries.
    }
  }
  return true;
}

// Chunks new messages while vectors are computed, because a batch of vectors takes seconds on a busy machine.
async function chunkWhileEmbedding(groupId: string, over: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await wait(CHUNKING_INTERVAL_MS, undefined, { signal: over });
      await yieldToForeground(() => chunkMessages(groupId, undefined));
    }
  } catch (error) {
    if (!over.aborted) log.warn({ err: error }, "messages could not be made findable by their words");
  }
}

/**
 * Computes vectors of a document for about five seconds. Returns true when chunks without a vector remain.
 * @param onProgress receives the previous and current percentage, and returns false to stop
 * @throws ModelError, immediately during the pause after a failure
 */
export async function indexDocument(
  documentId: number,
  onProgress: (before: number, now: number) => Promise<boolean>,
): Promise<boolean> {
  if (isPaused()) throw new ModelError("refused", getProblem() ?? "The embedding model is away.", true);
  const { model } = await getTarget();
  const { total, done: before } = await vectors.countOfDocument({ modelId: model?.id ?? 0, documentId });
  const percent = (count: number) => Math.min(100, Math.floor((100 * count) / Math.max(total, 1)));
  let done = before;
  for (const end = performance.now() + STEP; performance.now() < end; ) {
    const made = await yieldToForeground(() => embedNext({ documentId }));
    if (made === 0) return false;
    if (!(await onProgress(percent(done), percent(done + made)))) return false;
    done += made;
  }
  return true;
}

/** Schedules indexing of messages that are still unindexed, for example after an outage of the embedding model. */
export async function sweep(): Promise<void> {
  for (const groupId of await queries.listUnindexedGroups({ limit: SWEPT })) scheduleIndexing(groupId);
}
