/**
 * Queues of documents by the amount of work, each with its own workers: a step for a book may take minutes, and small
 * documents of other users must not wait for it. `most` is the maximum work of a document in the lane. Work is measured
 * in bytes of text.
 */
export const lanes = {
  short: { most: 100_000, event: "document.added.short" },
  medium: { most: 2_000_000, event: "document.added.medium" },
  long: { most: Number.MAX_SAFE_INTEGER, event: "document.added" },
} as const;
export type Lane = keyof typeof lanes;

/** The work of recognizing the text of a picture, which takes as long as indexing this many bytes of text. */
export const PAGE_WORK = 80_000;
/**
 * Patterns of media types, valid in both PostgreSQL and JavaScript. `recorded`: the size says nothing about the length
 * of the text. `laidOut`: about one byte in ten is text.
 */
export const MIME_TYPE_PATTERNS = {
  recorded: "^(image|audio|video)/",
  laidOut:
    "^application/(pdf|msword|vnd[.]ms-powerpoint)$|wordprocessingml|presentationml|opendocument[.](text|presentation)",
};
export const LAID_OUT_BYTES_PER_TEXT_BYTE = 10;

/** The amount of work that has the same effect on the queue position as being added one minute later. */
export const WORK_PER_MINUTE = 10_000;
export const MAX_PRIORITY = 600;

type QueuedFile = { size: number; mimeType: string };

export function estimateWork({ size, mimeType }: QueuedFile): number {
  if (new RegExp(MIME_TYPE_PATTERNS.recorded).test(mimeType)) return Math.min(size, PAGE_WORK);
  return new RegExp(MIME_TYPE_PATTERNS.laidOut).test(mimeType)
    ? Math.floor(size / LAID_OUT_BYTES_PER_TEXT_BYTE)
    : size;
}

export const measureWork = ({ text, scans }: { text: string; scans: number[] }): number =>
  Math.max(text.length, scans.length * PAGE_WORK);

export const getLane = (work: number): Lane =>
  work <= lanes.short.most ? "short" : work <= lanes.medium.most ? "medium" : "long";

/** Returns the head start in minutes that a file gets within its group's queue; smaller files get more. */
export const getPriority = (work: number): number =>
  Math.max(0, MAX_PRIORITY - Math.floor(work / WORK_PER_MINUTE));
