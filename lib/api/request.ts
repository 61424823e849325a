import type { Readable } from "node:stream";

export type ApiRequest = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  address: string;
  /** True when sent from this machine without a proxy; false when unknown. */
  isLocal?: boolean;
  signal: AbortSignal;
  body: Readable;
};
