/**
 * The OpenAPI document as the reference page reads it: operations by tag, and
 * for each schema the fields with their types in words.
 */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: unknown;
};
type Content = Record<string, { schema?: Schema }>;
type DocumentOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
};
export type ApiDocument = {
  servers: { url: string }[];
  paths: Record<string, Record<string, DocumentOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description?: string }>;
  };
};

/** A schema in words: `type` names it, `refs` are the named schemas in that name, `fields` what is in it. */
export type Shape = {
  type: string;
  refs: string[];
  notes: string[];
  description?: string;
  fields?: Field[];
};
export type Field = Shape & { name: string; required: boolean };

type Parameter = Field & { in: string };
export type OperationOutline = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description?: string;
  deprecated: boolean;
  credentials: "token" | "login token" | "none";
  parameters: Parameter[];
  body?: { mediaType: string; required: boolean; shape: Shape; example: unknown };
  answer: { status: string; mediaTypes: string[]; shape?: Shape };
  /** By their status; "else" for any other. */
  errors: string[];
};
export type Outline = {
  server: string;
  groups: { tag: string; operations: OperationOutline[] }[];
  schemas: (Shape & { name: string })[];
  /** What each status of an error says, for all operations. */
  errors: { status: string; description: string }[];
};

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** Turns the document into what the page shows. */
export function outlineOf(document: ApiDocument): Outline {
  const { schemas } = document.components;
  const groups = new Map<string, OperationOutline[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = operation.tags[0] ?? "Other";
      groups.set(tag, [...(groups.get(tag) ?? []), operationOutline(document, path, method, operation)]);
    }
  }
  return {
    server: document.servers[0]?.url ?? "",
    groups: [...groups].map(([tag, operations]) => ({ tag, operations })),
    schemas: Object.entries(schemas)
      .map(([name, schema]) => ({ ...shapeOf(schema), name }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    errors: errorsOf(document),
  };
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
    // In the document none is without: tools ask for one.
    description: operation.description === `${operation.summary}.` ? undefined : operation.description,
    deprecated: operation.deprecated ?? false,
    credentials: credentialsOf(operation),
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...shapeOf(parameter.schema),
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
    })),
    ...(mediaType &&
      media?.schema && {
        body: {
          mediaType,
          required: operation.requestBody?.required ?? false,
          shape: shapeOf(media.schema),
          example: exampleOf(media.schema, document.components.schemas),
        },
      }),
    answer: {
      status,
      mediaTypes: Object.keys(success.content ?? {}),
      ...(answer && { shape: shapeOf(answer) }),
    },
    errors: responses.flatMap(([code]) => (isError(code) ? statusOf(code) : [])),
  };
}

const isError = (code: string) => !code.startsWith("2");
const statusOf = (code: string) => (code === "default" ? "else" : code);

function errorsOf({ paths, components }: ApiDocument): Outline["errors"] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const responses = operations.flatMap((operation) => Object.entries(operation.responses));
  const errors = new Map<string, string>();
  for (const [code, response] of responses) {
    const { description = "" } = (response.$ref && components.responses[nameOf(response.$ref)]) || response;
    if (isError(code)) errors.set(statusOf(code), description);
  }
  return [...errors]
    .map(([status, description]) => ({ status, description }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}

function credentialsOf({ security }: DocumentOperation): OperationOutline["credentials"] {
  if (security.length === 0) return "none";
  return security.some((scheme) => "LoginToken" in scheme) ? "login token" : "token";
}

/** A schema in words. Named schemas are only named: they have their own place on the page. */
export function shapeOf(schema: Schema): Shape {
  const { description } = schema;
  if (schema.$ref) return { type: nameOf(schema.$ref), refs: [nameOf(schema.$ref)], notes: [], description };
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const shapes = choices.map(shapeOf);
    return {
      type: [...new Set(shapes.map(({ type }) => type))].join(" | "),
      refs: shapes.flatMap(({ refs }) => refs),
      notes: [...shapes.flatMap(({ notes }) => notes), ...defaultOf(schema)],
      description,
      fields: shapes.find(({ fields }) => fields)?.fields,
    };
  }
  if (schema.type === "array" && schema.items) {
    const item = shapeOf(schema.items);
    const type = item.type.includes(" | ") ? `(${item.type})[]` : `${item.type}[]`;
    return { ...item, type, notes: [...item.notes, ...defaultOf(schema)], description };
  }
  return { type: wordOf(schema), refs: [], notes: notesOf(schema), description, fields: fieldsOf(schema) };
}

function wordOf({ type, format, const: constant }: Schema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  if (type === undefined) return "any";
  if (format === "binary") return "file";
  return [type].flat().join(" | ");
}

function fieldsOf({ properties, required = [] }: Schema): Field[] | undefined {
  if (!properties) return undefined;
  return Object.entries(properties).map(([name, schema]) => ({
    ...shapeOf(schema),
    name,
    required: required.includes(name),
  }));
}

function notesOf(schema: Schema): string[] {
  const { format, minimum, maximum, minLength, maxLength } = schema;
  const notes: string[] = [];
  if (schema.enum) notes.push(schema.enum.map((value) => JSON.stringify(value)).join(", "));
  if (format && format !== "binary") notes.push(format);
  // Beyond this a bound only says "an integer" and helps nobody.
  const isTold = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < 2 ** 31 - 1;
  if (isTold(minimum)) notes.push(`≥ ${minimum}`);
  if (isTold(maximum)) notes.push(`≤ ${maximum}`);
  if (minLength && minLength > 1) notes.push(`at least ${minLength} characters`);
  if (maxLength !== undefined) notes.push(`at most ${maxLength.toLocaleString("en")} characters`);
  return [...notes, ...defaultOf(schema)];
}

const defaultOf = ({ default: value }: Schema) =>
  value === undefined ? [] : [`default ${JSON.stringify(value)}`];

/** A value that the schema accepts, with its required fields only, for examples. */
export function exampleOf(schema: Schema, named: Record<string, Schema>, depth = 0): unknown {
  if (schema.$ref) return exampleOf(named[nameOf(schema.$ref)] ?? {}, named, depth);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice) return exampleOf(choice, named, depth);
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => depth < 4 && schema.required?.includes(name))
          .map(([name, field]) => [name, exampleOf(field, named, depth + 1)]),
      );
    case "array":
      return [];
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return schema.format === "uuid" ? "00000000-0000-4000-8000-000000000000" : "…";
  }
}
