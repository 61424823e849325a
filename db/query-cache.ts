import { is, Param, Placeholder, type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { getDriver } from "./client";
import type { StatementOptions } from "./connection-pool";

export type Built = {
  sql: string;
  params: ({ at: number; encode?: (value: unknown) => unknown } | { always: unknown })[];
};

/**
 * Builds the SQL of a statement once per shape of its values and caches it. Used for the statements of each message,
 * where building without a cache takes a fifth of the CPU time (docs/decisions/025).
 * @param write builds the statement. Numbers and strings are replaced by placeholders, which it may only embed in the
 * SQL. It may branch on the shape: null, undefined, booleans, and lengths of lists.
 */
export function buildOnce<Values extends object, Row>(write: (values: Values) => SQL) {
  const known = new Map<string, Built>();
  return (values: Values): Promise<Row[]> => {
    const given: unknown[] = [];
    const shape = getShape(values, given);
    const toPlaceholder = (at: number) => sql.placeholder(String(at));
    const built = known.get(shape) ?? buildStatement(write(replaceValues(values, toPlaceholder) as Values));
    known.set(shape, built);
    return execute(built, given);
  };
}

export async function execute<Row>(
  built: Built,
  values: unknown[],
  options?: StatementOptions,
): Promise<Row[]> {
  const params = built.params.map((param) => {
    if ("always" in param) return param.always;
    return param.encode ? param.encode(values[param.at]) : values[param.at];
  });
  return (await getDriver().unsafe(built.sql, params, options)) as Row[];
}

const isValue = (value: unknown) => typeof value === "number" || typeof value === "string";
const isParts = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Describes the shape of a value: everything except numbers and strings, which are appended to `values`. */
export function getShape(value: unknown, values: unknown[]): string {
  if (isValue(value)) {
    values.push(value);
    return typeof value === "number" ? "#" : "$";
  }
  if (typeof value === "function") return `()${getNumber(value)}`;
  if (!isParts(value)) return String(value);
  let shape = Array.isArray(value) ? "[" : "{";
  for (const [name, part] of Object.entries(value)) shape += `${name}:${getShape(part, values)},`;
  return shape;
}

/** Returns a copy with each number and string replaced, in the order of `getShape`. */
export function replaceValues(
  value: unknown,
  replace: (at: number) => unknown,
  seen = { count: 0 },
): unknown {
  if (isValue(value)) return replace(seen.count++);
  if (Array.isArray(value)) return value.map((part) => replaceValues(part, replace, seen));
  if (!isParts(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, replaceValues(part, replace, seen)]),
  );
}

const numbers = new WeakMap<object, number>();
let functions = 0;
function getNumber(value: object): number {
  const number = numbers.get(value) ?? functions++;
  numbers.set(value, number);
  return number;
}

const dialect = new PgDialect();

export function buildStatement(statement: SQL): Built {
  const { sql, params } = dialect.sqlToQuery(statement);
  return {
    sql,
    params: params.map((param) => {
      if (is(param, Placeholder)) return { at: Number(param.name) };
      if (is(param, Param) && is(param.value, Placeholder))
        return { at: Number(param.value.name), encode: (value) => param.encoder.mapToDriverValue(value) };
      return { always: param };
    }),
  };
}
