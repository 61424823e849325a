import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import type { StoredMcpField as Field, StoredMcpValue as Value } from "@/db/schema/mcp";
import { clean } from "./server-offers";

export type Form = { message: string; fields: Field[] };
export type ElicitationAnswer = Pick<ElicitResult, "action" | "content">;

const MAX_FIELDS = 30;
const MAX_OPTIONS = 100;

type JsonSchema = Record<string, unknown>;
const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const parseText = (value: unknown, most: number) => (typeof value === "string" ? clean(value, most) : "");
const parseNumber = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);

/**
 * Parses an elicitation request. Returns undefined when it cannot be shown as a form, such as one in URL mode or with
 * a required field of an unsupported type.
 */
export function parseForm(params: ElicitRequest["params"]): Form | undefined {
  if (!("requestedSchema" in params) || !isObject(params.requestedSchema)) return undefined;
  const { properties, required } = params.requestedSchema as JsonSchema;
  const message = clean(params.message, 2000);
  if (!isObject(properties) || message.trim() === "") return undefined;
  const entries = Object.entries(properties);
  if (entries.length > MAX_FIELDS) return undefined;
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields: Field[] = [];
  for (const [name, schema] of entries) {
    const field = isObject(schema) && name.length <= 200 ? parseField(clean(name, 200), schema) : undefined;
    if (field) fields.push({ ...field, is_required: needed.has(name) });
    // A required field that cannot be shown cannot be answered either.
    else if (needed.has(name)) return undefined;
  }
  return { message, fields };
}

function parseField(name: string, schema: JsonSchema): Omit<Field, "is_required"> | undefined {
  const found = parseKind(schema);
  if (!found) return undefined;
  const { kind, options = [] } = found;
  const sizes: Record<string, [unknown, unknown]> = {
    number: [schema.minimum, schema.maximum],
    integer: [schema.minimum, schema.maximum],
    choices: [schema.minItems, schema.maxItems],
  };
  const [least, most] = sizes[kind] ?? [schema.minLength, schema.maxLength];
  return {
    name,
    title: parseText(schema.title, 200) || name,
    description: parseText(schema.description, 1000) || null,
    kind,
    options,
    initial: parseInitial(schema.default),
    least: parseNumber(least),
    most: parseNumber(most),
  };
}

const FORMATS: Record<string, Field["kind"]> = {
  email: "email",
  uri: "url",
  date: "date",
  "date-time": "datetime",
};

function parseKind(schema: JsonSchema): { kind: Field["kind"]; options?: Field["options"] } | undefined {
  switch (schema.type) {
    case "boolean":
      return { kind: "switch" };
    case "number":
    case "integer":
      return { kind: schema.type };
    case "array": {
      const options = isObject(schema.items) ? parseOptions(schema.items) : undefined;
      return options && { kind: "choices", options };
    }
    case "string": {
      const options = parseOptions(schema);
      if (options) return { kind: "choice", options };
      if (schema.enum ?? schema.oneOf ?? schema.anyOf) return undefined;
      return { kind: (typeof schema.format === "string" && FORMATS[schema.format]) || "text" };
    }
    default:
      return undefined;
  }
}

function parseOptions({ enum: values, enumNames, oneOf, anyOf }: JsonSchema): Field["options"] | undefined {
  const named = oneOf ?? anyOf;
  const options = Array.isArray(values)
    ? values.map((value, at) => ({
        value: parseText(value, 500),
        label: parseText(Array.isArray(enumNames) ? enumNames[at] : undefined, 200),
      }))
    : Array.isArray(named)
      ? named.map((one) => ({
          value: parseText((one as JsonSchema | null)?.const, 500),
          label: parseText((one as JsonSchema | null)?.title, 200),
        }))
      : [];
  if (options.length === 0 || options.length > MAX_OPTIONS) return undefined;
  return options.map(({ value, label }) => ({ value, label: label || value }));
}

function parseInitial(value: unknown): Value | null {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return parseNumber(value);
  if (typeof value === "string") return clean(value, 2000);
  const isList = Array.isArray(value) && value.length <= MAX_OPTIONS;
  return isList && value.every((one) => typeof one === "string") ? value.map((one) => clean(one, 500)) : null;
}
