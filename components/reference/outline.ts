import {
  buildExample,
  getReferencedName,
  type Schema,
  type SchemaField,
  type SchemaShape,
  toShape,
} from "./schema";

// This file converts the OpenAPI document for the reference: operations by group, and each named schema in the group
// that refers to it first.

type MediaTypes = Record<string, { schema?: Schema }>;
type DocumentOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: MediaTypes };
  responses: Record<string, { $ref?: string; description?: string; content?: MediaTypes }>;
};
export type ApiDocument = {
  info?: { description?: string };
  servers: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description?: string }>;
    securitySchemes?: Record<string, { description?: string }>;
  };
};

type Parameter = SchemaField & { in: string };
export type OperationOutline = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description?: string;
  deprecated: boolean;
  credentials: "token" | "login token" | "none";
  parameters: Parameter[];
  body?: { mediaType: string; required: boolean; shape: SchemaShape; example: unknown };
  answer: { status: string; mediaTypes: string[]; shape?: SchemaShape };
  /** Status codes; "else" for all others. */
  errors: string[];
};
export type NamedShape = SchemaShape & { name: string };
export type GroupOutline = {
  tag: string;
  slug: string;
  description?: string;
  operations: OperationOutline[];
  schemas: NamedShape[];
};
export type Outline = {
  server: string;
  about: string;
  groups: GroupOutline[];
  /** Schemas that no group refers to, such as those of errors. */
  schemas: NamedShape[];
  places: Record<string, string>;
  errors: { status: string; description: string }[];
  credentials: Record<string, string>;
};

export const toSlug = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]+/g, "-");

export function buildOutline(document: ApiDocument): Outline {
  const { schemas, securitySchemes = {} } = document.components;
  const tags = new Map<string, { operations: OperationOutline[]; refs: string[] }>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = operation.tags[0] ?? "Other";
      const group = tags.get(tag) ?? { operations: [], refs: [] };
      group.operations.push(operationOutline(document, path, method, operation));
      group.refs.push(...refsIn(operation));
      tags.set(tag, group);
    }
  }
  const places: Record<string, string> = {};
  const shownAt = (place: string, refs: string[]): NamedShape[] => {
    const names = reached(refs, schemas).filter((name) => schemas[name] && places[name] === undefined);
    for (const name of names) places[name] = place;
    return names
      .map((name) => ({ ...toShape(schemas[name]!), name }))
      .sort((a, b) => a.name.localeCompare(b.name));
  };
  const groups = [...tags].map(([tag, { operations, refs }]) => ({
    tag,
    slug: toSlug(tag),
    description: document.tags?.find(({ name }) => name === tag)?.description,
    operations,
    schemas: shownAt(`/docs/${toSlug(tag)}`, refs),
  }));
  return {
    server: document.servers[0]?.url ?? "",
    about: document.info?.description ?? "",
    groups,
    schemas: shownAt("/docs", Object.keys(schemas)),
    places,
    errors: listErrors(document),
    credentials: Object.fromEntries(
      Object.entries(securitySchemes).map(([name, { description = "" }]) => [name, description]),
    ),
  };
}

function refsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "$ref" && typeof item === "string" && item.includes("/schemas/")
      ? [getReferencedName(item)]
      : refsIn(item),
  );
}

function reached(names: string[], schemas: Record<string, Schema>): string[] {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...refsIn(schemas[name]));
  }
  return [...found];
}

function operationOutline(
  document: ApiDocument,
  path: string,
  method: string,
  operation: DocumentOperation,
): OperationOutline {
  const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const responses = Object.entries(operation.responses);
  const [status, success] = responses.find(([code]) => code.startsWith("2")) ?? ["200", {}];
  const answer = Object.values(success.content ?? {})[0]?.schema;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    // The document repeats the summary where there is no description, because tools require one.
    description: operation.description === `${operation.summary}.` ? undefined : operation.description,
    deprecated: operation.deprecated ?? false,
    credentials: getCredentials(operation),
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...toShape(parameter.schema),
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
    })),
    ...(mediaType &&
      media?.schema && {
        body: {
          mediaType,
          required: operation.requestBody?.required ?? false,
          shape: toShape(media.schema),
          example: buildExample(media.schema, document.components.schemas),
        },
      }),
    answer: {
      status,
      mediaTypes: Object.keys(success.content ?? {}),
      ...(answer && { shape: toShape(answer) }),
    },
    errors: responses.flatMap(([code]) => (isError(code) ? toStatus(code) : [])),
  };
}

const isError = (code: string) => !code.startsWith("2");
const toStatus = (code: string) => (code === "default" ? "else" : code);

function listErrors({ paths, components }: ApiDocument): Outline["errors"] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const responses = operations.flatMap((operation) => Object.entries(operation.responses));
  const errors = new Map<string, string>();
  for (const [code, response] of responses) {
    const { description = "" } =
      (response.$ref && components.responses[getReferencedName(response.$ref)]) || response;
    if (isError(code)) errors.set(toStatus(code), description);
  }
  return [...errors]
    .map(([status, description]) => ({ status, description }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}

function getCredentials({ security }: DocumentOperation): OperationOutline["credentials"] {
  if (security.length === 0) return "none";
  return security.some((scheme) => "LoginToken" in scheme) ? "login token" : "token";
}
