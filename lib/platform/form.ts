import { parse } from "node:querystring";
import { AppError } from "./errors";

/** More fields than any form of ours has. */
const MOST_FIELDS = 100;

/** Each name with its values, in the order they came. */
export type Fields = Record<string, string[]>;

/**
 * Decodes a query or a form (WHATWG `application/x-www-form-urlencoded`) in
 * linear time: that of `URLSearchParams` grows with the square of the number
 * of names without a value.
 * @returns undefined when its bytes are not UTF-8, which would be replaced silently
 */
export function readFields(text: string): Fields | undefined {
  try {
    // A "%" that encodes nothing stands for itself.
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
 * The fields of a form by name; of one that is repeated, the last value.
 * @throws AppError bad_request when it has more fields than any form of ours, or is not UTF-8
 */
export function readForm(text: string): Record<string, string> {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) count++;
  if (count > MOST_FIELDS)
    throw new AppError("bad_request", `A form can have at most ${MOST_FIELDS} fields.`);
  const fields = readFields(text);
  if (!fields) throw new AppError("bad_request", "The body is not valid UTF-8.");
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.at(-1)!]));
}
