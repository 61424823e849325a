import type { Readable } from "node:stream";

/** An error of a source or of one of its files. `message` is a sentence for users and contains no secrets. */
export class SourceError extends Error {
  override readonly name = "SourceError";

  constructor(
    message: string,
    /** True when retrying the same version of the file fails again. */
    readonly isPermanent = false,
  ) {
    super(message);
  }
}

/**
 * A file of a source. `path` has parts joined by `/` and is unique. `version` changes with the content; it is null when
 * changes can be detected only by reading the file.
 */
export type SourceFile = { path: string; version: string | null };
/** The result of reading a file. `name` is set when the path does not end in a file name with an extension. */
export type FileContent = { stream: Readable; version: string | null; name?: string };

export type OpenSource = {
  /**
   * Yields all files in batches of any size.
   * @throws SourceError
   */
  list(): AsyncIterable<SourceFile[]>;
  /**
   * @param known the version that the previous sync stored
   * @throws SourceError for a problem of this file only
   */
  read(item: SourceFile, known: string | null): Promise<FileContent | "unchanged">;
  close?(): Promise<void>;
};

export type SourceContext = {
  secret: string | undefined;
  groupId: string;
  connector: string;
  signal: AbortSignal;
};
