import { config } from "@/lib/platform/config";
import { single } from "@/lib/platform/singleton";
import { openFile } from "@/lib/platform/storage/service";
import { type Found, type Hear, Reader } from "./reader";

export { textOfHtml } from "./child/html.mjs";

export { documentType, documentTypes } from "./document-types";
export { ExtractionError, type Found as Extracted } from "./reader";
export { isMovie, isOldOffice, isPdf } from "./signatures";
export { type Member, unpack } from "./unpack";
export { ARCHIVE, ArchiveError, type Limits as ArchiveLimits, OFFICE, streamOf, withZip } from "./zip";

/** `scan`: the only page of it that is to be read, as a picture. */
export type StoredFile = { key: string; mimeType: string; groupId: string; scan?: number };

/** Readers at rest. There are as many in all as documents are read at once: `process-document` says how many that are, for each lane. */
const atRest = () => single("file-readers", () => [] as Reader[]);

/** A reader that knows this group, else any: starting a process takes longer than reading a short file. */
function readerFor(groupId: string): Reader {
  const free = atRest();
  const known = free.findIndex(({ owner }) => owner === groupId);
  const [reader = new Reader()] = free.splice(Math.max(known, 0), 1);
  return reader;
}

/**
 * The text of a stored file, read by a process of its own that sees no other
 * file, and none of another group before or after. A picture without text
 * gives an empty one.
 * @throws ExtractionError saying why there is none; AppError when storage does not answer
 */
export async function extract({ key, mimeType, groupId, scan }: StoredFile, hear: Hear = {}): Promise<Found> {
  const reader = readerFor(groupId);
  const how = { languages: config().OCR_LANGUAGES, scan };
  try {
    return await reader.read({ owner: groupId, mimeType, how, open: () => openFile(key) }, hear);
  } finally {
    atRest().push(reader);
  }
}
