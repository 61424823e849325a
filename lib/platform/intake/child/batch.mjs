// @ts-check

const MAX_VALUES = 500;
/** Of JSON, in UTF-16 units: well below what one line may hold. */
const MAX_CHARACTERS = 50_000;

/** Yields values in batches of a size that fits into a line. @template T */
export class Batch {
  /** @type {T[]} */
  #values = [];
  #characters = 0;

  /** @param {Pick<import("./main.mjs").Host, "emit">} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {T} value */
  async add(value) {
    this.#values.push(value);
    this.#characters += JSON.stringify(value).length;
    if (this.#values.length >= MAX_VALUES || this.#characters >= MAX_CHARACTERS) await this.flush();
  }

  async flush() {
    const values = this.#values;
    this.#values = [];
    this.#characters = 0;
    if (values.length > 0) await this.host.emit(values);
  }
}
