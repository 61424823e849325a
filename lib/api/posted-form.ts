import { AppError } from "@/lib/platform/errors";
import { readForm } from "@/lib/platform/form-fields";
import { readJson } from "./json";
import { toProblem } from "./problem";

export const MAX_FORM_BYTES = 16 * 1024;

export const createBodyTooLargeError = (most: number) =>
  new AppError("too_large", `The body can have at most ${formatSize(most)}.`);
const formatSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`;

/**
 * Parses a form or a flat JSON object posted to a page or to NextAuth and passes it to `answer`. Responds with plain
 * text when parsing fails. Values other than strings are dropped.
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
    const { status, headers } = toProblem(error, "");
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

/** @throws AppError too_large */
export async function readSmallText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes = MAX_FORM_BYTES,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw createBodyTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
