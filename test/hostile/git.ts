import { createHash } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import { deflateSync } from "node:zlib";
import { fill, flood, type HostileSite } from "./serve";

const KB = 1024;
const MB = 1024 * 1024;
const TYPES = { commit: 1, tree: 2, blob: 3, offset: 6, reference: 7 };
const NO_ID = "0".repeat(40);

const packet = (data: string | Buffer) => {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
};
const sha1 = (type: string, data: Buffer) =>
  createHash("sha1").update(`${type} ${data.length}\0`).update(data).digest("hex");

/** Encodes a number in 7-bit groups, least significant first. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) | 0x80);
  }
}
/** Encodes an offset, most significant bits first. */
function offsetBytes(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift(0x80 | (--left & 0x7f));
  return bytes;
}

/** Writes a packfile object by object. Object headers may be wrong. */
class PackWriter {
  readonly #parts: Buffer[] = [];
  #size = 12;
  #count = 0;

  add(type: number, data: Buffer, more: { size?: number; base?: Buffer; packed?: Buffer } = {}): number {
    const { size = data.length, base = Buffer.alloc(0), packed = deflateSync(data) } = more;
    const rest = Math.floor(size / 16);
    const head = rest > 0 ? [(type << 4) | (size % 16) | 0x80, ...varint(rest)] : [(type << 4) | size];
    const offset = this.#size;
    for (const part of [Buffer.from(head), base, packed]) {
      this.#parts.push(part);
      this.#size += part.length;
    }
    this.#count++;
    return offset;
  }

  blob(data: Buffer): string {
    this.add(TYPES.blob, data);
    return sha1("blob", data);
  }

  tree(entries: { mode?: string; name: string; id: string }[]): string {
    const data = Buffer.concat(
      entries.flatMap(({ mode = "100644", name, id }) => [
        Buffer.from(`${mode} ${name}\0`),
        Buffer.from(id, "hex"),
      ]),
    );
    this.add(TYPES.tree, data);
    return sha1("tree", data);
  }

  commit(tree: string): string {
    const data = Buffer.from(`tree ${tree}\nauthor a <a@b.test> 0 +0000\n\nCommit\n`);
    this.add(TYPES.commit, data);
    return sha1("commit", data);
  }

