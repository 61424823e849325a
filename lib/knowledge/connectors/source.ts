import type { Readable } from "node:stream";

/** Why a source, or a file of it, cannot be read. `message` is a sentence for a person, without secrets. */
export class SourceError extends Error {
  override readonly name = "SourceError";

  constructor(
    message: string,
    /** The file can't be read in this version: trying again gives the same. */
    readonly isPermanent = false,
  ) {
    super(message);
  }
}

/**
 * A file of a source. `path`: parts joined by `/`, different for each. `version` changes with its content; null where
 * only reading tells.
 */
export type SourceFile = { path: string; version: string | null };
/** What reading an item gave. `name` where the path does not end in a file name with the ending of its type. */
export type Taken = { stream: Readable; version: string | null; name?: string };

/** An open source. */
export type OpenSource = {
  /** All files, in batches of any size. @throws SourceError */
  list(): AsyncIterable<SourceFile[]>;
  /**
   * @param known the version that was taken before
   * @throws SourceError which concerns this file only
   */
  read(item: SourceFile, known: string | null): Promise<Taken | "unchanged">;
  close?(): Promise<void>;
};

/** What a source may need beside its settings. */
export type Opening = { secret: string | undefined; groupId: string; connector: string; signal: AbortSignal };
