import type { z } from "zod";
import type { Endpoint } from "./operations";

/** An API operation as data, which drives routing, validation, the OpenAPI document, client types and cache keys. */

/** `viewer`: users and API tokens; `login`: bearers of a login token; `visitor`: sessions of public chats. */
export type Access = "viewer" | "login" | "visitor" | "anyone";

export type Allowance = "messages" | "heavy" | "speech" | "stops" | "visitorMessagesFrom";

/** A file of a request, in temporary storage until a service keeps it. */
export type UploadedFile = {
  key: string;
  fileName: string;
  /**
   * Content-Type sent by the client; the actual type is detected from the content
   * (`lib/files/extraction/document-types.ts`).
   */
  claimedType: string;
  size: number;
  sha256: string;
};

const MB = 1024 * 1024;
/** Body limits in bytes for operations with long fields. All but `page` allow for text escaped as `\uXXXX`. */
export const jsonLimits = {
  pictures: 8 * MB,
  page: 4 * MB,
  chat: 2 * MB,
  message: MB,
  instructions: MB / 2,
  list: MB / 2,
};

type BodyKind = "json" | "form" | "multipart" | "stream";
export type Body<In = unknown, Out = unknown> = {
  kind: BodyKind;
  schema: z.ZodType<Out, In>;
  required: boolean;
  mostBytes?: number;
  files?: string;
  isVideo?: boolean;
  types?: string[];
};

type Shape = z.ZodObject<Record<string, z.ZodType>>;

export type Operation<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  B extends Body | undefined = Body | undefined,
  Returns extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = Endpoint & {
  summary: string;
  description?: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: B;
  /** Schema of the response body; undefined if there is none, `z.unknown()` for files. */
  returns?: Returns;
  types?: string[];
  ranges?: boolean;
  status: number;
  /** Body of a 202 response, for callers that don't wait for the result. `z.undefined()` for an empty body. */
  accepted?: z.ZodType;
  deprecated: boolean;
  allowance?: Allowance;
  /** Exempt from rate limits, because load balancers poll such an operation often from a single address. */
  unlimited: boolean;
  idempotent: boolean;
  sameOrigin: boolean;
  /**
   * Another API whose error format is used, because its clients parse no other. `mcp` operations are OAuth protected
   * resources that programs sign in to.
   */
  speaks?: "openai" | "anthropic" | "mcp" | "oauth";
  events: boolean;
};

type OperationInput<
  P extends Shape,
  Q extends Shape,
  B extends Body | undefined,
  R extends z.ZodType,
  A extends Access,
> = Partial<Omit<Operation<P, Q, B, R, A>, keyof Endpoint | "summary">> & { summary: string };

type Define<Target> = <
  P extends Shape = z.ZodObject<Record<never, never>>,
  Q extends Shape = z.ZodObject<Record<never, never>>,
  B extends Body | undefined = undefined,
  R extends z.ZodType = z.ZodUndefined,
  A extends Access = "viewer",
>(
  target: Target,
  input: OperationInput<P, Q, B, R, A>,
) => Operation<P, Q, B, R, A>;

/** Declares an operation that browsers call. Its endpoint is in `operations.ts` of the same folder. */
export const operation: Define<Endpoint> = (endpoint, input) => {
  if (endpoint.files !== input.body?.files)
    throw new Error(`${endpoint.path}: operations.ts and contract.ts differ in the field of files.`);
  return {
    access: "viewer" as never,
    status: 200,
    deprecated: false,
    unlimited: false,
    idempotent: false,
    sameOrigin: false,
    events: false,
    ...input,
    ...endpoint,
  };
};

// Operations that only programs call.
const define =
  (method: Endpoint["method"]): Define<Endpoint["path"]> =>
  (path, input) =>
    operation({ method, path, files: input.body?.files }, input);

export const get = define("GET");
export const post = define("POST");
export const put = define("PUT");
export const del = define("DELETE");

/**
 * Declares a JSON body. With `{ required: false }` an absent body is `{}`, or undefined when the schema is no object.
 */
export const json = <T extends z.ZodType>(
  schema: T,
  { required = true, mostBytes }: { required?: boolean; mostBytes?: number } = {},
) => ({ kind: "json", schema, required, mostBytes }) as unknown as Body<z.input<T>, z.output<T>>;

export const form = <T extends z.ZodType>(schema: T) =>
  ({ kind: "form", schema, required: true }) as unknown as Body<z.input<T>, z.output<T>>;

export const multipart = <T extends z.ZodType>(
  schema: T,
  { files, isVideo, required = true }: { files?: string; isVideo?: boolean; required?: boolean } = {},
) =>
  ({ kind: "multipart", schema, required, files, isVideo }) as unknown as Body<
    z.input<T>,
    z.output<T> & { files: UploadedFile[] }
  >;

export type UnreadBody = {
  type: string;
  /**
   * Streams the body once.
   * @throws AppError too_large above `maxBytes`; bad_request when it is cut off; unavailable after `maxMs`
   */
  chunks: (maxBytes: number, maxMs: number) => AsyncGenerator<Buffer>;
};

export const stream = (schema: z.ZodType, types: string[]) =>
  ({ kind: "stream", schema, required: true, types }) as unknown as Body<never, UnreadBody>;

export type ParamsOf<O> = O extends { params?: infer P } ? z.output<Extract<P, Shape>> : never;
export type QueryOf<O> = O extends { query?: infer Q } ? z.output<Extract<Q, Shape>> : never;
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

// biome-ignore lint/suspicious/noExplicitAny: a record of operations forgets their several types
export type Api = Record<string, Operation<any, any, any, any, any>>;
