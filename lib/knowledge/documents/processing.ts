import { transaction } from "@/db/transaction";
import * as indexing from "@/lib/ai/indexing/service";
import { ModelError } from "@/lib/ai/models/service";
import { library as webhooks } from "@/lib/chat/webhooks/service";
import { log } from "@/lib/platform/log";
import { measureWork } from "./lanes";
import * as queries from "./queries/processing";
import { enqueue } from "./queue";
import { readText } from "./reading";
import { change, type ProcessingRun, whileWanted } from "./run";

export type { ProcessingRun } from "./run";
export { recognize } from "./scans";

/** So much of a step, in percent, is told of. */
const TOLD = 10;
const UNFORESEEN = "Something went wrong while reading this file. Try again.";

/** Has a document read anew: what an earlier run of it finds is not kept any more. */
export const requeue = (id: number) =>
  transaction(async () => {
    const row = await queries.requeue({ id });
    if (row) await enqueue(row);
  });

type ExtractionOutcome = { state: "text" | "scans" | "nothing"; work: number };
const NOTHING: ExtractionOutcome = { state: "nothing", work: 0 };

/** Reads and keeps the text of a document, and says whether some of its pages are scans that are still to be read, and how much work is left. */
export async function read(run: ProcessingRun): Promise<ExtractionOutcome> {
  const row = await change(run, {
    status: "processing",
    step: "extracting",
    progress: null,
    error: null,
    startedAt: new Date(),
  });
  if (!row) return NOTHING;
  let told = 0;
  const found = await readText(row, async (percent) => {
    if (percent < told + TOLD) return true;
    told = percent;
    return (await change(run, { progress: Math.floor(percent) })) !== undefined;
  });
  if ("problem" in found) {
    await change(run, { status: "failed", step: null, progress: null, error: found.problem });
    return NOTHING;
  }
  const { parts, pages, note, scans: left } = found;
  const text = found.text.replaceAll("\0", " ");
  return transaction(async () => {
    const scans = left.length > 0 ? { total: left.length, left, empty: [], failed: [] } : null;
    const step = scans ? "recognizing" : "embedding";
    const values = { step, progress: 0, pages, note, scans, characters: scans ? null : text.length };
    if (!(await change(run, values))) return NOTHING;
    await queries.upsertText({ documentId: run.id, text, parts });
    return { state: scans ? "scans" : "text", work: measureWork({ text, scans: left }) } as const;
  });
}

/** Makes a document findable by its words. */
export async function cut(run: ProcessingRun): Promise<void> {
  const [row, stored] = [await queries.find(run), await queries.findText(run)];
  if (!row || !stored) return;
  // What is said goes on across the lines of a transcript.
  const parts = row.hasTranscript ? [] : stored.parts;
  const wordsFrom = await indexing.replaceDocumentPassages(row, stored.text, parts, whileWanted(run));
  if (wordsFrom === undefined) return;
  const rows = stored.text.slice(0, wordsFrom).split("\n").length - 1;
  const said = `Rows after the first ${rows.toLocaleString("en")} are found by their words only, not by their meaning.`;
  // A step may be repeated.
  if (!row.note?.includes(said)) await change(run, { note: [row.note, said].filter(Boolean).join(" ") });
}

/** Makes a document findable by its meaning, for some seconds. `later`: what makes the vectors is away. */
export async function embed(run: ProcessingRun): Promise<"more" | "done" | "later"> {
  if (!(await queries.find(run))) return "done";
  try {
    const isMore = await indexing.indexDocument(run.id, async (before, now) => {
      if (Math.floor(before / TOLD) === Math.floor(now / TOLD))
        return (await queries.find(run)) !== undefined;
      return (await change(run, { progress: now })) !== undefined;
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
    const row = await change(run, { ...values, processedAt: new Date() });
    if (row?.place === "library") await webhooks.tellReady([row.id]);
    return row;
  });

/** Ends a run that did not succeed. @param problem A sentence for a person */
export const fail = (run: ProcessingRun, problem = UNFORESEEN) => {
  log.warn({ document: run.id, problem }, "a document could not be read");
  return change(run, { status: "failed", step: null, progress: null, error: problem });
};

/** What is said of a document whose meaning could not be indexed for long. */
export const noMeaning = (): string =>
  `${indexing.getProblem() ?? "The embedding model is away."} This file is found by its words only. Try it again later.`;
