import { MAX_INTEGER } from "./fields";

// Rewrites zod's JSON Schema to equivalent constructs that OpenAPI client generators support.
type JsonSchema = Record<string, unknown>;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNull = (schema: JsonSchema) => schema.type === "null";
// zod adds patterns to these formats, which are redundant and not valid regular expressions in all languages.
const FORMATS_WITH_PATTERN = ["uuid", "date-time", "date", "email", "uri"];

export function simplifySchemas<T>(value: T): T {
  if (Array.isArray(value)) for (const item of value) simplifySchemas(item);
  else if (isSchema(value)) {
    for (const item of Object.values(value)) simplifySchemas(item);
    dropNever(value);
    typeNull(value);
    toArray(value);
    toOneList(value);
    simplifyConstantBoolean(value);
    toExclusive(value);
    toNullable(value);
    setIntegerFormat(value);
    if (typeof value.pattern === "string" && FORMATS_WITH_PATTERN.includes(value.format as string))
      delete value.pattern;
    // `propertyNames: { type: "string" }` is redundant.
    if (isSchema(value.propertyNames) && Object.keys(value.propertyNames).join() === "type")
      delete value.propertyNames;
  }
  return value;
}

const isNever = (schema: unknown) =>
  isSchema(schema) && isSchema(schema.not) && Object.keys(schema.not).length === 0;

// Removes properties and choices that accept no value. An object that requires such a property accepts none itself.
function dropNever(schema: JsonSchema): void {
  const { properties, required } = schema;
  if (isSchema(properties)) {
    const gone = Object.keys(properties).filter((name) => isNever(properties[name]));
    if (Array.isArray(required) && gone.some((name) => required.includes(name))) {
      replace(schema, { not: {} });
      return;
    }
    for (const name of gone) delete properties[name];
  }
  if (isNever(schema.additionalProperties)) delete schema.additionalProperties;
  for (const kind of ["anyOf", "oneOf"] as const) {
    const choices = schema[kind];
    if (!Array.isArray(choices)) continue;
    const fitting = choices.filter((choice) => !isNever(choice));
    if (fitting.length < choices.length) replaceChoices(schema, fitting, kind);
  }
}

// Replaces the enumeration of a one-valued boolean, for which some generators write code that doesn't compile.
function simplifyConstantBoolean(schema: JsonSchema): void {
  const { const: constant, enum: values, ...rest } = schema;
  if (schema.type !== "boolean") return;
  const allowed = constant === undefined ? (values as unknown[] | undefined) : [constant];
  if (allowed?.length === 1) replace(schema, { ...rest, not: { const: !allowed[0] } });
}

// Adds a type to fields that are always null; some generators support `null` only beside another type.
function typeNull({ properties }: JsonSchema): void {
  if (!isSchema(properties)) return;
  for (const field of Object.values(properties))
    if (isSchema(field) && isNull(field))
      replace(field, {
        ...field,
        type: ["string", "null"],
        description: field.description ?? "Always null.",
      });
}

function toArray(schema: JsonSchema): void {
  const { prefixItems, ...rest } = schema;
  if (!Array.isArray(prefixItems)) return;
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()];
  const length = prefixItems.length;
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  replace(schema, { ...rest, items, minItems: length, maxItems: length });
}

function toOneList(schema: JsonSchema): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length < 2) return;
  const { type } = anyOf[0] as JsonSchema;
  const isList = (choice: JsonSchema) =>
    choice.type === type && (Array.isArray(choice.enum) || "const" in choice);
  if (typeof type !== "string" || !anyOf.every(isList)) return;
  const values = anyOf.flatMap((choice: JsonSchema) => (choice.enum as unknown[]) ?? [choice.const]);
  replaceChoices(schema, [{ type, enum: [...new Set(values)] }]);
}

