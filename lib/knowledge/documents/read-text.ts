import {
  type Extracted,
  ExtractionError,
  extract,
  lowercaseFirstLetter,
  PARTLY_UNREAD,
} from "@/lib/files/extraction/service";
import { hasTranscript, isArchiveType } from "./file-types";
import { type DocumentRow, findTranscript } from "./queries/processing";
import { unpackArchive } from "./unpacking";

/**
 * The recognized text of a page's pictures. `text` is undefined when recognition failed; `reason` explains a failure
 * or a doubtful result, phrased as the end of a sentence.
 */
export type Scan = { text?: string; isPartial: boolean; reason?: string };

/** Recognizes the text of a page's pictures. Retries once after a failure. */
export async function readScan(
  { storageKey: key, mimeType, groupId }: DocumentRow,
  page: number,
): Promise<Scan> {
  let reason: string | undefined;
  for (let tries = 1; tries <= 2; tries++) {
    try {
      const { text, note } = await extract({ key, mimeType, groupId, scan: page });
      const doubt = note && note !== PARTLY_UNREAD ? toReason(note) : undefined;
      return {
        text: text.replace(`\n\n[${note}]\n`, "").trim(),
        isPartial: note !== null,
        reason: doubt,
      };
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      reason = toReason(error.message);
    }
  }
  return { isPartial: false, reason };
}

// Turns an error message into a clause that can follow the names of pages.
const toReason = (sentence: string) =>
  lowercaseFirstLetter(sentence.replace(/^This file (could not|couldn't) be read: /, "").replace(/\.$/, ""));

/**
 * Returns the text of a document's file, or the reason why it has none as a message for users.
 * @param onProgress receives the progress in percent; returning false stops the extraction
 */
export async function readText(
  document: DocumentRow,
  onProgress: (percent: number) => Promise<boolean>,
): Promise<Extracted | { problem: string }> {
  const { storageKey: key, mimeType, groupId } = document;
  if (isArchiveType(mimeType)) return unpackArchive(document);
  if (hasTranscript(mimeType)) {
    const made = document.hasTranscript ? await findTranscript(document) : undefined;
    return { text: "", parts: [], ...made, pages: null, scans: [], note: null };
  }
  const stop = new AbortController();
  let telling = Promise.resolve();
  const tell = async (percent: number) => {
    if (!(await onProgress(percent))) stop.abort();
  };
  // A failed update is ignored, because the next one supersedes it.
  const hear = (percent: number) => {
    telling = telling.then(() => tell(percent)).catch(() => {});
  };
  try {
    return await extract({ key, mimeType, groupId }, { signal: stop.signal, onProgress: hear });
  } catch (error) {
    if (error instanceof ExtractionError) return { problem: error.message };
    throw error;
  } finally {
    await telling;
  }
}
