import { once } from "node:events";
import type { Readable } from "node:stream";
import type { z } from "zod";
import { AppError, type Fault, InvalidInput } from "@/lib/platform/errors";
import { type Fields, readFields, readForm } from "@/lib/platform/form-fields";
import { discardFiles } from "@/lib/platform/storage/service";
import type { Body, Operation, UnreadBody, UploadedFile } from "./contract";
import { readJson } from "./json";
import { readMultipart } from "./multipart";
import { createBodyTooLargeError, MAX_FORM_BYTES } from "./posted-form";
import type { ApiRequest } from "./request";

// Default limit of JSON bodies of authenticated callers. Bodies of other callers are limited to MAX_FORM_BYTES.
const DEFAULT_MAX_JSON_BYTES = 256 * 1024;
// Default limit of queries, equal to Node's default for address and headers together.
const DEFAULT_MAX_QUERY_BYTES = 16 * 1024;
// Maximum bytes of one character: a surrogate pair escaped as `\uXXXX\uXXXX`.
const BYTES_OF_CHARACTER = 12;
const MAX_FAULTS = 100;

export type ReadInput = { params: unknown; query: unknown; body: unknown; files: UploadedFile[] };

/** Claims the direct uploads named in the multipart field `upload_ids`, in addition to the files in the body. */
export type ClaimUploads = (ids: string, files: UploadedFile[]) => Promise<UploadedFile[]>;

/**
 * Reads and validates the input of an operation. All faults of path, query and body are reported together.
 * @throws InvalidInput (422); AppError 400, 413, 415
 */
export async function readInput(
  operation: Operation,
  params: Record<string, string>,
  request: ApiRequest,
  claimUploads: ClaimUploads,
): Promise<ReadInput> {
  const faults: Fault[] = [];
  const read = <T extends z.ZodType>(where: string, schema: T | undefined, value: unknown) => {
    const unfit = strangeValue(value, [where]);
    if (unfit) faults.push(unfit);
    else if (schema) return parseInput(where, schema, value, faults);
    return {};
  };
  const readParams = read("path", operation.params, params);
  const query = readFields(request.query);
  if (!query) faults.push({ loc: ["query"], msg: "Must be UTF-8.", type: "string_unicode" });
  const readQuery = query && read("query", operation.query, queryRecord(operation.query, query));
  if (!operation.body) {
    if (faults.length > 0) throw new InvalidInput(faults);
    return { params: readParams, query: readQuery, body: undefined, files: [] };
  }
  // Doesn't read a streamed body if the request is already known to be invalid.
  if (faults.length > 0 && isReadAsItComes(operation.body)) throw new InvalidInput(faults);
  const sent = await readBody(operation, request);
  if (!sent) {
    const body = absentBody(operation.body, faults);
    if (faults.length > 0) throw new InvalidInput(faults);
    return { params: readParams, query: readQuery, body, files: [] };
  }
  const { value, files } = sent;
  try {
    if (operation.body.kind === "stream") return { params: readParams, query: readQuery, body: value, files };
    if (operation.body.kind === "multipart")
      requireFields(operation.body.schema, value as Record<string, unknown>);
    let body = read("body", operation.body.schema, value);
    read("body", undefined, { [operation.body.files ?? ""]: files.map(({ fileName }) => fileName) });
    if (faults.length > 0) throw new InvalidInput(faults);
    const named = operation.body.files && (value as Record<string, string> | undefined)?.upload_ids;
    if (named) files.push(...(await claimUploads(named, files)));
    if (operation.body.kind === "multipart") body = { ...(body as object), files };
    return { params: readParams, query: readQuery, body, files };
  } catch (error) {
    await discardFiles(files);
    throw error;
  }
}

const isReadAsItComes = ({ kind }: Body) => kind === "multipart" || kind === "stream";

// Returns the input for an absent body: an empty object where the body is optional.
function absentBody({ kind, required, schema }: Body, faults: Fault[]): unknown {
  const value = "shape" in schema ? parseInput("body", schema, {}, faults) : undefined;
  if (required && faults.length === 0)
    faults.push({ loc: ["body"], msg: "A body is required.", type: "missing" });
  return kind === "multipart" ? { ...(value as object), files: [] } : value;
}

/**
 * Waits for the first chunk of a chunked body, which may be empty.
 * @throws AppError bad_request when it is cut off before that
 */
async function hasBody({ headers, body, signal }: ApiRequest): Promise<boolean> {
  if (!headers["transfer-encoding"]) return Number(headers["content-length"] ?? 0) !== 0;
  if (body.readableLength === 0 && !body.readableEnded)
    await once(body, "readable", { signal }).catch(() => {
      throw new AppError("bad_request", "The body was cut off.");
    });
  return body.readableLength > 0;
}

async function readBody(
  operation: Operation,
  request: ApiRequest,
): Promise<{ value: unknown; files: UploadedFile[] } | undefined> {
  if (!(await hasBody(request))) return undefined;
  const { kind, types = [] } = operation.body!;
  const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (request.headers["content-encoding"] && request.headers["content-encoding"] !== "identity") {
    throw new AppError("unsupported_type", "Send the body without content encoding.");
  }
  const expected = {
    json: ["application/json"],
    form: ["application/x-www-form-urlencoded"],
    multipart: ["multipart/form-data"],
    stream: types,
  }[kind];
  if (!expected.includes(type)) {
    throw new AppError("unsupported_type", `Send the body as ${expected.join(" or ")}.`);
  }
  if (kind === "stream") {
    const unread: UnreadBody = {
      type: request.headers["content-type"]!,
      chunks: (maxBytes, maxMs) => readChunks(request.body, maxBytes, maxMs),
    };
    return { value: unread, files: [] };
  }
  if (kind === "multipart") {
    const { fields, files } = await readMultipart(request, operation.body!);
    return { value: fields, files };
  }
  const text = await readText(request, getMaxBodyBytes(operation));
  if (kind === "form") return { value: readForm(text), files: [] };
  return text.trim() === "" ? undefined : { value: readJson(text), files: [] };
}

