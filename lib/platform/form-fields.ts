import { parse } from "node:querystring";
import { AppError } from "./errors";

const MAX_FIELDS = 100;

export type Fields = Record<string, string[]>;

/**
 * Decodes a query string or form (WHATWG `application/x-www-form-urlencoded`) in linear time; `URLSearchParams` is
 * quadratic in the number of names without a value.
 * @returns undefined for bytes that are not UTF-8, which would otherwise be replaced silently
 */
export function readFields(text: string): Fields | undefined {
  try {
    // A "%" without two hexadecimal digits is a literal percent sign.
    if (text.includes("%")) decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, "%25"));
  } catch {
    return undefined;
  }
  const fields: Fields = Object.create(null);
  for (const [name, given] of Object.entries(parse(text, "&", "=", { maxKeys: 0 })))
    fields[name] = Array.isArray(given) ? given : [given ?? ""];
  return fields;
}

/**
 * Returns the fields of a form; the last value of a repeated field wins.
 * @throws AppError bad_request when it has too many fields or is not UTF-8
 */
export function readForm(text: string): Record<string, string> {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) count++;
  if (count > MAX_FIELDS) throw new AppError("bad_request", `A form can have at most ${MAX_FIELDS} fields.`);
  const fields = readFields(text);
  if (!fields) throw new AppError("bad_request", "The body is not valid UTF-8.");
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.at(-1)!]));
}
