import { AppError, InvalidInput } from "@/lib/platform/errors";

const MAX_DEPTH = 32;
// Maximum number of objects, arrays and scalars in one text, since each costs time to parse and validate.
const MAX_VALUES = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Parses untrusted JSON. Checks depth and number of values first, because parsing is the expensive part.
 * @throws AppError bad_request when it is not JSON; InvalidInput for more than 32 levels or 50,000 values
 */
export function readJson(text: string): unknown {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values++;
    else if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    if (depth > MAX_DEPTH) throw unfit("too_deep", `Must not be nested more than ${MAX_DEPTH} levels.`);
    if (values > MAX_VALUES) throw unfit("too_many_values", `Must not hold more than ${MAX_VALUES} values.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("bad_request", "The body is not valid JSON.");
  }
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return text.length;
}

const unfit = (type: string, msg: string) => new InvalidInput([{ loc: ["body"], msg, type }]);
