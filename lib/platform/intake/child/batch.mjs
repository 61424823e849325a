// @ts-check

const MAX_VALUES = 500;
// In UTF-16 units of JSON, well below the maximum length of a line.
const MAX_CHARACTERS = 50_000;

/** Emits values in batches that fit into one line. @template T */
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
