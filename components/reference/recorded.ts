/** Call recorded from a running installation (`npm run examples`). */
export type Recorded = {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Form fields with files as `@name`, otherwise JSON. */
  body?: unknown;
  status: number;
  /** JSON, or the text of another format. Absent for files and empty bodies. */
  answer?: unknown;
};

export type Recordings = {
  operations: Record<string, Recorded>;
  errors: Record<string, unknown>;
  headers: Record<string, string>;
};
