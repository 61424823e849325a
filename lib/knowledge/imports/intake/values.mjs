// @ts-check

/**
 * Raw text of a JSON value. For a skipped value: the reason and its first bytes.
 * @typedef {{ text: string } | { text?: undefined, head: string, fault: "long" | "cut" }} RawValue
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = { array: 0x5b, object: 0x7b };
const CLOSING = { array: 0x5d, object: 0x7d };
const HEAD_BYTES = 4_000;

/**
 * Streams the items of a JSON array, or a single object, as raw text. Memory is bounded by the largest value. Does not
 * validate the values; the caller parses them.
 * @param {AsyncIterable<Buffer>} file
 * @param {number} maxBytes per value
 * @returns {AsyncGenerator<RawValue>}
 */
export async function* readValues(file, maxBytes) {
  let depth = 0;
  /**
   * Nesting depth of the values: 1 inside an array, else 0.
   * @type {number | undefined}
   */
  let base;
  let isInString = false;
  let isEscaped = false;
  let value = new Value(maxBytes);

  for await (const chunk of file) {
    // Start of the current value in this chunk.
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
        // Unbalanced closing bracket: not JSON from here on.
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
 * Finds the end of a string with `indexOf`, which skips most bytes quickly. `isEscaped` is true if the previous chunk
 * (in the argument) or this chunk (in the result) ends with an escaping backslash.
 * @param {Buffer} chunk
 * @param {number} from
 * @param {boolean} isEscaped
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

// Buffers the chunks of a value up to its limit.
class Value {
  #pieces = /** @type {Buffer[]} */ ([]);
  #bytes = 0;

  constructor(/** @type {number} */ maxBytes) {
    this.maxBytes = maxBytes;
  }

  add(/** @type {Buffer} */ piece) {
    this.#bytes += piece.length;
    if (this.#bytes <= this.maxBytes) this.#pieces.push(piece);
    // Keeps the beginning, which contains the title.
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