  offsetDelta(baseOffset: number, delta: Buffer, size?: number): number {
    return this.add(TYPES.offset, delta, { size, base: Buffer.from(offsetBytes(this.#size - baseOffset)) });
  }

  referenceDelta(id: string, delta: Buffer): number {
    return this.add(TYPES.reference, delta, { base: Buffer.from(id, "hex") });
  }

  end(count = this.#count): Buffer {
    const head = Buffer.alloc(12);
    head.write("PACK");
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(count, 8);
    const pack = Buffer.concat([head, ...this.#parts]);
    return Buffer.concat([pack, createHash("sha1").update(pack).digest()]);
  }
}

/** Builds a delta that copies its base several times. */
function copies(baseSize: number, times: number): Buffer {
  const order = [0x80 | 0x70, baseSize & 0xff, (baseSize >> 8) & 0xff, (baseSize >> 16) & 0xff];
  return Buffer.from([...varint(baseSize), ...varint(baseSize * times), ...Array(times).fill(order).flat()]);
}
/** Builds a delta that changes the last byte of its base. */
const change = (size: number, byte: number) =>
  Buffer.from([
    ...varint(size),
    ...varint(size),
    ...[0x80 | 0x70, (size - 1) & 0xff, ((size - 1) >> 8) & 0xff, ((size - 1) >> 16) & 0xff],
    ...[1, byte & 0xff],
  ]);

type Repository = { pack: Buffer; head: string };
const repository = (write: (pack: PackWriter) => string, count?: number): Repository => {
  const pack = new PackWriter();
  const head = pack.commit(write(pack));
  return { pack: pack.end(count), head };
};

const repositories: Record<string, () => Repository> = {
  "a blob of 400 MB in 0.4 MB": () =>
    repository((pack) => pack.tree([{ name: "zeros", id: pack.blob(Buffer.alloc(400 * MB)) }])),
  "a blob right below the limit": () =>
    repository((pack) => pack.tree([{ name: "zeros.txt", id: pack.blob(Buffer.alloc(49 * MB)) }])),
  "100,000 files": () =>
    repository((pack) => {
      const id = pack.blob(Buffer.from("x"));
      return pack.tree(Array.from({ length: 100_000 }, (_, n) => ({ name: `f${n}`, id })));
    }),
  "trees a thousand deep": () =>
    repository((pack) => {
      let id = pack.tree([{ name: "f", id: pack.blob(Buffer.from("x")) }]);
      for (let n = 0; n < 5_000; n++) id = pack.tree([{ mode: "40000", name: "d", id }]);
      return id;
    }),
  "trees of the same trees": () =>
    repository((pack) => {
      let id = pack.tree([{ name: "f", id: pack.blob(Buffer.from("x")) }]);
      const names = "0123456789".split("");
      for (let n = 0; n < 10; n++) id = pack.tree(names.map((name) => ({ mode: "40000", name, id })));
      return id;
    }),
  "trees of the same trees without files": () =>
    repository((pack) => {
      let id = pack.tree([]);
      const names = "0123456789".split("");
      for (let n = 0; n < 10; n++) id = pack.tree(names.map((name) => ({ mode: "40000", name, id })));
      return id;
    }),
  "a tree that is not there": () =>
    repository((pack) => pack.tree([{ mode: "40000", name: "d", id: NO_ID }])),
  "names of 1 MB": () =>
    repository((pack) => {
      const id = pack.blob(Buffer.from("x"));
      return pack.tree(Array.from({ length: 5 }, (_, n) => ({ name: `${n}${fill("n", MB)}`, id })));
    }),
  "names that lead elsewhere": () =>
    repository((pack) => {
      const id = pack.blob(Buffer.from("x"));
      return pack.tree(["../../a", "/etc/passwd", "a\\b", "", "f", "f"].map((name) => ({ name, id })));
    }),
  "a tree without an end": () => {
    const pack = new PackWriter();
    const data = Buffer.from(fill("100644 a", MB));
    pack.add(TYPES.tree, data);
    return { head: pack.commit(sha1("tree", data)), pack: pack.end() };
  },
  "deltas that copy without end": () =>
    repository((pack) => {
      const base = Buffer.alloc(200 * KB, "a");
      const tree = pack.tree([{ name: "f", id: pack.blob(base) }]);
      const at = pack.add(TYPES.blob, base);
      for (let n = 0; n < 300; n++) pack.offsetDelta(at, copies(base.length, 250));
      return tree;
    }),
  "a delta of 10 GB": () =>
    repository((pack) => {
      const base = Buffer.alloc(10 * MB, "a");
      const tree = pack.tree([{ name: "f", id: pack.blob(base) }]);
      pack.offsetDelta(pack.add(TYPES.blob, base), copies(base.length, 1_000));
      return tree;
    }),
  "deltas of deltas": () =>
    repository((pack) => {
      const base = Buffer.alloc(100 * KB, "a");
      const tree = pack.tree([{ name: "f", id: pack.blob(base) }]);
      let at = pack.add(TYPES.blob, base);
      for (let n = 0; n < 10_000; n++) at = pack.offsetDelta(at, change(base.length, n));
      return tree;
    }),
  "deltas before their bases": () =>
    repository((pack) => {
      const tree = pack.tree([]);
      let data = Buffer.alloc(KB, "a");
      const deltas: { id: string; delta: Buffer }[] = [];
      const first = data;
      for (let n = 0; n < 3_000; n++) {
        deltas.unshift({ id: sha1("blob", data), delta: change(data.length, n) });
        data = Buffer.concat([data.subarray(0, -1), Buffer.from([n & 0xff])]);
      }
      for (const { id, delta } of deltas) pack.referenceDelta(id, delta);
      pack.blob(first);
      return tree;
    }),
  "deltas of what is not there": () =>
    repository((pack) => {
      for (let n = 0; n < 50_000; n++) pack.referenceDelta(NO_ID, copies(KB, 1));
      return pack.tree([]);
    }),
  "a delta that copies from behind its base": () =>
    repository((pack) => {
      pack.offsetDelta(pack.add(TYPES.blob, Buffer.alloc(10)), copies(0xffffff, 1));
      return pack.tree([]);
    }),
  "a size of 2 to the 60th": () =>
    repository((pack) => {
      pack.add(TYPES.blob, Buffer.alloc(0), { size: 2 ** 60 });
      return pack.tree([]);
    }),
  "objects that are smaller than they say": () =>
    repository((pack) => {
      for (let n = 0; n < 20; n++) pack.add(TYPES.blob, Buffer.alloc(10), { size: 49 * MB });
      return pack.tree([]);
    }),
  "objects that are larger than they say": () =>
    repository((pack) => {
      pack.add(TYPES.blob, Buffer.alloc(0), { size: 1, packed: deflateSync(Buffer.alloc(100 * MB)) });
      return pack.tree([]);
    }),
  "200,000 objects": () =>
    repository((pack) => {
      const packed = deflateSync(Buffer.from("x"));
      for (let n = 0; n < 200_000; n++) pack.add(TYPES.blob, Buffer.from("x"), { packed });
      return pack.tree([]);
    }),
  "objects that the pack doesn't have": () => repository((pack) => pack.tree([]), 400_000),
  "four billion objects": () => repository((pack) => pack.tree([]), 4_294_967_295),
  "another commit": () => ({ ...repository((pack) => pack.tree([])), head: "1".repeat(40) }),
  "no objects": () => ({ pack: new PackWriter().end(), head: "1".repeat(40) }),
  noise: () => ({ pack: Buffer.from(fill("PACK\0\0\0\x02", MB)), head: "1".repeat(40) }),
};

const BAND_BYTES = 65_000;
const serve = ({ pack, head }: Repository): RequestListener => {
  const packets: Buffer[] = [packet("NAK\n")];
  for (let at = 0; at < pack.length; at += BAND_BYTES)
    packets.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + BAND_BYTES)])));
  const result = Buffer.concat([...packets, Buffer.from("0000")]);
  return advertise(
    (response) => response.end(Buffer.concat([packet(`${head} HEAD\0\n`), Buffer.from("0000")])),
    (response) => response.end(result),
  );
};

type Answer = (response: ServerResponse) => void;
const advertise =
  (refs: Answer, pack: Answer = (response) => response.writeHead(404).end()): RequestListener =>
  (request, response) => {
    request.resume();
    if (request.url!.includes("/info/refs")) refs(response);
    else pack(response);
  };
const head = packet(`${"1".repeat(40)} HEAD\0\n`);
const endless =
  (...pieces: Buffer[]): Answer =>
  (response) =>
    flood(response, Buffer.concat(pieces));

const servers: Record<string, RequestListener> = {
  "names without end": advertise(endless(...Array(1_000).fill(packet(`${"1".repeat(40)} refs/heads/a\n`)))),
  "names by the thousand": advertise((response) =>
    response.end(
      Buffer.concat(Array.from({ length: 400_000 }, (_, n) => packet(`${"1".repeat(40)} refs/heads/${n}\n`))),
    ),
  ),
  "packets of nothing": advertise(endless(Buffer.from(fill("0004", 64 * KB)))),
  "separators without end": advertise(endless(Buffer.from(fill("0000", 64 * KB)))),
  "a page": advertise((response) => response.end(fill("<p>", 10 * MB))),
  "a length that is none": advertise((response) => response.end("fffffffff")),
  "progress without end": advertise(
    (response) => response.end(head),
    endless(...Array(64).fill(packet(fill("\x02counting", KB)))),
  ),
  "a pack without end": advertise(
    (response) => response.end(head),
    endless(packet(Buffer.alloc(60 * KB, 1))),
  ),
};

export const hostileRepositories: HostileSite[] = [
  ...Object.entries(repositories).map(
    ([name, make]): HostileSite => ({ name: `pack: ${name}`, make: () => serve(make()) }),
  ),
  ...Object.entries(servers).map(
    ([name, server]): HostileSite => ({ name: `server: ${name}`, make: () => server }),
  ),
];
