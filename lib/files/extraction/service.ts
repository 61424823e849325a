import { Readable } from "node:stream";
import { config } from "@/lib/platform/config";
import { FairQueue } from "@/lib/platform/fair-queue";
import { createOnce } from "@/lib/platform/once";
import { openFile } from "@/lib/platform/storage/service";
import { lowercaseFirstLetter, namePages } from "./child/page-names.mjs";
import { findDocumentType } from "./document-types";
import { type ExtractedText, ExtractionProcess, type Job, type ReadOptions } from "./reader";

export { type ArchiveMember, checkArchive, unpack } from "./archive";
export { detectExtension } from "./child/content.mjs";
export { lowercaseFirstLetter, namePages, PARTLY_UNREAD } from "./child/page-names.mjs";
export { IN_EBCDIC, isEbcdic } from "./child/unusual-encodings.mjs";
export { documentTypes, findDocumentType, isConverted } from "./document-types";
export { type ExtractedText as Extracted, ExtractionError } from "./reader";
export { isMovie, isOldOffice } from "./signatures";

export type StoredFile = { key: string; mimeType: string; groupId: string; scan?: number };

// Maximum of concurrent reads that a reply or page is waiting for; document processing has a separate limit. The fair
// queue gives a group at most two, so that one stays free for other groups.
const MAX_CONCURRENT_AWAITED = 3;
const MAX_WAITING_PER_GROUP = 100;
const awaited = createOnce(
  () => new FairQueue(MAX_CONCURRENT_AWAITED, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
);

/**
 * Reads a file that a request is waiting for.
 * @throws as `extract`; AppError rate_limited when too many reads of the group are queued
 */
const readAwaited = (job: Job, hear: ReadOptions = {}): Promise<ExtractedText> =>
  awaited().run(job.owner, () => read(job, hear), hear.signal);

// Idle readers. There are at most as many as concurrent reads: `MAX_CONCURRENT_AWAITED`, plus the lanes of
// `process-document` for documents.
const atRest = createOnce(() => [] as ExtractionProcess[]);

// Prefers a reader that served this group, since starting a process takes longer than reading a short file.
function readerFor(groupId: string): ExtractionProcess {
  const free = atRest();
  const known = free.findIndex(({ owner }) => owner === groupId);
  const [reader = new ExtractionProcess()] = free.splice(Math.max(known, 0), 1);
  return reader;
}

/**
 * Extracts the text of a stored file in a separate process, which reads files of this group only. Returns an empty
 * text for an image without text.
 * @throws ExtractionError with the reason; AppError when storage is unavailable
 */
export function extract(
  { key, mimeType, groupId, scan }: StoredFile,
  hear: ReadOptions = {},
): Promise<ExtractedText> {
  const how = { languages: config().OCR_LANGUAGES ?? [], scan };
  return read({ owner: groupId, mimeType, how, open: () => openFile(key) }, hear);
}

/**
 * Extracts the rows of a stored table as one JSON line per row, with one part per sheet.
 * @throws as `readAwaited`
 */
export function extractRows(
  { key, mimeType, groupId }: StoredFile,
  hear: ReadOptions = {},
): Promise<ExtractedText> {
  const how = { languages: [], asRows: true };
  return readAwaited({ owner: groupId, mimeType, how, open: () => openFile(key) }, hear);
}

/**
 * Converts a page of an image that browsers can't display (`isConverted`) to JPEG.
 * @throws ExtractionError with the reason; AppError when storage is unavailable or too many reads of the group are
 * queued
 */
export async function renderPicture(file: Omit<StoredFile, "scan">, page: number): Promise<Buffer> {
  const { key, mimeType, groupId } = file;
  const how = { languages: [], shown: page };
  const { text } = await readAwaited({ owner: groupId, mimeType, how, open: () => openFile(key) });
  return Buffer.from(text, "base64");
}

export async function readPictureText(
  { bytes, mimeType, groupId }: { bytes: Buffer; mimeType: string; groupId: string },
  hear: ReadOptions = {},
): Promise<string> {
  const how = { languages: config().OCR_LANGUAGES ?? [] };
  const open = async () => Readable.from([bytes]);
  const { text, note } = await read({ owner: groupId, mimeType, how, open }, hear);
  return text.replace(`\n\n[${note}]\n`, "");
}

export type Fetched = {
  bytes: Buffer;
  mimeType: string;
  address: string;
  charset?: string;
  groupId: string;
};

export function isReadable(mimeType: string): boolean {
  const type = findDocumentType(mimeType);
  return type?.isText === true || type?.text === "page" || type?.text === "pdf";
}

/**
 * Extracts text from a fetched response. For HTML, navigation and other boilerplate are left out.
 * @throws as `readAwaited`
 */
export async function extractFetched(
  { bytes, mimeType, address, charset, groupId }: Fetched,
  hear: ReadOptions = {},
): Promise<ExtractedText> {
  const how = { languages: [], address, charset };
  const open = async () => Readable.from([bytes]);
  const found = await readAwaited({ owner: groupId, mimeType, how, open }, hear);
  if (found.scans.length === 0) return found;
  const unread = `The pictures of ${lowercaseFirstLetter(namePages(found.scans))} were not read.`;
  return { ...found, text: `${found.text}\n\n[${unread}]\n` };
}

async function read(job: Job, hear: ReadOptions = {}): Promise<ExtractedText> {
  const reader = readerFor(job.owner);
  try {
    return await reader.read(job, hear);
  } finally {
    atRest().push(reader);
  }
}
