import type { Readable } from "node:stream";

/** Both ends are inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number };
export type StoredObject = { key: string; modifiedAt: Date };
export type StoredFile = { key: string; size: number; sha256: string };

/** Permanent storage of files. Keys are UUIDs. All methods throw AppError unavailable when storage fails. */
export type Store = {
  /** Copies the file at `path` atomically. Repeating it is harmless. */
  put(file: StoredFile, path: string): Promise<void>;
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Succeeds when the file doesn't exist. */
  delete(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject[]>;
  toPath?(key: string): string;
  check(): Promise<void>;
};
