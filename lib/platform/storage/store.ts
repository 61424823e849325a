import type { Readable } from "node:stream";

/** A stretch of bytes, both ends included, as in HTTP. */
export type ByteRange = { start: number; end: number };
export type Listed = { key: string; modifiedAt: Date };
/** What is known of the bytes of a file. `sha256` is hexadecimal. */
export type StoredFile = { key: string; size: number; sha256: string };

/** Where the bytes of files are kept for good. Keys are UUIDs. What cannot be done now throws AppError unavailable. */
export type Store = {
  /** Keeps the file at a path, which stays there. It is kept whole, or not at all; twice is once. */
  put(file: StoredFile, path: string): Promise<void>;
  /** @throws AppError not_found */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** What is not there is no error. */
  delete(key: string): Promise<void>;
  /** Everything that is kept, in batches. */
  list(): AsyncIterable<Listed[]>;
  /** Where the file lies on this machine, when it does. */
  pathOf?(key: string): string;
  /** Answers, and would take files. */
  check(): Promise<void>;
};
