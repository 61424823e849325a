import { createHash } from "node:crypto";
import { setImmediate as breathe, setTimeout as wait } from "node:timers/promises";
import { transaction } from "@/db/transaction";
import { documentType } from "@/lib/ai/extraction/service";
import { ModelError } from "@/lib/ai/models/service";
import { caps as usage } from "@/lib/ai/usage/service";
import { log } from "@/lib/platform/log";
import { yieldToForeground } from "@/lib/platform/telemetry/waiting";
import { embed, isPaused, problem, target } from "./embedders";
import { formsOf } from "./forms";
import { languageOf } from "./language";
import { type Part, type Piece, piecesOf } from "./passages";
import { copyContents } from "./queries/copies";
import { MOST_OF_TABLE, TABLES } from "./queries/meaning";
import * as queries from "./queries/passages";
import * as vectors from "./queries/vectors";
import { onIndexingStarted, scheduleIndexing } from "./schedule";
import { joinedNames, optionsIn, paired } from "./words";

export { currentModel, embedQuery, embedTexts, problem, target } from "./embedders";

const CUT_AT_ONCE = 50;
const SWEPT = 500;
const STORED_AT_ONCE = 200;
const PIECES_BETWEEN_BREATHS = 20;
/** A step of a background run works this long, ms: what it has done is kept also when it is cut short. */
const STEP = 5000;
/** While vectors are made, what has come meanwhile is made findable by its words so often, ms. */
const CUT_EVERY = 500;

type IndexedDocument = Parameters<typeof queries.insertDocumentPassages>[0]["document"] & {
  mimeType: string;
};

/**
 * Stores the passages of a document's text instead of those that it had, some
 * at a time. Gives where in the text begins what is found by its words only; undefined when all has a meaning.
 * @param whileWanted runs each part in a transaction that holds the document, or answers false: then the rest is left
 */
export async function replaceDocumentPassages(
  document: IndexedDocument,
  text: string,
  parts: Part[],
  whileWanted: (work: () => Promise<void>) => Promise<boolean>,
): Promise<number | undefined> {
  const isTable = TABLES.includes(document.mimeType);
  let rows: queries.NewPassage[] = [];
  let count = 0;
  const store = () => whileWanted(() => queries.insertDocumentPassages({ document, rows }));
  if (!(await whileWanted(() => queries.deleteDocumentPassages({ documentId: document.id }))))
    return undefined;
  let wordsFrom: number | undefined;
  const isMarkdown = documentType(document.mimeType)?.isMarkdown;
  for (const piece of piecesOf(text, { parts, isTable, isMarkdown })) {
    if (isTable && count === MOST_OF_TABLE) wordsFrom = piece.start;
    rows.push(passage(piece, count++));
    if (count % PIECES_BETWEEN_BREATHS === 0) await breathe();
    if (rows.length < STORED_AT_ONCE) continue;
    if (!(await store())) return wordsFrom;
    rows = [];
  }
  await store();
  return wordsFrom;
}

/** Gives copies of documents what these are found by, in the transaction that copies them. */
export const copyDocumentContents = (copies: { from: number; to: number }[]) => copyContents({ copies });

/**
 * Stores the passages of pages that are read while others are still to be: those behind what has passages, up to
 * `until`. They are found by their words, until `replaceDocumentPassages` cuts the whole.
 * @param whileWanted as there
 */
export async function addDocumentPages(
  document: IndexedDocument,
  { text, parts, until }: { text: string; parts: Part[]; until: number },
  whileWanted: (work: () => Promise<void>) => Promise<boolean>,
): Promise<void> {
  await whileWanted(async () => {
    const { page, ordinal } = await queries.lastDocumentPassage({ documentId: document.id });
    const from = parts.find((part) => part.page > page)?.start ?? until;
    if (from >= until) return;
    const pages = parts
      .filter(({ start }) => start >= from && start < until)
      .map((part) => ({ ...part, start: part.start - from }));
    const pieces = [...piecesOf(text.slice(from, until), { parts: pages })];
    const rows = pieces.map((piece, at) => passage({ ...piece, start: piece.start + from }, ordinal + at));
    await queries.insertDocumentPassages({ document, rows });
  });
}

function passage(piece: Piece, ordinal: number): queries.NewPassage {
  const language = languageOf(piece.text);
  const found = [paired(piece.text), ...joinedNames(piece.text), ...formsOf(piece.text, language)].join(" ");
  return { ...piece, ordinal, paired: found, language, options: optionsIn(piece.text) };
}

/** Removes what messages are found by, in the transaction that changes their text. */
export const dropMessages = (ids: number[]) => queries.deleteMessagePassages({ ids });

/**
 * Makes vectors for at most `size` passages that lack them: of a document, or
 * of messages of a group that are not indexed, the newest first. Messages whose last
 * vector that was are marked as indexed. Gives how many it made, 0 when none
 * was missing.
 * @throws ModelError
 */
