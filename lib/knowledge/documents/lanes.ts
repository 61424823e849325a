/**
 * Documents wait in the lane of the work that they are, and each lane has readers of its own: a step of a book may take
 * minutes, and what is small never waits for it, whoever added it. `most`: the work of the largest one. Work is measured
 * in bytes of text.
 */
export const lanes = {
  short: { most: 100_000, event: "document.added.short" },
  medium: { most: 2_000_000, event: "document.added.medium" },
  long: { most: Number.MAX_SAFE_INTEGER, event: "document.added" },
} as const;
export type Lane = keyof typeof lanes;

/** Recognizing the text of a picture takes as long as indexing so much text. */
export const PAGE_WORK = 80_000;
/** Files whose bytes say nothing of their text, and those with one byte of text in ten. As PostgreSQL and JavaScript write patterns. */
export const KINDS = {
  recorded: "^(image|audio|video)/",
  laidOut:
    "^application/(pdf|msword|vnd[.]ms-powerpoint)$|wordprocessingml|presentationml|opendocument[.](text|presentation)",
};
export const LAID_OUT_SHARE = 10;

/** A file with so much more work comes as late as one that was added a minute later. */
export const WORK_PER_MINUTE = 10_000;
export const MAX_PRIORITY = 600;

type QueuedFile = { size: number; mimeType: string };

/** Returns the work that a file is by its size and kind, before it is read. */
export function estimateWork({ size, mimeType }: QueuedFile): number {
  if (new RegExp(KINDS.recorded).test(mimeType)) return Math.min(size, PAGE_WORK);
  return new RegExp(KINDS.laidOut).test(mimeType) ? Math.floor(size / LAID_OUT_SHARE) : size;
}

/** Returns the work that is left when a file has been read. */
export const measureWork = ({ text, scans }: { text: string; scans: number[] }): number =>
  Math.max(text.length, scans.length * PAGE_WORK);

export const getLane = (work: number): Lane =>
  work <= lanes.short.most ? "short" : work <= lanes.medium.most ? "medium" : "long";

/** Returns how early a file comes among those of its group, in minutes: the small ones first. */
export const getPriority = (work: number): number =>
  Math.max(0, MAX_PRIORITY - Math.floor(work / WORK_PER_MINUTE));
