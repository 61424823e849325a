import type { Key } from "@/lib/platform/words/screens";

/** Subset of JSON Schema that the document uses. This file describes schemas in words and creates examples. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
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

/** Constraint on a value: literal, or a translation key with its value. */
export type Note = string | { key: Key<"docs">; value?: string | number };

/** Readable schema: `type` names it, `refs` are the named schemas in that name, `fields` its properties. */
export type SchemaShape = {
  type: string;
  refs: string[];
  notes: Note[];
  description?: string;
  fields?: SchemaField[];
};
export type SchemaField = SchemaShape & { name: string; required: boolean };

export const getReferencedName = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** Describes a schema. Named schemas are only referenced, because they have their own section. */
export function toShape(schema: Schema): SchemaShape {
  const { description } = schema;
  if (schema.$ref)
    return {
      type: getReferencedName(schema.$ref),
      refs: [getReferencedName(schema.$ref)],
      notes: [],
      description,
    };
  // In a schema with properties, alternatives only state which properties belong together.
  const choices = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf);
  if (choices) {
    const shapes = choices.map(toShape);
    return {
      type: [...new Set(shapes.map(({ type }) => type))].join(" | "),
      refs: shapes.flatMap(({ refs }) => refs),
      notes: [...shapes.flatMap(({ notes }) => notes), ...toDefaultNotes(schema)],
      description,
      fields: shapes.find(({ fields }) => fields)?.fields,
    };
  }
  const types = [schema.type].flat();
  if (types.includes("array") && schema.items) {
    const item = toShape(schema.items);
    const array = item.type.includes(" | ") ? `(${item.type})[]` : `${item.type}[]`;
    const type = types.includes("null") ? `${array} | null` : array;
    return { ...item, type, notes: [...item.notes, ...toDefaultNotes(schema)], description };
  }
  return {
    type: toTypeWord(schema),
    refs: [],
    notes: toNotes(schema),
    description,
    fields: toFields(schema),
  };
}

function toTypeWord({ type, format, const: constant }: Schema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  if (type === undefined) return "any";
  if (format === "binary") return "file";
  return [type].flat().join(" | ");
}

function toFields({ properties, required = [] }: Schema): SchemaField[] | undefined {
  if (!properties) return undefined;
  return Object.entries(properties).map(([name, schema]) => ({
    ...toShape(schema),
    name,
    required: required.includes(name),
  }));
}

// Formats that the type implies, and integer widths, which only matter to code generators.
const OMITTED_FORMATS = ["binary", "int32", "int64"];

function toNotes(schema: Schema): Note[] {
  const { format, minimum, maximum, minLength, maxLength } = schema;
  const notes: Note[] = [];
  const values = schema.enum?.filter((value) => value !== null);
  if (values) notes.push(values.map((value) => JSON.stringify(value)).join(", "));
  if (format && !OMITTED_FORMATS.includes(format)) notes.push(format);
  // Omits bounds of 32 bits and more, which only repeat that the value is an integer.
  const isTold = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < 2 ** 31 - 1;
  if (isTold(minimum)) notes.push(`≥ ${minimum}`);
  if (isTold(maximum)) notes.push(`≤ ${maximum}`);
  if (minLength && minLength > 1) notes.push({ key: "atLeast", value: minLength });
  if (maxLength !== undefined) notes.push({ key: "atMost", value: maxLength });
  return [...notes, ...toDefaultNotes(schema)];
}

const toDefaultNotes = ({ default: value }: Schema): Note[] =>
  value === undefined ? [] : [{ key: "default", value: JSON.stringify(value) }];

export function buildExample(schema: Schema, named: Record<string, Schema>, depth = 0): unknown {
  if (schema.$ref) return buildExample(named[getReferencedName(schema.$ref)] ?? {}, named, depth);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  const choice = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice) return buildExample(choice, named, depth);
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => depth < 4 && schema.required?.includes(name))
          .map(([name, field]) => [name, buildExample(field, named, depth + 1)]),
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
