import { transaction } from "@/db/transaction";
import { library as webhooks } from "@/lib/chat/webhooks/service";
import * as indexing from "@/lib/llm/indexing/service";
import { ModelError } from "@/lib/llm/models/service";
import { log } from "@/lib/platform/log";
import { measureWork } from "./processing-lanes";
import { enqueue } from "./processing-queue";
import { type ProcessingRun, runWhileWanted, updateForRun } from "./processing-run";
import * as queries from "./queries/processing";
import { readText } from "./read-text";

export type { ProcessingRun } from "./processing-run";
export { recognizeScans } from "./scans";

// The minimum difference between two published percentages.
const MIN_PERCENT_STEP = 10;
const UNFORESEEN = "Something went wrong while reading this file. Try again.";

/** Queues a document again. Results of an earlier attempt are discarded. */
export const requeueDocument = (id: number) =>
  transaction(async () => {
    const row = await queries.requeueDocument({ id });
    if (row) await enqueue(row);
  });

type ExtractionOutcome = { state: "text" | "scans" | "nothing"; work: number };
const NOTHING: ExtractionOutcome = { state: "nothing", work: 0 };

/**
 * Extracts and stores the text of a document. Returns which scanned pages still need text recognition, and the
 * remaining work.
 */
export async function read(run: ProcessingRun): Promise<ExtractionOutcome> {
  const row = await updateForRun(run, {
    status: "processing",
    step: "extracting",
    progress: null,
    error: null,
    startedAt: new Date(),
  });
  if (!row) return NOTHING;
  let told = 0;
  const found = await readText(row, async (percent) => {
    if (percent < told + MIN_PERCENT_STEP) return true;
    told = percent;
    return (await updateForRun(run, { progress: Math.floor(percent) })) !== undefined;
  });
  if ("problem" in found) {
    await updateForRun(run, { status: "failed", step: null, progress: null, error: found.problem });
    return NOTHING;
  }
  const { parts, pages, note, scans: left } = found;
  const text = found.text.replaceAll("\0", " ");
  return transaction(async () => {
    const scans = left.length > 0 ? { total: left.length, left, empty: [], failed: [] } : null;
    const step = scans ? "recognizing" : "embedding";
    const values = { step, progress: 0, pages, note, scans, characters: scans ? null : text.length };
    if (!(await updateForRun(run, values))) return NOTHING;
    await queries.upsertText({ documentId: run.id, text, parts });
    return { state: scans ? "scans" : "text", work: measureWork({ text, scans: left }) } as const;
  });
}

/** Chunks a document and indexes it for full-text search. */
export async function cut(run: ProcessingRun): Promise<void> {
  const [row, stored] = [await queries.find(run), await queries.findText(run)];
  if (!row || !stored) return;
  // Ignores the parts of a transcript, because its sentences continue across lines.
  const parts = row.hasTranscript ? [] : stored.parts;
  const wordsFrom = await indexing.replaceDocumentPassages(row, stored.text, parts, runWhileWanted(run));
  if (wordsFrom === undefined) return;
  const rows = stored.text.slice(0, wordsFrom).split("\n").length - 1;
  const said = `Rows after the first ${rows.toLocaleString("en")} are found by their words only, not by their meaning.`;
  // The step may be repeated, so the note may contain the sentence already.
  if (!row.note?.includes(said))
    await updateForRun(run, { note: [row.note, said].filter(Boolean).join(" ") });
}

/**
 * Computes vectors of a document's chunks for some seconds. Returns `later` when the embedding model is unavailable.
 */
export async function embed(run: ProcessingRun): Promise<"more" | "done" | "later"> {
  if (!(await queries.find(run))) return "done";
  try {
    const isMore = await indexing.indexDocument(run.id, async (before, now) => {
      if (Math.floor(before / MIN_PERCENT_STEP) === Math.floor(now / MIN_PERCENT_STEP))
        return (await queries.find(run)) !== undefined;
      return (await updateForRun(run, { progress: now })) !== undefined;
    });
    return isMore ? "more" : "done";
  } catch (error) {
    if (error instanceof ModelError) return "later";
    throw error;
  }
}

export const finish = (run: ProcessingRun) =>
  transaction(async () => {
    const values = { status: "ready", step: null, progress: null, error: null } as const;
    const row = await updateForRun(run, { ...values, processedAt: new Date() });
    if (row?.place === "library") await webhooks.createReadyDeliveries([row.id]);
    return row;
  });

/** @param problem A message for users */
export const fail = (run: ProcessingRun, problem = UNFORESEEN) => {
  log.warn({ document: run.id, problem }, "a document could not be read");
  return updateForRun(run, { status: "failed", step: null, progress: null, error: problem });
};

export const getNoVectorsText = (): string =>
  `${indexing.getProblem() ?? "The embedding model is away."} This file is found by its words only. Try it again later.`;