function toNullable(schema: JsonSchema): void {
  const { type } = schema;
  if (Array.isArray(type)) {
    const { type: _, ...rest } = schema;
    const types = type.filter((name) => name !== "null");
    if (types.length > 1) replace(schema, { ...rest, anyOf: type.map((name) => ({ type: name })) });
    return;
  }
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return;
  const choices = anyOf.filter((choice) => !isNull(choice));
  const [only] = choices;
  if (choices.length === 1 && only && isOnlyChoices(only)) {
    const { anyOf: inner, ...about } = only;
    replaceChoices(schema, [{ ...about, anyOf: [...(inner as JsonSchema[]), { type: "null" }] }]);
    return;
  }
  if (choices.length === 1 && only && mayBeNull(only)) replaceChoices(schema, [withNull(only)]);
  else replaceChoices(schema, [...choices, { type: "null" }]);
}

// True if `null` can be added to the type. In references and non-string enums, some generators misread it as a value.
const mayBeNull = ({ type, oneOf, enum: values, const: constant }: JsonSchema) =>
  type === "string" || (typeof type === "string" && !oneOf && !values && constant === undefined);

const isOnlyChoices = ({ anyOf, description: _, ...rest }: JsonSchema) =>
  Array.isArray(anyOf) && Object.keys(rest).length === 0;

function withNull({ const: constant, enum: values, ...schema }: JsonSchema): JsonSchema {
  const all = constant === undefined ? (values as unknown[] | undefined) : [constant];
  return { ...schema, type: [schema.type, "null"], ...(all && { enum: [...all, null] }) };
}

/** @param choices a single choice replaces the schema, except for the schema's description and default */
function replaceChoices(schema: JsonSchema, choices: JsonSchema[], kind: "anyOf" | "oneOf" = "anyOf"): void {
  const { [kind]: _, ...rest } = schema;
  replace(schema, choices.length === 1 ? { ...choices[0], ...rest } : { ...rest, [kind]: choices });
}

// Converts `anyOf` to `oneOf` for objects that a required field tells apart, and the field's constants to enums.
function toExclusive(schema: JsonSchema): void {
  const { anyOf, oneOf } = schema;
  if (Array.isArray(oneOf)) listDiscriminator(oneOf);
  if (!Array.isArray(anyOf)) return;
  const objects = anyOf.filter((choice) => isSchema(choice.properties));
  if (objects.length < 2 || !listDiscriminator(objects)) return;
  const rest = anyOf.filter((choice) => !objects.includes(choice));
  if (rest.length > 0) schema.anyOf = [...rest, { oneOf: objects }];
  else {
    const { anyOf: _, ...about } = schema;
    replace(schema, { ...about, oneOf: objects });
  }
}

type ObjectSchema = { properties?: Record<string, JsonSchema>; required?: string[] };

/** @returns true if a field tells the choices apart. Its constants become enums, which all generators compare */
function listDiscriminator(choices: ObjectSchema[]): boolean {
  const listValues = (choice: ObjectSchema, name: string) => {
    const { const: constant, enum: values } = choice.properties?.[name] ?? {};
    return constant === undefined ? (values as unknown[] | undefined) : [constant];
  };
  const name = Object.keys(choices[0]?.properties ?? {}).find((field) => {
    const values = choices.flatMap((choice) => listValues(choice, field) ?? [undefined]);
    const isInAll = choices.every(({ required }) => required?.includes(field));
    return isInAll && !values.includes(undefined) && new Set(values).size === values.length;
  });
  if (name === undefined) return false;
  for (const choice of choices) {
    const { const: _, ...field } = choice.properties![name]!;
    choice.properties![name] = { ...field, enum: listValues(choice, name) };
  }
  return true;
}

// Sets the integer format. Integers as large as IDs are int64, so that IDs are accepted everywhere.
function setIntegerFormat(schema: JsonSchema): void {
  if (![schema.type].flat().includes("integer") || schema.format !== undefined) return;
  const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
  schema.format = minimum > -MAX_INTEGER && maximum < MAX_INTEGER ? "int32" : "int64";
}

function replace(schema: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, other);
}
