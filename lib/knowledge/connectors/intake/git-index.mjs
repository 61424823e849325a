// @ts-check
// Indexes the objects of a pack. A pack stores no ids, so they are computed from the objects.
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { applyDelta, readSizes } from "./git-delta.mjs";
import { hashObject, Pack } from "./git-pack.mjs";
import { createNoRepositoryError } from "./git-protocol.mjs";

/** @typedef {import("./git-pack.mjs").Entry} Entry @typedef {import("./git-pack.mjs").ObjectType} ObjectType */

const MAX_OBJECTS = 500_000;
// The maximum number of passes over the deltas. A delta whose base is resolved later needs another pass; Git's chains
// have up to 50 deltas by default.
const MAX_ROUNDS = 50;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const ID_BYTES = 20;
const RECORD_BYTES = ID_BYTES + 4;
// The header holds the number of objects that are too large to read.
const HEAD_BYTES = 4;

/**
 * @typedef {object} IndexedObject
 * @property {Entry} entry
 * @property {ObjectType} [type]
 * @property {string} [id] absent while a delta's base is unknown, and for deltas that are too large
 * @property {boolean} [isTooLarge]
 * @property {boolean} [isElsewhere] true for an object of another pack
 *
 * @typedef {(id: string) => { type: ObjectType, data: Buffer } | undefined} ReadElsewhere reads an object of another pack
 */

/**
 * Indexes the objects of a pack. Objects above the maximum size are hashed as a stream; deltas above it get no id.
 * @param {string} path
 * @param {number} maxObjectBytes
 * @param {ReadElsewhere} readElsewhere for delta bases that are in other packs
 * @returns {Promise<Buffer>} the index, for `findOffset`
 */
export async function indexPack(path, maxObjectBytes, readElsewhere) {
  const pack = new Pack(path);
  try {
    if (pack.count > MAX_OBJECTS)
      throw new Problem(`It holds more than ${MAX_OBJECTS.toLocaleString("en")} entries.`);
    const objects = await scan(pack, maxObjectBytes);
    new DeltaResolver(pack, { objects, maxObjectBytes, readElsewhere }).resolve();
    return toIndex(objects);
  } finally {
    pack.close();
  }
}

/** @param {Pack} pack @param {number} maxObjectBytes */
async function scan(pack, maxObjectBytes) {
  /** @type {IndexedObject[]} */
  const objects = [];
  let at = Pack.HEAD_BYTES;
  for (let n = 0; n < pack.count; n++) {
    const entry = pack.readEntry(at);
    const { type, size } = entry;
    if (size > maxObjectBytes) {
      if (type && type !== "blob") throw createNoRepositoryError();
      const { id, end } = await pack.skip(entry);
      objects.push({ entry, isTooLarge: true, ...(type && { type, id }) });
      at = end;
    } else {
      const { data, end } = pack.unpack(entry);
      objects.push({ entry, ...(type && { type, id: hashObject(type, data) }) });
      at = end;
    }
  }
  return objects;
}

// Computes the ids of deltas, each after its base.
class DeltaResolver {
  /** @type {Map<number, IndexedObject>} */
  #byOffset;
  /** @type {Map<string, IndexedObject>} */
  #byId = new Map();
  /** Ordered from least to most recently used. @type {Map<IndexedObject, Buffer>} */
  #cache = new Map();
  #cachedBytes = 0;

  /** @param {Pack} pack @param {{ objects: IndexedObject[], maxObjectBytes: number, readElsewhere: ReadElsewhere }} work */
  constructor(pack, { objects, maxObjectBytes, readElsewhere }) {
    this.pack = pack;
    this.objects = objects;
    this.maxObjectBytes = maxObjectBytes;
    this.readElsewhere = readElsewhere;
    this.#byOffset = new Map(objects.map((object) => [object.entry.offset, object]));
    for (const object of objects) if (object.id) this.#byId.set(object.id, object);
  }

