import { createEndlessError } from "../failures";
import { MAX_LINE_BYTES, MAX_REPLY_BYTES, NEWLINE, page, scanEvents } from "../guarded-fetch";

const RETURN = 13;
const SPACE = 32;
const BRACE = "{".charCodeAt(0);
const BRACKET = "[".charCodeAt(0);
const LESS_THAN = "<".charCodeAt(0);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
export const DONE = "[DONE]";

// Format of a response. `lines`: server-sent events or JSON lines, including a proxy's JSON error between events.
// `value`: a single JSON value. `json`: begins as JSON; the first complete line decides between `lines` and `value`.
type Form = "unknown" | "lines" | "json" | "value";

/**
 * Parses a response and emits the data and name of each event. Decodes each buffer once, up to its last complete line.
 * Detects the format from the content, because servers send wrong media types. Ignores comments and other fields.
 */
export class EventData {
  #rest: Buffer[] = [];
  #restSize = 0;
  #size = 0;
  #form: Form = "unknown";
  #data: string | undefined;
  #event: string | undefined;
  readonly #take: (data: string, event?: string) => void;
  readonly #scan = scanEvents();

  constructor(take: (data: string, event?: string) => void) {
    this.#take = take;
  }

  /**
   * @throws ModelError when a line or the response is too long, or the response is HTML; EgressError for an event
   * with too many values; errors of `take`
   */
  push(piece: Buffer): void {
    this.#size += piece.length;
    const end = piece.lastIndexOf(NEWLINE) + 1;
    this.#restSize = end === 0 ? this.#restSize + piece.length : piece.length - end;
    if (this.#size > MAX_REPLY_BYTES || this.#restSize > MAX_LINE_BYTES) throw createEndlessError();
    const fault = this.#scan(piece);
    if (fault) throw fault;
    if (this.#form === "unknown") this.#begin(piece);
    else this.#add(piece, end);
  }

  // Keeps nothing of the blank beginning, which may be long.
  #begin(piece: Buffer): void {
    const from = piece.findIndex((byte) => byte > SPACE && !BYTE_ORDER_MARK.includes(byte));
    if (from < 0) return;
    const beginning = piece.subarray(from);
    this.#form = detectForm(beginning[0]!);
    this.#add(beginning, beginning.lastIndexOf(NEWLINE) + 1);
  }

  #add(piece: Buffer, end: number): void {
    if (end === 0 || this.#form === "value") {
      this.#rest.push(piece);
      return;
    }
    const whole = end === piece.length ? piece : piece.subarray(0, end);
    const lines = this.#rest.length === 0 ? whole : Buffer.concat([...this.#rest, whole]);
    this.#rest = end === piece.length ? [] : [piece.subarray(end)];
    const text = lines.toString();
    if (this.#form === "json") {
      this.#form = beginsWithValue(text) ? "lines" : "value";
      if (this.#form === "value") {
        this.#rest.unshift(lines);
        return;
      }
    }
    this.#lines(text);
  }

  end(): void {
    const rest = Buffer.concat(this.#rest).toString();
    this.#rest = [];
    if (this.#form === "value" || this.#form === "json") this.#take(rest);
    else if (rest !== "") this.#lines(`${rest}\n`);
    this.#dispatch();
  }

  #lines(text: string): void {
    let from = 0;
    while (from < text.length) {
      const next = text.indexOf("\n", from) + 1;
      const to = text.charCodeAt(next - 2) === RETURN ? next - 2 : next - 1;
      if (to <= from) this.#dispatch();
      else if (text.startsWith("data:", from)) {
        const value = text.slice(text.charCodeAt(from + 5) === SPACE ? from + 6 : from + 5, to);
        // Dispatches immediately, because some servers omit the empty line after [DONE] and keep the connection open.
        if (value === DONE) {
          this.#dispatch();
          this.#take(DONE);
        } else this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      } else if (text.charCodeAt(from) === BRACE) this.#take(text.slice(from, to), this.#event);
      else if (text.startsWith("event:", from)) this.#event = text.slice(from + 6, to).trim();
      from = next;
    }
  }

  #dispatch(): void {
    const data = this.#data;
    const event = this.#event;
    this.#data = undefined;
    this.#event = undefined;
    if (data !== undefined) this.#take(data, event);
  }
}

function detectForm(first: number): Form {
  if (first === LESS_THAN) throw page();
  return first === BRACE || first === BRACKET ? "json" : "lines";
}

function beginsWithValue(text: string): boolean {
  const [line = ""] = text.trimStart().split("\n", 1);
  try {
    JSON.parse(line);
    return line.startsWith("{");
  } catch {
    return false;
  }
}
