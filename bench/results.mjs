// Stores the last complete run per database, so that docs/performance.md shows both.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./rig.mjs";

const folder = join(root, "bench", "results");
const toFilePath = (key) => join(folder, `${key}.json`);

export function keep(key, result) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(toFilePath(key), `${JSON.stringify(result, rounded, 2)}\n`);
}

const rounded = (_, value) =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;

export const kept = (...keys) =>
  keys
    .filter((key) => existsSync(toFilePath(key)))
    .map((key) => JSON.parse(readFileSync(toFilePath(key), "utf8")));

export const DATABASES = { embedded: "embedded database", postgresql: "PostgreSQL" };
