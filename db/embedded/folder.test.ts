import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { openEmbedded } from "./socket";

// Suppresses PostgreSQL's own errors.
log.level = "silent";
const template = process.env.PARLEY_DATABASE_TEMPLATE!;
const isEmbedded = config().DATABASE_URL === undefined;
const dataDir = mkdtempSync(join(tmpdir(), "parley-folder-"));
const folder = join(dataDir, "database");
const inFolder = (name: string) => join(folder, name);

let opened: Awaited<ReturnType<typeof openEmbedded>> | undefined;
// Opens the database; returns the error message if that fails.
async function open(): Promise<string | undefined> {
  try {
    opened = await openEmbedded(dataDir);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
async function close() {
  if (opened?.readyState !== "open") return;
  const isClosed = once(opened, "close");
  opened.end();
  await isClosed;
}

beforeEach(() => {
  if (isEmbedded) cpSync(template, folder, { recursive: true });
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

// Contents of table files only, because even a failed start of PostgreSQL changes other files, such as the WAL.
const contents = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name, parentPath }) => /^\d+$/.test(name) && !parentPath.includes("pg_wal"))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file, createHash("sha256").update(readFileSync(file)).digest("hex")]),
  );
const segment = () => join("pg_wal", readdirSync(inFolder("pg_wal")).find((name) => /^\w{24}$/.test(name))!);
const remove = (name: string) => () => rmSync(inFolder(name), { recursive: true });

test.runIf(isEmbedded).each<[what: string, damage: () => void, says: RegExp]>([
  ["PG_VERSION is missing", remove("PG_VERSION"), /PG_VERSION is missing/],
  ["the control file is missing", remove("global/pg_control"), /global\/pg_control is missing/],
  ["its log is missing", () => rmSync(inFolder(segment())), /files are damaged/],
  ["its log is cut off", () => truncateSync(inFolder(segment()), 9_000_000), /pg_wal\/0\w+ is cut off/],
  ["its tables are missing", remove("base"), /base is missing/],
  ["a catalogue is missing", remove("base/5/1259"), /files are damaged/],
  ["its transactions are missing", remove("pg_xact/0000"), /files are damaged/],
  [
    "the control file is empty",
    () => writeFileSync(inFolder("global/pg_control"), Buffer.alloc(8192)),
    /files are damaged/,
  ],
  [
    "only its version is there",
    () => {
      for (const name of readdirSync(folder)) if (name !== "PG_VERSION") remove(name)();
    },
    /is missing/,
  ],
])(
  "a database with damaged files does not open, explains the damage and stays unchanged: %s",
  async (_, damage, says) => {
    damage();
    const before = contents();
    const said = await open();
    expect(said).toMatch(says);
    expect(said).toContain(folder);
    expect(said).toContain("npm run restore <file> -- --force");
    expect(contents()).toEqual(before);
  },
);

test.runIf(isEmbedded)("an intact database opens, also after an unclean shutdown", async () => {
  expect(await open()).toBeUndefined();
  const isClosed = once(opened!, "close");
  opened!.destroy();
  await isClosed;
  expect(await open()).toBeUndefined();
});

test.runIf(isEmbedded)(
  "an unfinished database is created again, and does not exist until it is complete",
  async () => {
    const moments = [`${folder}.new`, `${folder}.new/PG_VERSION`, `${folder}.new/base/5`];
    rmSync(folder, { recursive: true });
    // From the second round on, the directory exists and is empty, like a volume's mount point.
    for (const [n, moment] of moments.entries()) {
      if (n === 1) mkdirSync(folder);
      const started = once(process, "worker");
      const opening = open();
      const [thread] = (await started) as [Worker];
      await expect.poll(() => existsSync(moment), { interval: 1 }).toBe(true);
      await thread.terminate();
      expect(await opening).toContain("its files are damaged");
      expect(existsSync(inFolder("PG_VERSION"))).toBe(false);
    }
    expect(await open()).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual(["database"]);
  },
);
