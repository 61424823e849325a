import { z } from "zod";
import type { ZodOpenApiResponsesObject } from "zod-openapi";
import type { Operation } from "./contract";

export const binary = z.any().meta({ override: { type: "string", format: "binary" } });

const ErrorBody = z
  .object({
    error: z.string(),
    message: z.string().describe("One sentence that can be shown to people."),
    status_code: z.int(),
    retry_after: z.int().optional().describe("Whole seconds; with 429."),
  })
  .meta({ id: "Error" });
const ValidationError = z
  .object({
    loc: z
      .array(z.union([z.string(), z.int()]))
      .describe("`body`, `query`, `path` or `header`, then the field."),
    msg: z.string(),
    type: z.string(),
  })
  .meta({ id: "ValidationError" });
const HTTPValidationError = z
  .object({ detail: z.array(ValidationError) })
  .meta({ id: "HTTPValidationError" });

const OpenAiError = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable().describe("The field that is at fault."),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: "OpenAiError" });

const AnthropicError = z
  .object({ type: z.literal("error"), error: z.object({ type: z.string(), message: z.string() }) })
  .meta({ id: "AnthropicError" });

const JsonRpcError = z
  .object({
    jsonrpc: z.string(),
    error: z.object({ code: z.int(), message: z.string() }),
    id: z.string().nullable(),
  })
  .meta({ id: "JsonRpcError" });

const OauthError = z
  .object({ error: z.string().describe("As RFC 6749 names it."), error_description: z.string() })
  .meta({ id: "OauthError" });

const refusal = (description: string, schema: z.ZodType = ErrorBody) => ({
  description,
  content: { "application/json": { schema } },
});
export const refusals = {
  BadRequest: refusal(
    "The body does not parse or was cut off, a form has too many fields, or a required field of a multipart body is missing.",
  ),
  TooSlow: refusal("The request arrived too slowly."),
  Unauthorized: refusal("Missing, invalid or expired credentials."),
  Forbidden: refusal("The caller may see this, but not change it."),
  NotFound: refusal("It does not exist, or the caller may not see it."),
  Conflict: refusal("The present state does not allow it."),
  TooLarge: refusal("The body, a file or a quota is too large."),
  UnsupportedType: refusal(
    "The body is not of the declared type, or a file is of a type that is not accepted.",
  ),
  Invalid: refusal(
    "Some input does not fit; every fault is named. No text of a path, query or body may hold NUL or half a surrogate pair.",
    HTTPValidationError,
  ),
  RangeUnsatisfiable: { description: "The file is shorter than the part that is asked for." },
  HeadersTooLarge: refusal(
    "The query is longer than its fields can be, or the headers have more than 16 KB.",
  ),
  McpRefused: refusal("The request cannot be answered; as an error of JSON-RPC.", JsonRpcError),
  OpenAiRefused: refusal("The request cannot be answered; in the form of OpenAI's errors.", OpenAiError),
  AnthropicRefused: refusal(
    "The request cannot be answered; in the form of Anthropic's errors.",
    AnthropicError,
  ),
  OauthRefused: refusal("The request cannot be answered; in the form of OAuth's errors.", OauthError),
  // Separate components for the `default` response, because some generators create one type for it and another for
  // responses of a single status.
  OpenAiFailed: refusal("Any other failure, in the form of OpenAI's errors.", OpenAiError),
  AnthropicFailed: refusal("Any other failure, in the form of Anthropic's errors.", AnthropicError),
  McpFailed: refusal("Any other failure, as an error of JSON-RPC.", JsonRpcError),
  OauthFailed: refusal("Any other failure, in the form of OAuth's errors.", OauthError),
  RateLimited: {
    ...refusal("Too many requests, or too many open streams. `Retry-After` says how long to wait."),
    headers: { "Retry-After": { schema: { type: "integer" as const }, description: "Whole seconds." } },
  },
  Failed: refusal("Any other failure: 500, 502 when a model provider failed, 503 when something is away."),
};

const THEIRS = { openai: "OpenAi", anthropic: "Anthropic", oauth: "Oauth", mcp: "Mcp" } as const;

export function buildResponses(operation: Operation): ZodOpenApiResponsesObject {
  const { access, method, params, query, body, status, accepted, ranges, speaks, unlimited } = operation;
  const theirs = THEIRS[speaks as keyof typeof THEIRS] as (typeof THEIRS)[keyof typeof THEIRS] | undefined;
  const may = (isPossible: unknown, code: number, name: keyof typeof refusals) =>
    isPossible ? { [code]: { $ref: `#/components/responses/${theirs ? `${theirs}Refused` : name}` } } : {};
  const isChange = method !== "GET";
  return {
    [status]: success(operation),
    ...(accepted && { 202: begun(accepted) }),
    ...(ranges && {
      206: { description: "The part of the file that `Range` asks for.", content: ofFile },
      304: { description: "The file is still the one that `If-None-Match` names." },
    }),
    ...may(body || theirs, 400, "BadRequest"),
    ...may(access === "viewer" || access === "login" || body, 401, "Unauthorized"),
    ...may(access === "viewer" && isChange, 403, "Forbidden"),
    ...may(params || theirs, 404, "NotFound"),
    ...may(body, 408, "TooSlow"),
    ...may(isChange, 409, "Conflict"),
    ...may(body, 413, "TooLarge"),
    ...may(body, 415, "UnsupportedType"),
    ...may(ranges, 416, "RangeUnsatisfiable"),
    // Compatible APIs have no 422.
    ...may((params ?? query ?? body) && !theirs, 422, "Invalid"),
    ...may(!unlimited, 429, "RateLimited"),
    431: { $ref: "#/components/responses/HeadersTooLarge" },
    default: { $ref: `#/components/responses/${theirs ?? ""}Failed` },
  };
}

// Client generators need a known media type next to `*/*`.
const ofFile = { "application/octet-stream": { schema: binary }, "*/*": { schema: binary } };

const begun = (schema: z.ZodType): ZodOpenApiResponsesObject["202"] =>
  schema.type === "undefined"
    ? { description: "Taken; there is nothing to answer." }
    : { description: "It has begun.", content: { "application/json": { schema } } };

function success({ query, returns, types, events }: Operation): ZodOpenApiResponsesObject["200"] {
  if (!returns) return { description: "Done." };
  // `z.unknown()` stands for a file.
  if (returns.type === "unknown") return { description: "The bytes of the file.", content: ofFile };
  return {
    description: "The answer.",
    ...(query && "page" in query.shape && { headers: pagingHeaders }),
    content: {
      ...Object.fromEntries(
        (types ?? ["application/json"]).map((type) => [type, { schema: schemaIn(type, returns) }]),
      ),
      ...(events && { "text/event-stream": { schema: text } }),
    },
  };
}

const text = { type: "string" as const };
const schemaIn = (type: string, returns: z.ZodType) => (type === "application/json" ? returns : text);

const pagingHeaders = {
  "X-Total-Count": {
    schema: { type: "integer" as const },
    description: "How many there are on all pages; absent when they are too many to count for each page.",
  },
  Link: { schema: text, description: '`rel="next"` and `rel="prev"`.' },
};
