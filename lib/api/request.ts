import type { Readable } from "node:stream";

/** A request, independent of the HTTP server that received it. */
export type ApiRequest = {
  method: string;
  /** Below `/api/v1`, still encoded, without the query. */
  path: string;
  /** Text behind the "?", still encoded. */
  query: string;
  /** Keyed by lower-case names. */
  headers: Record<string, string | undefined>;
  address: string;
  /** True when sent from this machine without a proxy; false when unknown. */
  isLocal?: boolean;
  signal: AbortSignal;
  body: Readable;
};
