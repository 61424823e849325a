// @ts-check

/**
 * One of the values of a JSON file: as it is written, or why it is left out, with its beginning.
 * @typedef {{ text: string } | { text?: undefined, head: string, fault: "long" | "cut" }} RawValue
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = { array: 0x5b, object: 0x7b };
const CLOSING = { array: 0x5d, object: 0x7d };
const HEAD_BYTES = 4_000;

/**
 * Yields the values of a JSON file while it is read, so that its size does not matter: the items of its array, or the one
 * object that it is. They are only cut out; parsing tells whether each is JSON.
 * @param {AsyncIterable<Buffer>} file
 * @param {number} maxBytes of one of them
 * @returns {AsyncGenerator<RawValue>}
 */
export async function* readValues(file, maxBytes) {
  let depth = 0;
  /** How deep values are: 1 in an array, 0 without one. @type {number | undefined} */
  let base;
  let isInString = false;
  let isEscaped = false;
  let value = new Value(maxBytes);

  for await (const chunk of file) {
    /** Where the value that is being read begins in this piece. */
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (isInString) {
        const end = findEndOfString(chunk, at, isEscaped);
        ({ isInString, isEscaped } = end);
        at = end.at;
        continue;
      }
      const byte = chunk[at];
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
        value = new Value(maxBytes);
      }
    }
    if (base !== undefined && depth > base) value.add(chunk.subarray(from));
  }
  if (value.isBegun) yield value.cut();
}

/**
 * Looks for the next quotation mark in a string, by which most bytes are passed over quickly. `isEscaped`: the piece
 * before, or this one, ends with a backslash that escapes what comes next.
 * @param {Buffer} chunk @param {number} from @param {boolean} isEscaped
 */
function findEndOfString(chunk, from, isEscaped) {
  const quote = chunk.indexOf(QUOTE, from);
  const end = quote < 0 ? chunk.length : quote;
  let slashes = 0;
  while (end - slashes > from && chunk[end - slashes - 1] === BACKSLASH) slashes++;
  if (isEscaped && slashes === end - from) slashes++;
  const isOdd = slashes % 2 === 1;
  return { at: end, isInString: quote < 0 || isOdd, isEscaped: quote < 0 && isOdd };
}

/** The pieces of a value, up to its maximum. */
class Value {
  /** @type {Buffer[]} */
  #pieces = [];
  #bytes = 0;

  /** @param {number} maxBytes */
  constructor(maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** @param {Buffer} piece */
  add(piece) {
    this.#bytes += piece.length;
    if (this.#bytes <= this.maxBytes) this.#pieces.push(piece);
    // Its beginning names it.
    else this.#pieces.splice(1);
  }

  get isBegun() {
    return this.#bytes > 0;
  }

  /** @returns {RawValue} */
  end() {
    if (this.#bytes > this.maxBytes) return { head: this.#head(), fault: "long" };
    return { text: Buffer.concat(this.#pieces).toString() };
  }

  /** @returns {RawValue} */
  cut() {
    return { head: this.#head(), fault: "cut" };
  }

  #head() {
    return Buffer.concat(this.#pieces).toString("utf8", 0, HEAD_BYTES);
  }
}
