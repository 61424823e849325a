import { setTimeout as wait } from "node:timers/promises";
import type { StoredAttachment } from "@/db/schema/messages";
import { ExtractionError, isConverted } from "@/lib/files/extraction/service";
import { readWholeFile } from "@/lib/platform/storage/service";
import { convertPicture } from "./converted-pictures";
import { isImageType, isTextType } from "./file-types";
import * as queries from "./queries/message-files";

export type ContextFile = {
  id: number;
  name: string;
  text?: string;
  image?: { mediaType: string; data: Uint8Array };
  /** True when `text` is not truncated. */
  isWhole: boolean;
  /** True when the file has no extracted text yet; `text` is then a placeholder for the model. */
  isUnread?: boolean;
  /** True when only a part of the text is known yet. */
  isPartial?: boolean;
};

// Texts of up to this many characters are sent whole. For longer texts, only the beginning is sent, and retrieval finds
// the rest.
const WHOLE = 40_000;
const BEGINNING = 8_000;
// The maximum length in characters of all texts of earlier messages together.
const MAX_EARLIER_LENGTH = 80_000;
const MAX_WAIT_MS = 60_000;
const QUIET_WAIT_MS = 1_000;
const PAUSE_MS = 200;

/**
 * Returns the files of the message to reply to. Waits for files whose extraction is still running.
 * @param onWait receives the names of files that take long
 */
export async function loadMessageFiles(
  attachments: StoredAttachment[],
  {
    withImages,
    signal,
    onWait,
  }: { withImages: boolean; signal: AbortSignal; onWait?: (names: string[]) => void },
): Promise<ContextFile[]> {
  const ids = attachments.map(({ document_id }) => document_id);
  const begun = performance.now();
  let isQuiet = true;
  for (;;) {
    const rows = await queries.listFilesWithText({ ids, most: WHOLE, beginning: BEGINNING });
    const isSeen = ({ mimeType }: queries.FileRow) =>
      withImages && (isImageType(mimeType) || isConverted(mimeType));
    const awaited = rows.filter((row) => isBeingRead(row) && !isSeen(row));
    const waitedMs = performance.now() - begun;
    if (awaited.length === 0 || waitedMs > MAX_WAIT_MS) return toContextFiles(rows, withImages);
    if (isQuiet && waitedMs > QUIET_WAIT_MS) {
      isQuiet = false;
      onWait?.(awaited.map(({ fileName }) => fileName));
    }
    await wait(PAUSE_MS, undefined, { signal });
  }
}

/** Returns the files of earlier messages that fit whole, and those that are still being read. */
export async function loadEarlierFiles(attachments: StoredAttachment[]): Promise<ContextFile[]> {
  const ids = attachments.map(({ document_id }) => document_id);
  const rows = await queries.listFilesWithText({ ids, most: WHOLE, beginning: 0 });
  const sorted = rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const awaited = new Set(rows.filter(isBeingRead).map(({ id }) => id));
  const files = (await toContextFiles(sorted, false)).filter(({ id, isWhole }) => isWhole || awaited.has(id));
  let left = MAX_EARLIER_LENGTH;
  return files.filter(({ text }) => {
    left -= text?.length ?? 0;
    return left >= 0;
  });
}

// Placeholders for recordings without a transcript, so that a model knows that the files exist.
const MEDIA: Record<string, string> = {
  video: "(A video. What it shows and says has not been written down.)",
  audio: "(A recording. What is said in it has not been written down.)",
};

export const listPictureNames = (attachments: StoredAttachment[]): string[] =>
  attachments
    .filter(({ mime_type: type }) => isImageType(type) || isConverted(type))
    .map(({ file_name }) => file_name);

async function toContextFiles(rows: queries.FileRow[], withImages: boolean): Promise<ContextFile[]> {
  const files = await Promise.all(
    rows.map(async (row): Promise<ContextFile | undefined> => {
      const { id, fileName: name, mimeType, storageKey, text, length } = row;
      const image = withImages ? await loadImage(row) : undefined;
      if (image) return { id, name, image, isWhole: true };
      const unheard = text === "" ? MEDIA[mimeType.split("/")[0]!] : undefined;
      if (unheard) return { id, name, text: unheard, isWhole: false };
      if (isBeingRead(row))
        return {
          id,
          name,
          text: describeUnread(row),
          isWhole: false,
          isUnread: !text,
          isPartial: Boolean(text),
        };
      if (text !== null) return text === "" ? undefined : { id, name, text, isWhole: length === text.length };
      if (!isReadable(row)) return { id, name, text: describeUnread(row), isWhole: false, isUnread: true };
      const whole = utf8In(await readWholeFile(storageKey));
      return whole === undefined ? undefined : { id, name, text: whole, isWhole: true };
    }),
  );
  return files.filter((file) => file !== undefined);
}

// Scanned pages are read after the text of a file is known.
const isBeingRead = ({ status, step, text, ...file }: queries.FileRow): boolean =>
  (status === "queued" || status === "processing") &&
  (text === null || step === "recognizing") &&
  !isReadable(file);

function describeUnread({ status, error, text }: queries.FileRow): string {
  if (status === "failed") return `(${error ?? "This file could not be read."})`;
  if (text) return `${text}\n\n(The scanned pages of this file are still being read.)`;
  return "(This file is still being read.)";
}

// Returns a picture in a format that models accept; undefined for other files and for pictures that can't be decoded.
async function loadImage(row: queries.FileRow): Promise<ContextFile["image"]> {
  const { mimeType, storageKey } = row;
  if (isImageType(mimeType))
    return { mediaType: mimeType, data: new Uint8Array(await readWholeFile(storageKey)) };
  if (!isConverted(mimeType)) return undefined;
  try {
    return { mediaType: "image/jpeg", data: new Uint8Array(await convertPicture(row)) };
  } catch (error) {
    if (error instanceof ExtractionError) return undefined;
    throw error;
  }
}

// Decodes UTF-8. Returns undefined for other encodings, which only the extraction detects.
function utf8In(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isReadable = ({ mimeType, size }: { mimeType: string; size: number }) =>
  isTextType(mimeType) && size <= WHOLE;
