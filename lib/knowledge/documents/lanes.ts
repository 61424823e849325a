/**
 * Documents wait in the lane of their size, and each lane has readers of its own: a step of a book may take minutes,
 * and what is small never waits for it, whoever added it. `most`: bytes of the largest one.
 */
export const lanes = {
  short: { most: 100_000, event: "document.added.short" },
  medium: { most: 2_000_000, event: "document.added.medium" },
  long: { most: Number.MAX_SAFE_INTEGER, event: "document.added" },
} as const;
export type Lane = keyof typeof lanes;

/** @param size in bytes */
export const laneOf = (size: number): Lane =>
  size <= lanes.short.most ? "short" : size <= lanes.medium.most ? "medium" : "long";