async function embedNext(
  of: { documentId: number } | { messagesOf: string },
  size?: number,
): Promise<number> {
  const { embedder, model } = await target();
  const which = { modelId: model?.id ?? 0, limit: Math.min(size ?? embedder.batch, embedder.batch) };
  const found =
    "documentId" in of
      ? await vectors.missingOfDocument({ ...which, documentId: of.documentId })
      : await vectors.missingOfMessages({ ...which, groupId: of.messagesOf });
  const count = await embedFound(found, { embedder, model });
  await usage.countEmbedded(embedder.id, found.passages);
  return count;
}

/** Makes and stores the vectors of passages that were found to lack them; gives how many. */
export async function embedFound(
  { passages, messages }: Awaited<ReturnType<typeof vectors.missingOfMessages>>,
  { embedder, model }: Awaited<ReturnType<typeof target>>,
): Promise<number> {
  if (passages.length === 0) return 0;
  const made = await embed(
    embedder,
    model,
    passages.map(({ text }) => text),
  );
  const rows = passages.map(({ id }, at) => ({ id, vector: made.vectors[at]! }));
  await transaction(async () => {
    await vectors.insertVectors({ modelId: made.model.id, vectors: rows });
    await queries.markIndexed({ messages: messages.map(seen), modelId: made.model.id });
  });
  return passages.length;
}

/**
 * Stores the passages of messages of a group that have none, the newest first; those without words are done with that.
 * @param before only messages older than this one
 * @returns the oldest that it looked at; undefined when there was none
 */
async function cutMessages(groupId: string, before: number | undefined): Promise<number | undefined> {
  const found = await queries.messagesToCut({ groupId, before, limit: CUT_AT_ONCE });
  const cut = found.map((message) => ({ ...message, pieces: [...piecesOf(message.text)] }));
  const rows = cut.flatMap(({ id, pieces }) =>
    pieces.map((piece, ordinal) => ({ ...passage(piece, ordinal), messageId: id })),
  );
  const blank = cut.filter(({ pieces }) => pieces.length === 0);
  await queries.insertMessagePassages({ messages: found.map(seen), rows });
  await queries.markIndexed({ messages: blank.map(seen), modelId: null });
  return found.at(-1)?.id;
}

/** Marks messages that could not be marked when their last vector was stored. */
async function markLeft(groupId: string): Promise<void> {
  const { model } = await target();
  if (!model) return;
  const found = await queries.messagesToMark({ groupId, modelId: model.id, limit: CUT_AT_ONCE });
  await queries.markIndexed({ messages: found.map(seen), modelId: model.id });
}

const seen = ({ id, text }: { id: number; text: string }): queries.SeenMessage => ({
  id,
  hash: createHash("md5").update(text).digest("hex"),
});

/**
 * Indexes messages of a group for some seconds. They are found by their words at once,
 * also while the embedding model is away. True when there is more to do.
 * @param isFirst step of its run
 */
export async function indexMessages(groupId: string, { isFirst = true } = {}): Promise<boolean> {
  onIndexingStarted(groupId, { isFirst });
  const end = performance.now() + STEP;
  const isTime = () => performance.now() < end;
  // Each time from the newest on, those that are cut and wait for vectors would be passed over again and again.
  let before: number | undefined;
  do before = await yieldToForeground(() => cutMessages(groupId, before));
  while (before !== undefined && isTime());
  const over = new AbortController();
  const cutting = cutMeanwhile(groupId, over.signal);
  try {
    return await embedMessages(groupId, isTime);
  } finally {
    over.abort();
    await cutting;
  }
}

/** True when the time was over before all had their vectors. */
async function embedMessages(groupId: string, isTime: () => boolean): Promise<boolean> {
  while (isTime()) {
    if (isPaused()) return false;
    try {
      if ((await yieldToForeground(() => embedNext({ messagesOf: groupId }))) > 0) continue;
      await markLeft(groupId);
      return false;
    } catch {
      // Logged; the next message or the sweep tries again.
    }
  }
  return true;
}

/** On a busy machine a batch of vectors takes seconds: no message waits for that to be found by its words. */
async function cutMeanwhile(groupId: string, over: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await wait(CUT_EVERY, undefined, { signal: over });
      await yieldToForeground(() => cutMessages(groupId, undefined));
    }
  } catch (error) {
    if (!over.aborted) log.warn({ err: error }, "messages could not be made findable by their words");
  }
}

/**
 * Makes vectors of a document for some seconds. True when there is more to do.
 * @param onProgress hears how far it was and is now, in percent; false stops it
 * @throws ModelError, at once while the embedder is given time after a failure
 */
export async function indexDocument(
  documentId: number,
  onProgress: (before: number, now: number) => Promise<boolean>,
): Promise<boolean> {
  if (isPaused()) throw new ModelError("refused", problem() ?? "The embedding model is away.", true);
  const { model } = await target();
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

/** Asks for messages that are not indexed, because nobody has sent one since an embedding model was away. */
export async function sweep(): Promise<void> {
  for (const groupId of await queries.unindexedGroups({ limit: SWEPT })) scheduleIndexing(groupId);
}