export const getMaxBodyBytes = ({ access, body }: Operation): number =>
  body?.mostBytes ?? (body?.kind === "form" || access === "anyone" ? MAX_FORM_BYTES : DEFAULT_MAX_JSON_BYTES);

/** @throws AppError headers_too_large when the query is longer than its fields permit */
export function requireShortQuery({ query: fields }: Operation, { query }: ApiRequest): void {
  if (query.length <= DEFAULT_MAX_QUERY_BYTES) return;
  const characters = Object.values(fields?.shape ?? {}).map((type) => (type as z.ZodString).maxLength ?? 0);
  const most =
    DEFAULT_MAX_QUERY_BYTES + BYTES_OF_CHARACTER * characters.reduce((sum, longest) => sum + longest, 0);
  if (query.length > most)
    throw new AppError("headers_too_large", `The query can have at most ${Math.floor(most / 1024)} KB.`);
}

async function readText(request: ApiRequest, most: number): Promise<string> {
  if (Number(request.headers["content-length"] ?? 0) > most) throw createBodyTooLargeError(most);
  const bytes = await readBytes(request.body, most);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

async function readBytes(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(body, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @throws AppError too_large above `maxBytes`, bad_request when it is cut off, unavailable after `maxMs` */
async function* readChunks(body: Readable, maxBytes: number, maxMs?: number): AsyncGenerator<Buffer> {
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    if (maxMs === undefined) return;
    timer = setTimeout(() => reject(new AppError("unavailable", "The body arrived too slowly.")), maxMs);
  });
  // Marks the rejection as handled, since nothing awaits it while a chunk is processed.
  late.catch(() => {});
  // The request isn't destroyed, because the error response still uses its connection.
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([parts.next(), late]);
      if (done) return;
      size += chunk.length;
      if (size > maxBytes) throw createBodyTooLargeError(maxBytes);
      yield chunk;
    }
  } catch (error) {
    // Not awaited, because the next chunk may never arrive.
    parts.return?.().catch(() => {});
    throw error instanceof AppError ? error : new AppError("bad_request", "The body was cut off.");
  } finally {
    clearTimeout(timer);
  }
}

const notUtf8 = () => new AppError("bad_request", "The body is not valid UTF-8.");

// An absent or blank required multipart field is a 400 that names it.
function requireFields(schema: z.ZodType, value: Record<string, unknown>): void {
  const { shape } = schema as unknown as { shape?: Record<string, z.ZodType> };
  for (const [field, type] of Object.entries(shape ?? {})) {
    const given = value[field];
    const isBlank = given === undefined || (typeof given === "string" && given.trim() === "");
    if (isBlank && !type.safeParse(undefined).success) {
      throw new AppError("bad_request", `The field ${field} is required.`);
    }
  }
}

function parseInput(where: string, schema: z.ZodType, value: unknown, faults: Fault[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues.flatMap(listDeepestIssues).slice(0, MAX_FAULTS)) {
    faults.push({
      loc: [where, ...(issue.path as (string | number)[])],
      msg: issue.message,
      type: issue.code,
    });
  }
  return undefined;
}

type Issue = z.core.$ZodIssue;

// Returns the faults of the union branch that matched deepest, or the union's own fault if several matched equally.
function listDeepestIssues(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const ways = issue.errors.map((way) => way.flatMap(listDeepestIssues));
  const depth = (way: Issue[]) => Math.max(0, ...way.map(({ path }) => path.length));
  const [way = [], next = []] = ways.toSorted((a, b) => depth(b) - depth(a));
  if (depth(way) === depth(next)) return [issue];
  return way.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

// Converts the query to values: repeated parameters become arrays for list fields; otherwise the last one wins.
function queryRecord(schema: z.ZodType | undefined, query: Fields): Record<string, unknown> {
  const shape = (schema as unknown as { shape?: Record<string, z.ZodType> })?.shape ?? {};
  const record: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(shape)) {
    const given = query[name];
    if (given) record[name] = isList(type) ? given : given.at(-1);
  }
  return record;
}

function isList(type: z.ZodType): boolean {
  const { def } = type as unknown as { def: { type: string; innerType?: z.ZodType } };
  return def.type === "array" || (def.innerType !== undefined && isList(def.innerType));
}

// Rejects NUL, lone surrogates and non-finite numbers in all fields.
function strangeValue(value: unknown, loc: (string | number)[]): Fault | undefined {
  if (typeof value === "string") {
    if (value.includes("\0")) return { loc, msg: "Must not contain NUL.", type: "string_nul" };
    if (!value.isWellFormed()) return { loc, msg: "Must be well-formed Unicode.", type: "string_surrogate" };
  } else if (typeof value === "object" && value !== null) {
    const isArray = Array.isArray(value);
    for (const [key, item] of Object.entries(value)) {
      const at = isArray ? Number(key) : key;
      const fault = strangeValue(key, loc) ?? strangeValue(item, [...loc, at]);
      if (fault) return fault;
    }
  } else if (typeof value === "number" && !Number.isFinite(value)) {
    return { loc, msg: "Must be a finite number.", type: "finite_number" };
  }
  return undefined;
}
