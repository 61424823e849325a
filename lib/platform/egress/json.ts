import { type Check, createLimitCheck } from "./body";
import { EgressError } from "./errors";

/**
 * Parsing JSON blocks the server's thread: milliseconds for a long text, but seconds for millions of values. So
 * values are counted as chunks arrive, and a response with too many is aborted.
 */
export type JsonLimits = {
  bytes: number;
  /** Limit of objects, arrays and their elements: per response or, in a stream of messages, per message. */
  values?: number;
};
export type StreamLimits = JsonLimits & {
  lineBytes: number;
  lines: number;
};

const DEFAULT_BYTES = 256 * 1024;
const DEFAULT_VALUES = 20_000;
const MAX_DEPTH = 2_500;
// Maximum number of `data:` lines per event, because readers join these lines.
const MAX_EVENT_LINES = 10_000;

export const limitJson =
  ({ bytes, values = DEFAULT_VALUES }: JsonLimits): (() => Check) =>
  () => {
    const isLong = createLimitCheck(bytes);
    const scanner = new JsonScanner(values);
    return (piece) => isLong(piece) ?? scanner.scan(piece);
  };

export const limitStream =
  ({ bytes, values = DEFAULT_VALUES, ...lines }: StreamLimits): (() => Check) =>
  () => {
    const isLong = createLimitCheck(bytes);
    const scanner = new JsonScanner(values, lines);
    return (piece) => isLong(piece) ?? scanner.scan(piece);
  };

/**
 * Parses a JSON response.
 * @throws EgressError naming the exceeded limit; SyntaxError for invalid JSON
 */
export async function readJson(response: Response, limits: Partial<JsonLimits> = {}): Promise<unknown> {
  const check = limitJson({ bytes: DEFAULT_BYTES, ...limits })();
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) {
    const fault = check(piece);
    if (fault) throw fault;
    pieces.push(piece);
  }
  return JSON.parse(
    Buffer.concat(pieces)
      .toString()
      .replace(/^\ufeff/, ""),
  );
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const D = 0x64;
const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

export class JsonScanner {
  #values = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #lines = 0;
  #lineBytes = 0;
  #firstByte = 0;
  #eventLines = 0;

  /** @param limits set for streams only: `maxValues` then applies to each message */
  constructor(
    private readonly maxValues: number,
    private readonly limits?: Pick<StreamLimits, "lineBytes" | "lines">,
  ) {}

  scan(piece: Uint8Array): EgressError | undefined {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!;
      if (this.limits && byte === NEWLINE) {
        if (this.#endLine(this.limits)) break;
      } else {
        if (this.#lineBytes++ === 0) this.#firstByte = byte;
        if (this.#isInString) this.#scanString(byte);
        else if (byte === QUOTE) this.#isInString = true;
        else if (byte === COMMA) this.#values++;
        else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.#open();
        else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#close();
      }
      if (this.#values > this.maxValues || this.#depth > MAX_DEPTH) break;
    }
    return this.#findFault();
  }

  #scanString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #open(): void {
    this.#values++;
    this.#depth++;
  }

  /** Resets the count at the outermost closing bracket of a stream, which ends a message. */
  #close(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.limits && this.#depth === 0) this.#values = 0;
  }

  /**
   * Ends a line, and with it any open string: JSON strings contain no raw newlines, so an open quote belonged to
   * another field of the event. Returns true when a limit is exceeded.
   */
  #endLine({ lineBytes, lines }: Pick<StreamLimits, "lineBytes" | "lines">): boolean {
    this.#isInString = false;
    this.#isEscaped = false;
    if (this.#lineBytes > lineBytes || ++this.#lines > lines) return true;
    if (this.#lineBytes === 0 || this.#firstByte === RETURN) this.#eventLines = 0;
    else if (this.#firstByte === D) this.#eventLines++;
    this.#lineBytes = 0;
    return this.#eventLines > MAX_EVENT_LINES;
  }

  #findFault(): EgressError | undefined {
    const { lineBytes = Number.POSITIVE_INFINITY, lines = Number.POSITIVE_INFINITY } = this.limits ?? {};
    if (this.#lineBytes > lineBytes) return tooMuch(`a line of more than ${lineBytes / 1024} KB`);
    if (this.#lines > lines) return tooMuch(`more than ${lines.toLocaleString("en")} lines`);
    if (this.#eventLines > MAX_EVENT_LINES)
      return tooMuch(`an event of more than ${MAX_EVENT_LINES.toLocaleString("en")} lines`);
    if (this.#values > this.maxValues)
      return tooMuch(`more than ${this.maxValues.toLocaleString("en")} values`);
    if (this.#depth > MAX_DEPTH)
      return tooMuch(`more than ${MAX_DEPTH.toLocaleString("en")} values within each other`);
    return undefined;
  }
}

const tooMuch = (what: string) => new EgressError("garbage", `The server's answer has ${what}.`);
