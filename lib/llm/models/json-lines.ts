import type { z } from "zod";
import { createUnreadableError } from "./failures";

/**
 * Reads a stream of one JSON value per line (NDJSON). The response must come from a connection's fetch, which limits
 * the bytes and values of a line.
 * @throws JSONParseError
 */
export async function* readJsonLines<T>(response: Response, schema: z.ZodType<T>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield parseLine(line, schema);
  }
  if (rest.trim() !== "") yield parseLine(rest, schema);
}

function parseLine<T>(line: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw createUnreadableError(error);
  }
}
