import type { Readable } from "node:stream";

/** A request as the kernel sees it, from whichever server it came. */
export type ApiRequest = {
  method: string;
  /** Below `/api/v1`, still encoded, without the query. */
  path: string;
  /** What follows the "?", still encoded. */
  query: string;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  address: string;
  /** It was sent on this machine itself, through no proxy; false where that can't be told. */
  isLocal?: boolean;
  signal: AbortSignal;
  body: Readable;
};
