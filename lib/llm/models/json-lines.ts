import type { z } from "zod";
import { createUnreadableError } from "./failures";

/**
 * Reads a stream of one JSON value per line (NDJSON). The response must come from a connection's fetch, which limits
 * the bytes and values of a line.
 * @throws JSONParseError
 */
export async function* readJsonLines<T>(response: Response, schema: z.ZodType<T>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  // The pieces of the unfinished line.
  let rest: string[] = [];
  for await (const bytes of response.body ?? []) {
    const [first = "", ...others] = decoder.decode(bytes, { stream: true }).split("\n");
    rest.push(first);
    for (const next of others) {
      const line = rest.join("");
      rest = [next];
      if (line.trim() !== "") yield parseLine(line, schema);
    }
  }
  const last = rest.join("");
  if (last.trim() !== "") yield parseLine(last, schema);
}

function parseLine<T>(line: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw createUnreadableError(error);
  }
}
