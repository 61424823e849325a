// @ts-check
// Stores the fetched packs of a repository. Each pack is named after the commit that it was fetched for.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { applyDelta, readSizes } from "./git-delta.mjs";
import { countTooLarge, findOffset, indexPack } from "./git-index.mjs";
import { Pack } from "./git-pack.mjs";
import { createNoRepositoryError, fetchPack, findHead, MAX_PACK_MB } from "./git-protocol.mjs";

/** @typedef {{ pack: Pack, index: Buffer }} StoredPack */

const MB = 1024 * 1024;
// Each fetch adds a pack. From this number of packs, or above the maximum size, everything is fetched again as one
// pack.
const MAX_PACKS = 10;
const MAX_PACKS_BYTES = MAX_PACK_MB * MB;
// Git's maximum length of a delta chain.
const MAX_CHAIN = 4_095;
const PACK_FILE = /^[0-9a-f]{40}\.(pack|index)$/;
const INCOMING = "incoming";

export class GitStore {
  /** Packs by the commit that each was fetched for. @type {Map<string, StoredPack>} */
  #packs = new Map();

  /** @param {string} directory @param {number} maxFileBytes */
  constructor(directory, maxFileBytes) {
    this.directory = directory;
    this.maxFileBytes = maxFileBytes;
    for (const name of readdirSync(directory)) {
      if (!PACK_FILE.test(name)) rmSync(join(directory, name), { recursive: true, force: true });
      else if (name.endsWith(".index")) this.#open(name.slice(0, -".index".length));
    }
  }

  /** @param {string} commit */
  #open(commit) {
    const path = join(this.directory, commit);
    this.#packs.set(commit, { pack: new Pack(`${path}.pack`), index: readFileSync(`${path}.index`) });
  }

  /**
   * Fetches the latest commit unless it is stored, and returns its id.
   * @param {import("./git-protocol.mjs").Remote} remote
   */
  async update(remote) {
    const id = await findHead(remote);
    if (this.has(id)) return id;
    if (this.#packs.size >= MAX_PACKS || this.#countBytes() > MAX_PACKS_BYTES) this.#clear();
    const incoming = join(this.directory, INCOMING);
    await fetchPack(remote, { id, present: [...this.#packs.keys()], path: incoming });
    const index = await indexPack(incoming, this.maxFileBytes, (base) =>
      this.has(base) ? this.#readAny(base) : undefined,
    );
    const path = join(this.directory, id);
    renameSync(incoming, `${path}.pack`);
    writeFileSync(`${incoming}.index`, index);
    renameSync(`${incoming}.index`, `${path}.index`);
    this.#open(id);
    if (!this.has(id)) throw createNoRepositoryError();
    return id;
  }

  #countBytes() {
    let bytes = 0;
    for (const name of readdirSync(this.directory)) bytes += statSync(join(this.directory, name)).size;
    return bytes;
  }

  #clear() {
    for (const { pack } of this.#packs.values()) pack.close();
    this.#packs.clear();
    for (const name of readdirSync(this.directory)) rmSync(join(this.directory, name), { force: true });
  }

  /** @param {string} id */
  has(id) {
    return this.#find(id) !== undefined;
  }

  /** @param {string} id */
  #find(id) {
    const bytes = Buffer.from(id, "hex");
    for (const { pack, index } of this.#packs.values()) {
      const offset = findOffset(index, bytes);
      if (offset !== undefined) return { pack, offset };
    }
    return undefined;
  }

  /**
   * @param {string} id
   * @param {import("./git-pack.mjs").ObjectType} type
   * @returns {Buffer}
   * @throws {Problem} when the object is too large or missing
   */
  read(id, type) {
    if (type !== "blob" && !this.has(id)) throw createNoRepositoryError();
    const object = this.#readAny(id);
    if (object.type !== type) throw createNoRepositoryError();
    return object.data;
  }

  /** @param {string} id */
  #readAny(id) {
    /** @type {Buffer[]} */
    const deltas = [];
    let place = this.#find(id);
    for (;;) {
      if (!place) throw this.#missing();
      const { pack, offset } = place;
      const entry = pack.readEntry(offset);
      if (entry.size > this.maxFileBytes) throw this.#tooLarge();
      const { data } = pack.unpack(entry);
      if (entry.type)
        return { type: entry.type, data: deltas.reduceRight((base, delta) => applyDelta(base, delta), data) };
      if (readSizes(data).result > this.maxFileBytes) throw this.#tooLarge();
      if (deltas.length === MAX_CHAIN) throw createNoRepositoryError();
      deltas.push(data);
      const { baseOffset, baseId = "" } = entry;
      place = baseOffset === undefined ? this.#find(baseId) : { pack, offset: baseOffset };
    }
  }

  /** Returns the error for a missing id. Large deltas have no id in the index, so the id may belong to one of them. */
  #missing() {
    for (const { index } of this.#packs.values()) if (countTooLarge(index) > 0) return this.#tooLarge();
    return new Problem("It is no longer in the repository.");
  }

  #tooLarge() {
    return new Problem(`It is larger than ${this.maxFileBytes / MB} MB.`, "too_large");
  }
}
