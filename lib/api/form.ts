import { parse } from "node:querystring";
import { AppError } from "@/lib/errors";
import { readJson } from "./json";
import { problem } from "./problem";

/** More fields than any form of ours has. */
const MOST_FIELDS = 100;
/** Of a form that signs somebody in, and of whatever else a stranger may send. In bytes. */
export const MOST_FORM_BYTES = 16 * 1024;

export const bodyTooLarge = (most: number) =>
  new AppError("too_large", `The body can have at most ${sizeOf(most)}.`);
const sizeOf = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);

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

/**
 * Answers a form, or a flat JSON object, that is posted to a page or to
 * NextAuth: with `answer`, or in plain text why it cannot be read. Values that
 * are not text are left out.
 */
export async function answerPosted(
  request: Request,
  answer: (fields: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  let fields: Record<string, string>;
  try {
    fields = await readPosted(request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, headers } = problem(error, "");
    return new Response(error.message, { status, headers });
  }
  return answer(fields);
}

async function readPosted(request: Request): Promise<Record<string, string>> {
  const text = await readSmallText(request.body);
  if (!(request.headers.get("content-type") ?? "").includes("json")) return readForm(text);
  const value = readJson(text);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

async function readSmallText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_FORM_BYTES) throw bodyTooLarge(MOST_FORM_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
