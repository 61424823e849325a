/** One of the values of a JSON file: as it is written, or why it is not given, with how it begins. */
export type RawValue = { text: string } | { text?: undefined; head: string; fault: "long" | "cut" };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = { array: 0x5b, object: 0x7b };
const CLOSING = { array: 0x5d, object: 0x7d };
const HEAD = 4_000;

/**
 * The values of a JSON file, one after the other as it is read, so that its
 * size does not matter: what is in its array, or the one object that it is.
 * They are only cut out; whether each is JSON is for whoever parses it.
 * @param most Bytes of one of them
 */
export async function* valuesOf(file: AsyncIterable<Buffer>, most: number): AsyncGenerator<RawValue> {
  let depth = 0;
  /** How deep values are: 1 in an array, 0 without one. */
  let base: number | undefined;
  let isInString = false;
  let isEscaped = false;
  let value = new Value(most);

  for await (const chunk of file) {
    /** Where the value that is being read begins in this piece. */
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (isInString) {
        const end = endOfString(chunk, at, isEscaped);
        ({ isInString, isEscaped } = end);
        at = end.at;
        continue;
      }
      const byte = chunk[at]!;
      if (byte === QUOTE) isInString = true;
      else if (byte === OPENING.object || byte === OPENING.array) {
        base ??= byte === OPENING.array ? 1 : 0;
        if (depth === base) from = at;
        depth++;
      } else if (byte === CLOSING.object || byte === CLOSING.array) {
        depth--;
        // More is closed than was opened: no JSON from here on.
        if (base === undefined || depth < 0) return;
        if (depth !== base) continue;
        value.add(chunk.subarray(from, at + 1));
        yield value.end();
        value = new Value(most);
      }
    }
    if (base !== undefined && depth > base) value.add(chunk.subarray(from));
  }
  if (value.isBegun) yield value.cut();
}

/**
 * Looks for the next quotation mark in a string, by which most bytes are passed over quickly. `isEscaped`: the piece
 * before, or this one, ends with a backslash that escapes what comes next.
 */
function endOfString(chunk: Buffer, from: number, isEscaped: boolean) {
  const quote = chunk.indexOf(QUOTE, from);
  const end = quote < 0 ? chunk.length : quote;
  let slashes = 0;
  while (end - slashes > from && chunk[end - slashes - 1] === BACKSLASH) slashes++;
  if (isEscaped && slashes === end - from) slashes++;
  const isOdd = slashes % 2 === 1;
  return { at: end, isInString: quote < 0 || isOdd, isEscaped: quote < 0 && isOdd };
}

/** The pieces of a value, as far as they are kept. */
class Value {
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(private readonly most: number) {}

  add(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= this.most) this.#pieces.push(piece);
    // How it begins says what it is called.
    else this.#pieces.splice(1);
  }

  get isBegun(): boolean {
    return this.#length > 0;
  }

  end(): RawValue {
    if (this.#length > this.most) return { head: this.#head(), fault: "long" };
    return { text: Buffer.concat(this.#pieces).toString() };
  }

  cut(): RawValue {
    return { head: this.#head(), fault: "cut" };
  }

  #head = (): string => Buffer.concat(this.#pieces).subarray(0, HEAD).toString();
}
