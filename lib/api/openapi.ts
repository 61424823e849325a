import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject } from "zod-openapi";
import type { Access, Body, Operation } from "./contract";
import { parameterSchemas } from "./fields";
import { buildWebhooks, type SentEvents } from "./openapi-events";
import { buildLinks } from "./openapi-links";
import { binary, buildResponses, refusals } from "./openapi-responses";
import { simplifySchemas } from "./openapi-schemas";
import type { Route } from "./routes";
import { uploadLimits } from "./upload-limits";

export type OpenApiDocument = ReturnType<typeof createDocument>;

export function buildOpenApiDocument(
  routes: Route[],
  baseUrl: string,
  tags: Record<string, string> = {},
  events: SentEvents = {},
): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const { path, method, status } = route.operation;
    const operation = toOperationObject(route);
    const links = buildLinks(route, routes);
    if (links) Object.assign(operation.responses[`${status as 200}`] as object, { links });
    paths[path] ??= {};
    paths[path]![method.toLowerCase()] = operation;
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Parley",
        version: "1.0.0",
        license: { name: "MIT", identifier: "MIT" },
        contact: { name: "Whoever runs this installation", url: baseUrl || undefined },
        description: [
          "Every path works with and without its trailing slash.",
          "Lists are bare arrays; `X-Total-Count` and `Link` tell the rest.",
          "Every answer carries `X-Request-Id`, and almost all carry the `RateLimit-*` headers.",
          "Where a path fits two addresses, the one that names the segment counts: `/tasks/actions` is no task.",
          "No text may hold NUL or half a surrogate pair: 422.",
        ].join(" "),
      },
      servers: [{ url: `${baseUrl}/api/v1` }],
      tags: [...new Set([...routes, ...Object.values(events)].map(({ tag }) => tag))].map((name) => ({
        name,
        ...(tags[name] && { description: tags[name] }),
      })),
      paths,
      webhooks: buildWebhooks(events),
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
        schemas: structuredClone(parameterSchemas),
        responses: refusals,
      },
    },
    { override: adjustSchema },
  );
  return simplifySchemas(setExplode(document));
}

type Override = NonNullable<NonNullable<Parameters<typeof createDocument>[1]>["override"]>;
// Where a field overrides its type, removes the keywords that zod derives from the field's text form. Permits
// additional properties in responses, because responses may gain fields.
const adjustSchema: Override = ({ zodSchema, jsonSchema }) => {
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

function toOperationObject({ name, tag, operation }: Route): ZodOpenApiOperationObject {
  const { summary, description = `${summary}.`, access, params, query, body, deprecated } = operation;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(deprecated && { deprecated }),
    security: security[access],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...buildHeaders(operation),
    },
    ...(body && { requestBody: { required: body.required, content: buildContent(body, access) } }),
    responses: buildResponses(operation),
  };
}

function buildHeaders({ idempotent, events }: Operation) {
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

const uploadIdsSchema = z
  .string()
  .optional()
  .describe("Files that were put into storage before: ids of `POST /uploads`, separated by commas.");

function buildContent({ kind, schema, files, isVideo, types = [] }: Body, access: Operation["access"]) {
  if (kind === "stream") return Object.fromEntries(types.map((type) => [type, { schema: binary }]));
  if (kind === "json") return { "application/json": { schema } };
  if (kind === "form") return { "application/x-www-form-urlencoded": { schema } };
  if (!files) return { "multipart/form-data": { schema } };
  // A field in the plural accepts several files, one in the singular accepts one.
  const { files: most, fileMb, requestMb } = uploadLimits;
  const field = files.endsWith("s")
    ? z
        .array(binary)
        .max(most)
        .describe(
          `At most ${most} files of ${fileMb} MB, ${requestMb} MB together. MB are of 1,048,576 bytes.`,
        )
    : binary.describe(
        isVideo ? "At most as large as `VIDEO_MAX_MB` says, usually 500 MB." : `At most ${fileMb} MB.`,
      );
  const before = access === "viewer" && { upload_ids: uploadIdsSchema };
  const { not } = z.globalRegistry.get(schema) ?? {};
  const all = (schema as z.ZodObject)
    .extend({ [files]: field.optional(), ...before })
    .meta({ ...(not !== undefined && { not }) });
  return { "multipart/form-data": { schema: all } };
}

// Sets `explode: true` for query arrays explicitly, because tools differ in their default.
function setExplode(document: OpenApiDocument): OpenApiDocument {
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
