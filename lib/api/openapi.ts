import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import type { Access, Body, Operation } from "./contract";
import type { Route } from "./routes";

/**
 * The API as an OpenAPI 3.1 document, from the same operations that route and
 * check requests: what is true there is written here.
 */
export type OpenApiDocument = ReturnType<typeof createDocument>;

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

const refusal = (description: string, schema: z.ZodType = ErrorBody) => ({
  description,
  content: { "application/json": { schema } },
});
const refusals = {
  BadRequest: refusal("The body does not parse, or a required field of a multipart body is missing."),
  Unauthorized: refusal("Missing, invalid or expired credentials."),
  Forbidden: refusal("The caller may see this, but not change it."),
  NotFound: refusal("It does not exist, or the caller may not see it."),
  Conflict: refusal("The present state does not allow it."),
  TooLarge: refusal("The body, a file or a quota is too large."),
  UnsupportedType: refusal(
    "The body is not of the declared type, or a file is of a type that is not accepted.",
  ),
  Invalid: refusal("Some input does not fit; every fault is named.", HTTPValidationError),
  RateLimited: {
    ...refusal("Too many requests, or too many open streams. `Retry-After` says how long to wait."),
    headers: { "Retry-After": { schema: { type: "integer" as const }, description: "Whole seconds." } },
  },
  Failed: refusal("Any other failure: 500, 502 when a model provider failed, 503 when something is away."),
};

/** The document for an installation that is reached at `baseUrl`. */
export function openapiDocument(routes: Route[], baseUrl: string): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { name, tag, operation } of routes) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = described(name, tag, operation);
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Parley",
        version: "1.0.0",
        license: { name: "MIT", identifier: "MIT" },
        description: [
          "Every path works with and without its trailing slash.",
          "Lists are bare arrays; `X-Total-Count` and `Link` tell the rest.",
          "Every answer carries `X-Request-Id` and the `RateLimit-*` headers.",
        ].join(" "),
      },
      servers: [{ url: `${baseUrl}/api/v1` }],
      tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
      paths,
      components: {
        securitySchemes: {
          EmailPassword: {
            type: "oauth2",
            description:
              "`Bearer <access token>`. `/auth/login` gives a login token, `/auth/login/group` exchanges it for an access token of a group. For a person in one group the login token works as well. An API token works in its place, too.",
            flows: {
              password: { tokenUrl: "/api/v1/auth/login", refreshUrl: "/api/v1/auth/refresh", scopes: {} },
            },
          },
          Token: {
            type: "apiKey",
            in: "header",
            name: "Authorization",
            description:
              "`Token <API token>` or `Bearer <API token>`, which mean the same. Made in the workspace under Settings, API tokens.",
          },
          LoginToken: {
            type: "http",
            scheme: "bearer",
            description: "`Bearer <login token>`, the answer of `/auth/login`. Lives 10 minutes.",
          },
        },
        responses: refusals,
      },
    },
    { override: plainer },
  );
  return exploded(document);
}

type Override = NonNullable<NonNullable<Parameters<typeof createDocument>[1]>["override"]>;
/** Fields that state their own type shed what zod derives from their text form; answers may gain fields later. */
const plainer: Override = ({ zodSchema, jsonSchema }) => {
  const own = z.globalRegistry.get(zodSchema)?.override;
  if (typeof own === "object") {
    for (const key of Object.keys(jsonSchema)) {
      if (key !== "description" && key !== "deprecated") delete (jsonSchema as Record<string, unknown>)[key];
    }
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

const security: Record<Access, Record<string, string[]>[]> = {
  viewer: [{ EmailPassword: [] }, { Token: [] }],
  login: [{ LoginToken: [] }],
  visitor: [],
  anyone: [],
};

function described(name: string, tag: string, operation: Operation): ZodOpenApiOperationObject {
  const { summary, description, access, params, query, body, deprecated } = operation;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    security: security[access],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...headersOf(operation),
    },
    ...(body && { requestBody: { required: body.required, content: contentOf(body, access) } }),
    responses: responsesOf(operation),
  };
}

function headersOf({ idempotent, events }: Operation) {
  if (!idempotent && !events) return {};
  const header = z.object({
    ...(idempotent && {
      "Idempotency-Key": z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe("The same key within 24 hours gets the first answer; nothing is done twice."),
    }),
    ...(events && {
      "Last-Event-ID": z.string().optional().describe("Resumes an event stream after this event."),
    }),
  });
  return { header };
}

const binary = z.any().meta({ override: { type: "string", format: "binary" } });

const putBefore = z
  .string()
  .optional()
  .describe("Files that were put into storage before: ids of `POST /uploads`, separated by commas.");

function contentOf({ kind, schema, files, types = [] }: Body, access: Operation["access"]) {
  if (kind === "stream") return Object.fromEntries(types.map((type) => [type, { schema: binary }]));
  if (kind === "json") return { "application/json": { schema } };
  if (kind === "form") return { "application/x-www-form-urlencoded": { schema } };
  if (!files) return { "multipart/form-data": { schema } };
  // A field in the plural takes several files, one in the singular takes one.
  const field = files.endsWith("s") ? z.array(binary) : binary;
  const before = access === "viewer" && { upload_ids: putBefore };
  const all = (schema as z.ZodObject).extend({ [files]: field.optional(), ...before });
  return { "multipart/form-data": { schema: all } };
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { access, method, params, query, body, status, accepted, unlimited } = operation;
  const may = (isPossible: unknown, code: number, name: keyof typeof refusals) =>
    isPossible ? { [code]: { $ref: `#/components/responses/${name}` } } : {};
  const isChange = method !== "GET";
  return {
    [status]: success(operation),
    ...(accepted && {
      202: { description: "It has begun.", content: { "application/json": { schema: accepted } } },
    }),
    ...may(body, 400, "BadRequest"),
    ...may(access === "viewer" || access === "login" || body, 401, "Unauthorized"),
    ...may(access === "viewer" && isChange, 403, "Forbidden"),
    ...may(params, 404, "NotFound"),
    ...may(isChange, 409, "Conflict"),
    ...may(body, 413, "TooLarge"),
    ...may(body, 415, "UnsupportedType"),
    ...may(params ?? query ?? body, 422, "Invalid"),
    ...may(!unlimited, 429, "RateLimited"),
    default: { $ref: "#/components/responses/Failed" },
  };
}

function success({ query, returns, events }: Operation): ZodOpenApiResponsesObject["200"] {
  if (!returns) return { description: "Done." };
  // What no schema describes is a file.
  if (returns.type === "unknown") return { description: "The bytes of the file.", content: { "*/*": {} } };
  return {
    description: "The answer.",
    ...(query && "page" in query.shape && { headers: pagingHeaders }),
    content: {
      "application/json": { schema: returns },
      ...(events && { "text/event-stream": { schema: { type: "string" as const } } }),
    },
  };
}

const pagingHeaders = {
  "X-Total-Count": {
    schema: { type: "integer" as const },
    description: "How many there are on all pages; absent when they are too many to count for each page.",
  },
  Link: { schema: { type: "string" as const }, description: '`rel="next"` and `rel="prev"`.' },
};

/** Arrays in a query are repeated parameters; said outright, because tools differ in what they assume. */
function exploded(document: OpenApiDocument): OpenApiDocument {
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item) as { parameters?: Parameter[] }[]) {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in === "query" && parameter.schema?.type === "array") {
          Object.assign(parameter, { style: "form", explode: true });
        }
      }
    }
  }
  return document;
}
type Parameter = { in: string; schema?: { type?: string } };
