// @ts-check
// Runs ffmpeg's WebAssembly build: `node ffmpeg.mjs <folder of the build> <file> …arguments`. The file is streamed as
// /input, and /output goes to stdout. This is a separate process, so that a malicious file (infinite loop, memory
// exhaustion, crash) ends nothing else.
import { fstatSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { Worker } from "node:worker_threads";

new Worker(new URL("../../../platform/intake/child/watchdog.mjs", import.meta.url), {
  workerData: { memoryMb: 1_200 },
});
// The permission model doesn't confine threads, so none may be started.
process.permission.drop?.("worker");
const [core, file, ...words] = process.argv.slice(2);
const program = join(String(core), "ffmpeg-core.js");

// The build targets web workers and expects their globals.
Object.assign(globalThis, { self: globalThis, location: { href: "" } });
const create = runInThisContext(`${readFileSync(program, "utf8")};createFFmpegCore`, { filename: program });
const ffmpeg = await create({ wasmBinary: readFileSync(join(String(core), "ffmpeg-core.wasm")) });
ffmpeg.setLogger(({ message }) => writeAll(2, Buffer.from(`${message}\n`)));

const pause = new Int32Array(new SharedArrayBuffer(4));
/**
 * Writes all bytes. Blocks when the pipe is full because the application is slower.
 * @param {number} to
 * @param {Uint8Array} bytes
 */
function writeAll(to, bytes) {
  for (let at = 0; at < bytes.length; )
    try {
      at += writeSync(to, bytes, at);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, 2);
    }
}

const { FS } = ffmpeg;
const source = openSync(String(file), "r");
const size = fstatSync(source).size;
FS.writeFile("/input", new Uint8Array(0));
const input = FS.lookupPath("/input").node;
Object.defineProperty(input, "usedBytes", { get: () => size });
input.stream_ops = {
  ...input.stream_ops,
  /** @type {(stream: unknown, buffer: Uint8Array, offset: number, length: number, position: number) => number} */
  read: (_stream, buffer, offset, length, position) =>
    position >= size ? 0 : readSync(source, buffer, offset, length, position),
};
const device = FS.makedev(64, 0);
FS.registerDevice(device, {
  /** @type {(stream: unknown, buffer: Uint8Array, offset: number, length: number) => number} */
  write: (_stream, buffer, offset, length) => {
    writeAll(1, buffer.subarray(offset, offset + length));
    return length;
  },
  read: () => 0,
});
FS.mkdev("/output", 0o666, device);

process.exit(ffmpeg.exec(...words));
