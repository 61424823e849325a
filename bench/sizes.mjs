// Measures what an installation and the files of the image take on disk.
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { listImageFiles } from "../scripts/image-files.mjs";

const BYTES_PER_BLOCK = 512;
const BYTES_PER_MB = 1e6;
const BYTES_PER_MIB = 2 ** 20;

/** Returns the disk usage of node_modules as `du -m` counts it, and the bytes of the image's files. */
export async function measureSizes() {
  const entries = readdirSync("node_modules", { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/^node_modules\/\.(cache|vitest)/.test(path))
    .map((path) => lstatSync(path));
  // Counts a file with several names (hard links) once.
  const installed = new Map(entries.map((entry) => [entry.ino, entry.blocks * BYTES_PER_BLOCK]));
  const files = await listImageFiles();
  const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
  return {
    key: "sizes",
    day: new Date().toISOString().slice(0, 10),
    installation: Math.round(sum([...installed.values()]) / BYTES_PER_MIB),
    image: Math.round(sum(files.map((path) => lstatSync(path).size)) / BYTES_PER_MB),
  };
}
