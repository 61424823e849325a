import type { Readable } from "node:stream";
import type { PageInfo, Paginated } from "@/lib/platform/pagination";
import type { StreamEvent } from "@/lib/platform/stream-event";
import type { Language } from "@/lib/platform/words/languages";
import type { Caller, Idempotency } from "./actor";
import type { Api, BodyOf, Operation, ParamsOf, QueryOf } from "./contract";
import type { Ping } from "./events";

export type RequestData = {
  requestId: string;
  address: string;
  /** True when sent from this machine without a proxy. */
  isLocal: boolean;
  userAgent: string | null;
  language: Language | undefined;
  signal: AbortSignal;
  wantsEvents: boolean;
  lastEventId: number | undefined;
  range?: { range?: string; ifRange?: string; ifNoneMatch?: string };
  loginToken: string | undefined;
  /** Returns a request header by its lower-case name. */
  header: (name: string) => string | undefined;
  /** Session secret of a public chat's visitor: `X-Session-Id`, or `sid` in the query. */
  sessionId: string | undefined;
  idempotency: Idempotency | undefined;
};

type HandlerInput<O, V> = (O extends { access: "viewer" } ? { viewer: Caller } : { viewer?: undefined }) &
  (O extends { access: "visitor" } ? { visitor: V } : { visitor?: undefined }) & {
    params: ParamsOf<O>;
    query: QueryOf<O>;
    body: BodyOf<O>;
    call: RequestData;
  };

export class ApiReply {
  constructor(
    readonly content:
      | { kind: "json"; value: unknown }
      | { kind: "events"; events: AsyncIterable<StreamEvent>; ping?: Ping }
      | { kind: "file"; stream: Readable | null },
    readonly headers: Record<string, string> = {},
    readonly status?: number,
    readonly page?: PageInfo,
  ) {}
}

export const toListReply = ({ items, ...rest }: Paginated<unknown>) =>
  new ApiReply(
    { kind: "json", value: items },
    rest.total === undefined ? {} : { "x-total-count": String(rest.total) },
    undefined,
    rest,
  );

type Handlers<T extends Api, V> = { [K in keyof T]: (input: HandlerInput<T[K], V>) => unknown };

export type Route = {
  name: string;
  tag: string;
  operation: Operation;
  // biome-ignore lint/suspicious/noExplicitAny: a list of handlers forgets their several types
  handler: (input: any) => unknown;
  recover?: Recover;
};

/** Rebuilds the response of a request that died after storing its message. */
export type Recover = (input: {
  viewer: Caller | undefined;
  params: unknown;
  messageId: number;
}) => Promise<unknown>;

/**
 * Pairs each operation of a noun with its handler; a missing or surplus handler is a compile error.
 * @typeParam V type of the visitor for operations with `access: "visitor"`
 */
export const implementFor =
  <V>() =>
  <T extends Api>(
    tag: string,
    api: T,
    handlers: Handlers<T, V>,
    recover: { [K in keyof T]?: Recover } = {},
  ): Route[] =>
    Object.entries(api).map(([name, operation]) => ({
      name,
      tag,
      operation,
      handler: handlers[name]!,
      recover: recover[name],
    }));
