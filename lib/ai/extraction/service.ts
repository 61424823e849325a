import { Readable } from "node:stream";
import { config } from "@/lib/platform/config";
import { FairQueue } from "@/lib/platform/fair-queue";
import { single } from "@/lib/platform/singleton";
import { openFile } from "@/lib/platform/storage/service";
import { lowerFirst, namePages } from "./child/page-names.mjs";
import { documentType } from "./document-types";
import { type Found, type Hear, type Job, Reader } from "./reader";

export { checkArchive, type Member, unpack } from "./archive";
export { endingOf } from "./child/content.mjs";
export { lowerFirst, namePages, PARTLY_UNREAD } from "./child/page-names.mjs";
export { IN_EBCDIC, isEbcdic } from "./child/unusual-encodings.mjs";
export { documentType, documentTypes, isConverted } from "./document-types";
export { ExtractionError, type Found as Extracted } from "./reader";
export { isMovie, isOldOffice } from "./signatures";

/** `scan`: the only page of it that is to be read, as a picture. */
export type StoredFile = { key: string; mimeType: string; groupId: string; scan?: number };

/** Files that a reply or a page waits for are read beside the documents. Two for a group, and one that stays free for another. */
const MAX_CONCURRENT_AWAITED = 3;
/** More than the pictures of a page that is scrolled through. */
const MAX_WAITING_PER_GROUP = 100;
const awaited = () =>
  single(
    "awaited-readings",
    () => new FairQueue(MAX_CONCURRENT_AWAITED, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }),
  );

/** Reads a file that somebody waits for. @throws as `extract`; AppError rate_limited when too many of the group's wait */
const readAwaited = (job: Job, hear: Hear = {}): Promise<Found> =>
  awaited().run(job.owner, () => read(job, hear), hear.signal);

/** Readers at rest. There are as many in all as are read at once; of documents `process-document` says how many that are, for each lane. */
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
export function extract({ key, mimeType, groupId, scan }: StoredFile, hear: Hear = {}): Promise<Found> {
  const how = { languages: config().OCR_LANGUAGES ?? [], scan };
  return read({ owner: groupId, mimeType, how, open: () => openFile(key) }, hear);
}

/**
 * The rows of a stored table, a line of JSON for each, with a part for each sheet.
 * @throws as `readAwaited`
 */
export function extractRows({ key, mimeType, groupId }: StoredFile, hear: Hear = {}): Promise<Found> {
  const how = { languages: [], asRows: true };
  return readAwaited({ owner: groupId, mimeType, how, open: () => openFile(key) }, hear);
}

/**
 * A page of a picture that browsers don't show (`isConverted`) as a JPEG, by the same process.
 * @throws ExtractionError saying why there is none; AppError when storage does not answer, or too many of the group's wait
 */
export async function pictureOf(file: Omit<StoredFile, "scan">, page: number): Promise<Buffer> {
  const { key, mimeType, groupId } = file;
  const how = { languages: [], shown: page };
  const { text } = await readAwaited({ owner: groupId, mimeType, how, open: () => openFile(key) });
  return Buffer.from(text, "base64");
}

/** The text in a picture that is nowhere stored. @throws as `extract` */
export async function textOfPicture(
  { bytes, mimeType, groupId }: { bytes: Buffer; mimeType: string; groupId: string },
  hear: Hear = {},
): Promise<string> {
  const how = { languages: config().OCR_LANGUAGES ?? [] };
  const open = async () => Readable.from([bytes]);
  const { text, note } = await read({ owner: groupId, mimeType, how, open }, hear);
  return text.replace(`\n\n[${note}]\n`, "");
}

/** What came from an address. */
export type Fetched = {
  bytes: Buffer;
  mimeType: string;
  address: string;
  /** The encoding that its server named. */
  charset?: string;
  groupId: string;
};

/** Whether what comes from an address with this media type is read: pages, texts and PDFs. */
export function isReadable(mimeType: string): boolean {
  const type = documentType(mimeType);
  return type?.isText === true || type?.text === "page" || type?.text === "pdf";
}

/** As `extract`, of something that is not stored; a page of HTML without what stands on every page of its site. @throws as `readAwaited` */
export async function extractFetched(
  { bytes, mimeType, address, charset, groupId }: Fetched,
  hear: Hear = {},
): Promise<Found> {
  const how = { languages: [], address, charset };
  const open = async () => Readable.from([bytes]);
  const found = await readAwaited({ owner: groupId, mimeType, how, open }, hear);
  if (found.scans.length === 0) return found;
  const unread = `The pictures of ${lowerFirst(namePages(found.scans))} were not read.`;
  return { ...found, text: `${found.text}\n\n[${unread}]\n` };
}

async function read(job: Job, hear: Hear = {}): Promise<Found> {
  const reader = readerFor(job.owner);
  try {
    return await reader.read(job, hear);
  } finally {
    atRest().push(reader);
  }
}
