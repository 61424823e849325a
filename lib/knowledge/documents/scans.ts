import type { StoredPart, StoredScans } from "@/db/schema/documents";
import { transaction } from "@/db/transaction";
import * as indexing from "@/lib/ai/indexing/service";
import * as queries from "./queries/processing";
import { readScan } from "./reading";
import { change, type Run, whileWanted } from "./run";

/** Pages are read for so long, and at least one, before others have their turn. */
const TURN_MS = 3_000;
/** In UTF-16 units, as of other texts. */
const LONGEST_TEXT = 10_000_000;
/** So many pages are named; of more the number is. */
const MOST_NAMED = 20;
const NO_TEXT = "This PDF holds no text, and none was found in its pictures.";

/**
 * Reads pages that are pictures of text, for some seconds. Each is kept as soon as it is read, so a run
 * that was interrupted goes on with the next one.
 */
export async function recognize(run: Run): Promise<"more" | "done"> {
  await makeFindable(run);
  const until = Date.now() + TURN_MS;
  do {
    const row = await queries.find(run);
    const page = row?.scans?.left[0];
    if (!row || page === undefined) return "done";
    const text = await readScan(row, page);
    await transaction(() => keep(run, page, text));
  } while (Date.now() < until);
  return "more";
}

/** The pages before the next one that is to be read are found by their words while that one and others are read. */
async function makeFindable(run: Run): Promise<void> {
  const [row, stored] = [await queries.find(run), await queries.findText(run)];
  const next = row?.scans?.left[0];
  const until = stored?.parts.find(({ page }) => page === next)?.start;
  if (!row || !stored || until === undefined) return;
  await indexing.addDocumentPages(row, { ...stored, until }, whileWanted(run));
}

/** @param found undefined for a page that could not be read */
async function keep(run: Run, page: number, found: string | undefined): Promise<void> {
  const [row, stored] = [await queries.lock(run), await queries.findText(run)];
  if (!row?.scans || !stored || row.scans.left[0] !== page) return;
  const isTooLong = stored.text.length + (found?.length ?? 0) > LONGEST_TEXT;
  const scans = after(row.scans, page, isTooLong ? undefined : found);
  const isLast = scans.left.length === 0;
  const put = found && !isTooLong ? withPage(stored, page, found) : stored;
  const said = isLast ? leftOut(scans) : "";
  const text = said ? `${put.text.trimEnd()}\n\n[${said}]\n` : put.text;
  if (isLast && !put.text.trim()) {
    await change(run, { status: "failed", step: null, progress: null, scans, error: NO_TEXT });
    return;
  }
  await change(run, {
    scans,
    step: isLast ? "embedding" : "recognizing",
    progress: isLast ? 0 : Math.floor((1 - scans.left.length / scans.total) * 100),
    characters: isLast ? text.length : null,
    note: [row.note, said].filter(Boolean).join(" ") || null,
  });
  await queries.upsertText({ documentId: run.id, text, parts: put.parts });
}

const after = ({ total, left, empty, failed }: StoredScans, page: number, found?: string): StoredScans => ({
  total,
  left: left.slice(1),
  empty: found === "" ? [...empty, page] : empty,
  failed: found === undefined ? [...failed, page] : failed,
});

/** Puts the text of a page where it begins, before what else was found on it. */
function withPage({ text, parts }: { text: string; parts: StoredPart[] }, page: number, found: string) {
  const at = parts.findIndex((part) => part.page === page);
  const start = parts[at]?.start ?? text.length;
  const piece = `${found}\n\n`;
  return {
    text: text.slice(0, start) + piece + text.slice(start),
    parts: parts.map((part, index) => (index > at ? { ...part, start: part.start + piece.length } : part)),
  };
}

/** What is said of pages that gave no text. */
function leftOut({ empty, failed }: StoredScans): string {
  const sentences = [
    failed.length > 0 && `${pagesOf(failed)} could not be read.`,
    empty.length > 0 &&
      `No text was found in the ${empty.length === 1 ? "picture" : "pictures"} of ${pagesOf(empty).toLowerCase()}.`,
  ];
  return sentences.filter(Boolean).join(" ");
}

function pagesOf(pages: number[]): string {
  if (pages.length > MOST_NAMED) return `${pages.length.toLocaleString("en")} pages`;
  const names = new Intl.ListFormat("en").format(pages.map(String));
  return `${pages.length === 1 ? "Page" : "Pages"} ${names}`;
}
