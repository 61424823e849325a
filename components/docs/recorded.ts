/** A call that was recorded from a running installation (`npm run examples`). */
export type Recorded = {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Fields of a form, files as `@name`; else JSON. */
  body?: unknown;
  status: number;
  /** JSON; the text of what is none. Absent: a file, or no body. */
  answer?: unknown;
};

/** The recorded calls by operation, the recorded errors by status, and the headers of an answer. */
export type Recordings = {
  operations: Record<string, Recorded>;
  errors: Record<string, unknown>;
  headers: Record<string, string>;
};
