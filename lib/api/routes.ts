import type { Readable } from "node:stream";
import type { Page, PageInfo } from "@/lib/platform/page";
import type { StreamEvent } from "@/lib/platform/stream-event";
import type { Language } from "@/lib/platform/words/languages";
import type { Caller, Idempotency } from "./actor";
import type { Api, BodyOf, Operation, ParamsOf, QueryOf } from "./contract";
import type { Ping } from "./events";

/** What a handler knows of the call besides its input. */
export type Call = {
  requestId: string;
  /** The caller's address, IPv6 cut to its /64. */
  address: string;
  /** It was sent on this machine itself, through no proxy. */
  isLocal: boolean;
  userAgent: string | null;
  /** What the caller likes to read (`Accept-Language`), when it says so. */
  language: Language | undefined;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  /** The caller asks for an event stream. */
  wantsEvents: boolean;
  /** `Last-Event-ID` of a stream that is taken up again. */
  lastEventId: number | undefined;
  /** Which bytes of a file are asked for: `Range`, `If-Range` and `If-None-Match`. */
  range?: { range?: string; ifRange?: string; ifNoneMatch?: string };
  /** The bearer token of an operation with `access: "login"`. */
  loginToken: string | undefined;
  /** A header of the request, by its lower-case name: for the signatures of other services. */
  header: (name: string) => string | undefined;
  /** The secret of a visitor of a public chat: `X-Session-Id`, else `sid` of the query. */
  sessionId: string | undefined;
  /** Names the request across retries; the service stores it with what it writes. */
  idempotency: Idempotency | undefined;
};

type Input<O, V> = (O extends { access: "viewer" } ? { viewer: Caller } : { viewer?: undefined }) &
  (O extends { access: "visitor" } ? { visitor: V } : { visitor?: undefined }) & {
    params: ParamsOf<O>;
    query: QueryOf<O>;
    body: BodyOf<O>;
    call: Call;
  };

/** An answer that is more than JSON: a stream of events, a file, or JSON with headers of its own. */
export class ApiReply {
  constructor(
    readonly content:
      | { kind: "json"; value: unknown }
      | { kind: "events"; events: AsyncIterable<StreamEvent>; ping?: Ping }
      | { kind: "file"; stream: Readable | null },
    readonly headers: Record<string, string> = {},
    /** Absent: the status of the operation. */
    readonly status?: number,
    /** For a page of a list: how many there are, or at least whether there are more. */
    readonly page?: PageInfo,
  ) {}
}

/** A page of a list as an answer: the bare array is the body, the rest travels in headers. */
export const paged = ({ items, ...rest }: Page<unknown>) =>
  new ApiReply(
    { kind: "json", value: items },
    rest.total === undefined ? {} : { "x-total-count": String(rest.total) },
    undefined,
    rest,
  );

type Handlers<T extends Api, V> = { [K in keyof T]: (input: Input<T[K], V>) => unknown };

export type Route = {
  /** The operation id. */
  name: string;
  tag: string;
  operation: Operation;
  // biome-ignore lint/suspicious/noExplicitAny: a list of handlers forgets their several types
  handler: (input: any) => unknown;
  /** For idempotent operations: the answer of a request that died after it had stored its message. */
  recover?: Recover;
};

/** The answer of a request that stored its message and died. */
export type Recover = (input: {
  viewer: Caller | undefined;
  params: unknown;
  messageId: number;
}) => Promise<unknown>;

/**
 * Pairs each operation of a noun with its handler; a missing or surplus one does not compile.
 * @typeParam V What the visitor of an operation with `access: "visitor"` is
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
