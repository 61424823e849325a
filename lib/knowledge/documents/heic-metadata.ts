// `end` is exclusive.
type ByteSpan = { start: number; end: number };

/**
 * Yields the boxes within a box (ISO 14496-12, 4.2).
 * @param from the offset of the box's content
 */
function* boxesIn(bytes: Buffer, from: number): Generator<{ kind: string; start: number; end: number }> {
  for (let at = from; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) return;
    yield { kind: bytes.toString("latin1", at + 4, at + 8), start: at + 8, end: at + size };
    at += size;
  }
}

// Item types that contain metadata: Exif by cameras, XMP by other programs.
const METADATA_ITEM_TYPES = ["Exif", "mime", "uri "];

// Returns the ids of the metadata items of a `meta` box (8.11.6).
function listMetadataItemIds(list: Buffer): Set<number> {
  const found = new Set<number>();
  const head = list[0] === 0 ? 6 : 8;
  for (const { kind, start, end } of boxesIn(list, head)) {
    if (kind !== "infe") continue;
    const entry = list.subarray(start, end);
    const isLong = entry[0] === 3;
    const type = isLong ? 10 : 8;
    if (entry[0]! < 2 || entry.length < type + 4) continue;
    if (METADATA_ITEM_TYPES.includes(entry.toString("latin1", type, type + 4)))
      found.add(isLong ? entry.readUInt32BE(4) : entry.readUInt16BE(4));
  }
  return found;
}

// Yields the locations of items (8.11.3): in the file, or with `isInside` in the `idat` box of the same `meta` box.
function* placesIn(list: Buffer): Generator<ByteSpan & { item: number; isInside: boolean }> {
  let at = 6;
  const number = (size: number) => {
    const value = size === 0 ? 0 : size === 8 ? Number(list.readBigUInt64BE(at)) : list.readUIntBE(at, size);
    at += size;
    return value;
  };
  const version = list[0] ?? 0;
  const [offsetSize, lengthSize] = [list[4]! >> 4, list[4]! & 15];
  const [baseSize, indexSize] = [list[5]! >> 4, version > 0 ? list[5]! & 15 : 0];
  for (let left = number(version < 2 ? 2 : 4); left > 0; left--) {
    const item = number(version < 2 ? 2 : 4);
    const method = version > 0 ? number(2) & 15 : 0;
    number(2);
    const base = number(baseSize);
    for (let extents = number(2); extents > 0; extents--) {
      number(indexSize);
      const start = base + number(offsetSize);
      yield { item, isInside: method === 1, start, end: start + number(lengthSize) };
    }
  }
}

/**
 * Returns the byte ranges of a picture's metadata in the file.
 * @param meta the `meta` box with its header
 * @param at the offset of the box in the file
 * @throws RangeError when the box violates ISO 23008-12
 */
export function parseHeicMetadata(meta: Buffer, at: number): ByteSpan[] {
  const boxes = [...boxesIn(meta, 12)];
  const findBoxContent = (name: string) => {
    const box = boxes.find(({ kind }) => kind === name);
    return box && { bytes: meta.subarray(box.start, box.end), start: at + box.start };
  };
  const [items, places, inside] = [findBoxContent("iinf"), findBoxContent("iloc"), findBoxContent("idat")];
  const telling = items ? listMetadataItemIds(items.bytes) : new Set();
  if (telling.size === 0 || !places) return [];
  return [...placesIn(places.bytes)]
    .filter(({ item }) => telling.has(item))
    .map(({ start, end, isInside }) => {
      const base = isInside ? (inside?.start ?? 0) : 0;
      return { start: base + start, end: base + end };
    });
}
