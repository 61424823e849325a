/**
 * Parses the Matroska stream that ffmpeg writes to a pipe. It is the only output format with several tracks and exact
 * timestamps even for variable frame rates. Supports only the elements that ffmpeg uses.
 */
export class Matroska {
  #head: number[] = [];
  #body: { id: number; bytes: Buffer; filled: number } | undefined;
  #skip = 0;
  #scale = 1e-3;
  #clusterAt = 0;
  #track = 0;
  readonly #sizes = new Map<number, { width: number; height: number }>();
  readonly #free: Buffer[] = [];
  readonly #onFrame: (frame: Frame) => void;

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  /**
   * Processes the next chunk.
   * @throws RangeError when the data isn't Matroska
   */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, chunk.length - at);
        this.#skip -= passed;
        at += passed;
      } else if (this.#body) {
        const { id, bytes, filled } = this.#body;
        const copied = chunk.copy(bytes, filled, at);
        at += copied;
        this.#body.filled += copied;
        if (this.#body.filled < bytes.length) continue;
        this.#body = undefined;
        this.#take(id, bytes);
      } else {
        this.#head.push(chunk[at++]!);
        this.#begin();
      }
    }
  }

  #begin() {
    const idBytes = readVintLength(this.#head[0]!, 4);
    const sizeBytes = this.#head.length > idBytes ? readVintLength(this.#head[idBytes]!, 8) : Infinity;
    if (this.#head.length < idBytes + sizeBytes) return;
    const id = this.#head.slice(0, idBytes).reduce((sum, byte) => sum * 256 + byte, 0);
    const [first, ...rest] = this.#head.slice(idBytes);
    const size = rest.reduce((sum, byte) => sum * 256 + byte, first! & (0xff >> sizeBytes));
    this.#head = [];
    if (CONTAINERS.has(id)) return;
    if (!KNOWN.has(id)) this.#skip = size;
    else if (size > MAX_HEAD_BYTES) throw new RangeError("An element is too large.");
    else if (size > 0) this.#body = { id, bytes: this.#spaceOf(size), filled: 0 };
  }

  #spaceOf(size: number): Buffer {
    const at = this.#free.findIndex(({ length }) => length === size);
    return at < 0 ? Buffer.allocUnsafe(size) : this.#free.splice(at, 1)[0]!;
  }

  #take(id: number, bytes: Buffer) {
    if (id === BLOCK || id === SIMPLE_BLOCK) return this.#block(bytes);
    const value = bytes.readUIntBE(0, Math.min(6, bytes.length));
    const size = this.#sizes.get(this.#track) ?? { width: 0, height: 0 };
    if (id === TIMESTAMP_SCALE) this.#scale = value / 1e9;
    else if (id === CLUSTER_AT) this.#clusterAt = value;
    else if (id === TRACK) this.#track = value;
    else if (id === WIDTH) this.#sizes.set(this.#track, { ...size, width: value });
    else if (id === HEIGHT) this.#sizes.set(this.#track, { ...size, height: value });
  }

  #block(bytes: Buffer) {
    const track = bytes[0]! & 0x7f;
    const seconds = (this.#clusterAt + bytes.readInt16BE(1)) * this.#scale;
    const { width, height } = this.#sizes.get(track) ?? { width: 0, height: 0 };
    const release = () => void this.#free.push(bytes);
    this.#onFrame({ track, seconds, width, height, bytes: bytes.subarray(4), release });
  }
}

/**
 * `track` is one-based; `width` and `height` are those of the track in pixels; `release` must be called once when the
 * frame is no longer used.
 */
export type Frame = {
  track: number;
  seconds: number;
  width: number;
  height: number;
  bytes: Buffer;
  release: () => void;
};

const MAX_HEAD_BYTES = 64 * 1024 * 1024;
const [SIMPLE_BLOCK, BLOCK, CLUSTER_AT, TIMESTAMP_SCALE] = [0xa3, 0xa1, 0xe7, 0x2ad7b1];
const [TRACK, WIDTH, HEIGHT] = [0xd7, 0xb0, 0xba];
const KNOWN = new Set([SIMPLE_BLOCK, BLOCK, CLUSTER_AT, TIMESTAMP_SCALE, TRACK, WIDTH, HEIGHT]);
// Segment, Info, Tracks, TrackEntry, Video, Cluster, BlockGroup.
const CONTAINERS = new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675, 0xa0]);

function readVintLength(first: number, most: number): number {
  const length = Math.clz32(first) - 23;
  if (length > most) throw new RangeError("This is no Matroska.");
  return length;
}
