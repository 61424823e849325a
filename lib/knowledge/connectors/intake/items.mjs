// @ts-check
import { Batch } from "../../../platform/intake/child/batch.mjs";

/** @typedef {{ path: string, version: string | null }} Item */

/** The maximum length in bytes of a path that the application stores. */
export const MAX_PATH_BYTES = 2_000;
export const MAX_VERSION_CHARACTERS = 500;

/** Collects a source's files. Ignores repeated paths and paths that can't be stored. */
export class ItemList {
  /** @type {Set<string>} */
  #paths = new Set();
  /** @type {Batch<Item>} */
  #batch;

  /** @param {import("../../../platform/intake/child/main.mjs").Host} host */
  constructor(host) {
    this.#batch = new Batch(host);
  }

  get size() {
    return this.#paths.size;
  }

  /** @param {Item} item */
  async add({ path, version }) {
    if (!isPath(path) || this.#paths.has(path)) return;
    this.#paths.add(path);
    const isVersion = version !== null && version.length <= MAX_VERSION_CHARACTERS && isText(version);
    await this.#batch.add({ path, version: isVersion ? version : null });
  }

  end() {
    return this.#batch.flush();
  }
}

/** @param {string} text */
const isText = (text) => !text.includes("\0") && text.isWellFormed();

/** @param {string} path */
const isPath = (path) => path !== "" && isText(path) && Buffer.byteLength(path) <= MAX_PATH_BYTES;
