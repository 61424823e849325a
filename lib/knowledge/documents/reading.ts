import {
  type Extracted,
  ExtractionError,
  extract,
  lowercaseFirstLetter,
  PARTLY_UNREAD,
} from "@/lib/ai/extraction/service";
import { type DocumentRow, findTranscript } from "./queries/processing";
import { hasTranscript, isArchiveType } from "./types";
import { unpackArchive } from "./unpacking";

/** The text in the pictures of a page. `text` is undefined when it cannot be read; `reason` says why, or what is doubtful, as the end of a sentence. */
export type Scan = { text?: string; isPartial: boolean; reason?: string };

/** Reads the text in the pictures of a page. What fails is tried again once. */
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

/** Turns a sentence of its own into the end of one that names pages. */
const toReason = (sentence: string) =>
  lowercaseFirstLetter(sentence.replace(/^This file (could not|couldn't) be read: /, "").replace(/\.$/, ""));

/**
 * The text of a document's file, or why it has none, a sentence for a person.
 * @param onProgress hears how far it is, in percent; false ends the reading
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
  // What cannot be told now is told by the next step.
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
