import type { z } from "zod";

/**
 * An operation of the API as data: what routes it, checks its input and
 * answer, documents it, types the client and keys the browser's cache.
 */

/** Who may call: a signed-in person or an API token, the bearer of a login token, a visitor with a session of the public chat, or anyone. */
export type Access = "viewer" | "login" | "visitor" | "anyone";

/** Which allowance a call draws on besides the general one (`lib/api/limits.ts`). */
export type Allowance = "messages" | "heavy" | "speech" | "stops" | "visitorMessagesFrom";

/** A file that came with a request, in temporary storage until a service keeps it. */
export type UploadedFile = {
  /** Storage key of the bytes. */
  key: string;
  fileName: string;
  /** What the sender says it is; content decides (`lib/ai/extraction/document-types.ts`). */
  claimedType: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
};

const MB = 1024 * 1024;
/** How many bytes of JSON an operation takes whose fields may be longer than usual, escaped as `\uXXXX` where it is not a whole page. */
export const jsonLimits = {
  pictures: 8 * MB,
  page: 4 * MB,
  chat: 2 * MB,
  message: MB,
  instructions: MB / 2,
  list: MB / 2,
};

/** MB are of 1,048,576 bytes. */
export const uploadLimits = { fileMb: 50, requestMb: 200, files: 10 };

type BodyKind = "json" | "form" | "multipart" | "stream";
export type Body<In = unknown, Out = unknown> = {
  kind: BodyKind;
  schema: z.ZodType<Out, In>;
  required: boolean;
  /** For JSON that may be larger than usual (`lib/api/read.ts`): how many bytes. */
  mostBytes?: number;
  /** For multipart: the name of the field that holds files. */
  files?: string;
  /** For multipart: its file may be as large as videos are. */
  isVideo?: boolean;
  /** For a stream: the media types that are taken. */
  types?: string[];
};

type Shape = z.ZodObject<Record<string, z.ZodType>>;

export type Operation<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  B extends Body | undefined = Body | undefined,
  Returns extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with `{name}` for parameters. */
  path: `/${string}`;
  summary: string;
  /** What the summary does not say: rules, errors, extensions. Markdown. */
  description?: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: B;
  /** Absent when the answer has no body; `z.unknown()` when it is a file. */
  returns?: Returns;
  /** Media types of the answer, where it is not only JSON. */
  types?: string[];
  /** Parts of the file can be asked for, and whether it is still the same. */
  ranges?: boolean;
  status: number;
  /** The answer, with 202, to those who do not want to wait for the result, or to whom there is nothing to say (`z.undefined()`). */
  accepted?: z.ZodType;
  deprecated: boolean;
  allowance?: Allowance;
  /** No allowance is drawn on: load balancers and the like ask from one address, as often as they are set to. */
  unlimited: boolean;
  /** Honours `Idempotency-Key`. */
  idempotent: boolean;
  /** Pages of other sites may not read the answer. */
  sameOrigin: boolean;
  /**
   * It speaks the language of another API, whose clients read its errors only: OpenAI's, Anthropic's, OAuth's, or MCP's,
   * which is what programs are signed in to.
   */
  speaks?: "openai" | "anthropic" | "mcp" | "oauth";
  /** The same resource is also an event stream, for `Accept: text/event-stream`. */
  events: boolean;
};

type Given<
  P extends Shape,
  Q extends Shape,
  B extends Body | undefined,
  R extends z.ZodType,
  A extends Access,
> = Partial<Omit<Operation<P, Q, B, R, A>, "method" | "path" | "summary">> & { summary: string };

const define =
  (method: Operation["method"]) =>
  <
    P extends Shape = z.ZodObject<Record<never, never>>,
    Q extends Shape = z.ZodObject<Record<never, never>>,
    B extends Body | undefined = undefined,
    R extends z.ZodType = z.ZodUndefined,
    A extends Access = "viewer",
  >(
    path: `/${string}`,
    given: Given<P, Q, B, R, A>,
  ): Operation<P, Q, B, R, A> => ({
    access: "viewer" as A,
    status: 200,
    deprecated: false,
    unlimited: false,
    idempotent: false,
    sameOrigin: false,
    events: false,
    ...given,
    method,
    path,
  });

export const get = define("GET");
export const post = define("POST");
export const put = define("PUT");
export const patch = define("PATCH");
export const del = define("DELETE");

/** A JSON body. With `{ required: false }` it may be left out; then it is an object without fields, or undefined where it is no object. */
export const json = <T extends z.ZodType>(
  schema: T,
  { required = true, mostBytes }: { required?: boolean; mostBytes?: number } = {},
) => ({ kind: "json", schema, required, mostBytes }) as unknown as Body<z.input<T>, z.output<T>>;

/** An `application/x-www-form-urlencoded` body. */
export const form = <T extends z.ZodType>(schema: T) =>
  ({ kind: "form", schema, required: true }) as unknown as Body<z.input<T>, z.output<T>>;

/** A `multipart/form-data` body; files of the field `files` arrive as `UploadedFile[]` under `files`. */
export const multipart = <T extends z.ZodType>(
  schema: T,
  { files, isVideo, required = true }: { files?: string; isVideo?: boolean; required?: boolean } = {},
) =>
  ({ kind: "multipart", schema, required, files, isVideo }) as unknown as Body<
    z.input<T>,
    z.output<T> & { files: UploadedFile[] }
  >;

/** A body that is not read yet. */
export type UnreadBody = {
  /** Its Content-Type. */
  type: string;
  /** Its bytes as they arrive, once. @throws AppError too_large for more bytes than that; bad_request, unavailable when it takes longer */
  chunks: (maxBytes: number, maxMs: number) => AsyncGenerator<Buffer>;
};

/** A body of one of these media types that the service reads itself, when it knows whose it is. */
export const stream = (schema: z.ZodType, types: string[]) =>
  ({ kind: "stream", schema, required: true, types }) as unknown as Body<never, UnreadBody>;

export type ParamsOf<O> =
  O extends Operation<infer P, Shape, Body | undefined, z.ZodType, Access> ? z.output<P> : never;
export type QueryOf<O> =
  O extends Operation<Shape, infer Q, Body | undefined, z.ZodType, Access> ? z.output<Q> : never;
export type BodyOf<O> = O extends { body?: infer B }
  ? NonNullable<B> extends Body<unknown, infer Out>
    ? Out
    : undefined
  : never;
export type SentBodyOf<O> = O extends { body?: infer B }
  ? NonNullable<B> extends Body<infer In, unknown>
    ? In
    : undefined
  : never;
export type AnswerOf<O> = O extends { returns?: infer R }
  ? NonNullable<R> extends z.ZodType
    ? z.output<NonNullable<R>>
    : never
  : never;

/** The operations of a noun, by operation id. */
// biome-ignore lint/suspicious/noExplicitAny: a record of operations forgets their several types
export type Api = Record<string, Operation<any, any, any, any, any>>;
