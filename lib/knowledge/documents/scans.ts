import type { StoredPart, StoredScans } from "@/db/schema/documents";
import { transaction } from "@/db/transaction";
import { lowercaseFirstLetter, namePages } from "@/lib/files/extraction/service";
import * as indexing from "@/lib/llm/indexing/service";
import { type ProcessingRun, runWhileWanted, updateForRun } from "./processing-run";
import * as queries from "./queries/processing";
import { readScan, type Scan } from "./read-text";

// The duration of a step. A step recognizes at least one page before other jobs get their turn.
const TURN_MS = 3_000;
// The maximum length of a document's text, in UTF-16 code units.
const MAX_TEXT_LENGTH = 10_000_000;
const NO_TEXT = {
  pdf: "This PDF contains no text, and none was found in its images.",
  other: "No text was found in this image.",
};

const TOO_LONG: Scan = { isPartial: false, reason: "the text before it is as long as it may be" };

/**
 * Recognizes scanned pages for some seconds. Stores each page immediately, so that an interrupted run continues with
 * the next page.
 */
export async function recognizeScans(run: ProcessingRun): Promise<"more" | "done"> {
  await makeFindable(run);
  const until = Date.now() + TURN_MS;
  do {
    const row = await queries.find(run);
    const page = row?.scans?.left[0];
    if (!row || page === undefined) return "done";
    const scan = await readScan(row, page);
    await transaction(() => keep(run, page, scan));
  } while (Date.now() < until);
  return "more";
}

// Indexes the recognized pages for full-text search while later pages are still being recognized.
async function makeFindable(run: ProcessingRun): Promise<void> {
  const [row, stored] = [await queries.find(run), await queries.findText(run)];
  const next = row?.scans?.left[0];
  const until = stored?.parts.find(({ page }) => page === next)?.start;
  if (!row || !stored || until === undefined) return;
  await indexing.addDocumentPages(row, { ...stored, until }, runWhileWanted(run));
}

async function keep(run: ProcessingRun, page: number, scan: Scan): Promise<void> {
  const [row, stored] = [await queries.lock(run), await queries.findText(run)];
  if (!row?.scans || !stored || row.scans.left[0] !== page) return;
  const isTooLong = stored.text.length + (scan.text?.length ?? 0) > MAX_TEXT_LENGTH;
  const scans = addResult(row.scans, page, isTooLong ? TOO_LONG : scan, hasText(stored, page));
  const isLast = scans.left.length === 0;
  const put = scan.text && !isTooLong ? withPage(stored, page, scan.text) : stored;
  const said = isLast ? leftOut(scans) : "";
  const text = said ? `${put.text.trimEnd()}\n\n[${said}]\n` : put.text;
  if (isLast && !put.text.trim()) {
    const noText = row.mimeType === "application/pdf" ? NO_TEXT.pdf : NO_TEXT.other;
    const error = scans.failed.length > 0 ? said : noText;
    await updateForRun(run, { status: "failed", step: null, progress: null, scans, error });
    return;
  }
  await updateForRun(run, {
    scans,
    step: isLast ? "embedding" : "recognizing",
    progress: isLast ? 0 : Math.floor((1 - scans.left.length / scans.total) * 100),
    characters: isLast ? text.length : null,
    note: [row.note, said].filter(Boolean).join(" ") || null,
  });
  await queries.upsertText({ documentId: run.id, text, parts: put.parts });
}

// A page whose picture has no text is not reported when the page has its own text, because the picture may be a figure.
function addResult(scans: StoredScans, page: number, scan: Scan, hasOwnText: boolean): StoredScans {
  const { total, left, empty, failed, partial = [], reasons = {} } = scans;
  const isUnread = scan.text === undefined;
  const isPartial = isUnread ? hasOwnText : scan.isPartial;
  return {
    total,
    left: left.slice(1),
    empty: scan.text === "" && !hasOwnText ? [...empty, page] : empty,
    failed: isUnread && !hasOwnText ? [...failed, page] : failed,
    partial: isPartial ? [...partial, page] : partial,
    reasons: scan.reason ? { ...reasons, [page]: scan.reason } : reasons,
  };
}

function hasText({ text, parts }: Text, page: number): boolean {
  const { start, end } = findPage({ text, parts }, page);
  return text.slice(start, end).trim() !== "";
}

// Inserts the recognized text before a page's own text. A shorter text, such as that of a figure, is inserted after it.
function withPage({ text, parts }: Text, page: number, found: string) {
  const { at, start, end } = findPage({ text, parts }, page);
  const place = end - start > found.length ? end : start;
  const piece = `${found}\n\n`;
  return {
    text: text.slice(0, place) + piece + text.slice(place),
    parts: parts.map((part, index) => (index > at ? { ...part, start: part.start + piece.length } : part)),
  };
}

type Text = { text: string; parts: StoredPart[] };

function findPage({ text, parts }: Text, page: number) {
  const at = parts.findIndex((part) => part.page === page);
  const start = parts[at]?.start ?? text.length;
  return { at, start, end: parts[at + 1]?.start ?? text.length };
}

function leftOut({ empty, failed, partial = [], reasons = {} }: StoredScans): string {
  const name = (pages: number[], start: (names: string) => string) =>
    [...Map.groupBy(pages, (page) => reasons[page])].map(([reason, alike]) =>
      [start(namePages(alike)), reason].filter(Boolean).join(": ").concat("."),
    );
  const sentences = [
    ...name(failed, (names) => `${names} could not be read`),
    ...name(partial, (names) => `Parts of the pictures of ${lowercaseFirstLetter(names)} could not be read`),
    empty.length > 0 &&
      `No text was found in the ${empty.length === 1 ? "picture" : "pictures"} of ${lowercaseFirstLetter(namePages(empty))}.`,
  ];
  return sentences.filter(Boolean).join(" ");
}