  resolve() {
    let open = this.objects.filter(({ id, isTooLarge }) => !id && !isTooLarge);
    for (let round = 0; open.length > 0; round++) {
      const left = open.filter((object) => !this.#resolveOne(object));
      if (left.length === open.length || round === MAX_ROUNDS) throw createNoRepositoryError();
      open = left;
    }
  }

  /**
   * Returns true when the object needs no further pass.
   * @param {IndexedObject} object
   */
  #resolveOne(object) {
    const base = this.#baseOf(object);
    if (base?.isTooLarge) object.isTooLarge = true;
    if (!base || (!base.id && !base.isTooLarge)) return false;
    if (object.isTooLarge) return true;
    const { data: delta } = this.pack.unpack(object.entry);
    if (readSizes(delta).result > this.maxObjectBytes) {
      object.isTooLarge = true;
      return true;
    }
    const data = applyDelta(this.#load(base), delta);
    object.type = /** @type {ObjectType} */ (base.type);
    object.id = hashObject(object.type, data);
    this.#byId.set(object.id, object);
    this.#remember(object, data);
    return true;
  }

  /** @param {IndexedObject} object */
  #baseOf({ entry: { baseOffset, baseId = "" } }) {
    if (baseOffset !== undefined) return this.#byOffset.get(baseOffset);
    return this.#byId.get(baseId) ?? this.#findElsewhere(baseId);
  }

  /** @param {string} id @returns {IndexedObject | undefined} */
  #findElsewhere(id) {
    const object = this.readElsewhere(id);
    if (!object) return undefined;
    const { type, data } = object;
    /** @type {IndexedObject} */
    const indexed = { entry: { offset: 0, dataAt: 0, size: data.length, type }, type, id, isElsewhere: true };
    this.#byId.set(id, indexed);
    this.#remember(indexed, data);
    return indexed;
  }

  /** @param {IndexedObject} object which is not a delta */
  #unpack({ entry, id = "", isElsewhere }) {
    const data = isElsewhere ? this.readElsewhere(id)?.data : this.pack.unpack(entry).data;
    if (!data) throw createNoRepositoryError();
    return data;
  }

  /**
   * Returns the content of an object whose id is known.
   * @param {IndexedObject} object
   */
  #load(object) {
    /** @type {IndexedObject[]} */
    const deltas = [];
    let root = object;
    while (!this.#cache.has(root) && !root.entry.type) {
      deltas.push(root);
      root = /** @type {IndexedObject} */ (this.#baseOf(root));
    }
    let data = this.#cache.get(root) ?? this.#unpack(root);
    this.#remember(root, data);
    for (const delta of deltas.reverse()) {
      data = applyDelta(data, this.pack.unpack(delta.entry).data);
      this.#remember(delta, data);
    }
    return data;
  }

  /** @param {IndexedObject} object @param {Buffer} data */
  #remember(object, data) {
    if (!this.#cache.delete(object)) this.#cachedBytes += data.length;
    this.#cache.set(object, data);
    for (const [oldest, { length }] of this.#cache) {
      if (this.#cachedBytes <= MAX_CACHED_BYTES) return;
      this.#cache.delete(oldest);
      this.#cachedBytes -= length;
    }
  }
}

/** @param {IndexedObject[]} objects */
function toIndex(objects) {
  const records = objects.flatMap(({ id, entry }) => {
    if (!id) return [];
    const record = Buffer.alloc(RECORD_BYTES);
    record.write(id, "hex");
    record.writeUInt32BE(entry.offset, ID_BYTES);
    return [record];
  });
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(objects.length - records.length);
  return Buffer.concat([head, ...records.sort(Buffer.compare)]);
}

/** @param {Buffer} index */
export const countTooLarge = (index) => index.readUInt32BE(0);

/**
 * Returns the offset of an object in its pack.
 * @param {Buffer} index
 * @param {Buffer} id
 * @returns {number | undefined}
 */
export function findOffset(index, id) {
  let low = 0;
  let high = (index.length - HEAD_BYTES) / RECORD_BYTES;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = HEAD_BYTES + middle * RECORD_BYTES;
    const order = id.compare(index, at, at + ID_BYTES);
    if (order === 0) return index.readUInt32BE(at + ID_BYTES);
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return undefined;
}
