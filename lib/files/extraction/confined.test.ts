import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNetwork, waysOut } from "@/test/ways-out";
import { ExtractionProcess } from "./reader";

// Simulates a parser that a file has taken over: two readers are replaced by code that executes any command in the
// file.
const root = mkdtempSync(join(tmpdir(), "parley-confined-"));
const data = mkdtempSync(join(tmpdir(), "parley-confined-data-"));
const other = join(data, "files", "ab", "abcdef");
const secret = join(data, "auth-secret");
const outside = join(data, "written");

const TAKEN_OVER = `
import fs from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
const require = createRequire(import.meta.url);
async function follow(path, output) {
  const desk = dirname(dirname(path));
  const at = { path, desk, inbox: dirname(path), outbox: join(desk, "out") };
  const did = {};
  for (const [name, code] of Object.entries(JSON.parse(fs.readFileSync(path, "utf8")))) {
    const order = new Function("fs", "require", "Worker", "at", "return (async () => (" + code + "))()");
    did[name] = await order(fs, require, Worker, at).then((value) => "did " + value, (error) => error.code ?? String(error));
  }
  output.add(JSON.stringify(did));
}
export { follow as readText, follow as readCode, follow as readPage, follow as readPicture };
export const decode = String, createFence = String;
`;

const readers: ExtractionProcess[] = [];
const newReader = () => {
  const reader = new ExtractionProcess({}, root);
  readers.push(reader);
  return reader;
};
let reader: ExtractionProcess;
beforeAll(() => {
  const child = join(root, "lib/files/extraction/child");
  for (const directory of ["lib/files/extraction/child", "lib/platform/html", "lib/platform/intake/child"])
    cpSync(directory, join(root, directory), { recursive: true });
  for (const name of ["text.mjs", "picture.mjs"]) writeFileSync(join(child, name), TAKEN_OVER);
  writeFileSync(join(root, "package.json"), "{}");
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  mkdirSync(join(data, "files", "ab"), { recursive: true });
  for (const path of [other, secret]) writeFileSync(path, "secret");
  reader = newReader();
});
afterAll(() => {
  for (const one of readers) one.end();
  for (const folder of [root, data]) rmSync(folder, { recursive: true });
});

async function tried(
  orders: Record<string, string>,
  { owner = "ada", mimeType = "text/plain" } = {},
): Promise<Record<string, string>> {
  const open = async () => Readable.from([JSON.stringify(orders)]);
  const { text } = await reader.read({ owner, mimeType, open });
  return JSON.parse(text);
}
const reading = (path: string) => `fs.readFileSync(${JSON.stringify(path)}, "utf8")`;
const refusedAll = (orders: Record<string, string>) =>
  Object.fromEntries(Object.keys(orders).map((name) => [name, "ERR_ACCESS_DENIED"]));

test("the extraction process reads the file that it was given", async () => {
  const did = await tried({ own: "fs.readdirSync(at.inbox).join()" });
  expect(did).toEqual({ own: "did file" });
});

test("the extraction process reads no other file", async () => {
  const orders = {
    stored: reading(other),
    secret: reading(secret),
    passwords: reading("/etc/passwd"),
    environment: reading(`/proc/${process.pid}/environ`),
    temporary: `fs.readdirSync(${JSON.stringify(tmpdir())})`,
    sources: reading(resolve("lib/files/extraction/reader.ts")),
    otherDesks: `fs.readdirSync(at.desk)`,
    // Paths that only share a prefix with permitted ones.
    besideTheDesk: `fs.readFileSync(at.desk + "0/in/file")`,
    besideTheInbox: `fs.readFileSync(at.inbox + "0/file")`,
    upwards: `fs.readFileSync(at.inbox + "/../../" + ${JSON.stringify(secret.slice(tmpdir().length + 1))})`,
  };
  expect(await tried(orders)).toEqual(refusedAll(orders));
});

test("the extraction process writes nothing but the text", async () => {
  const write = (path: string) => `fs.writeFileSync(${path}, "taken over")`;
  const orders = {
    elsewhere: write(JSON.stringify(outside)),
    stored: write(JSON.stringify(other)),
    code: write(JSON.stringify(join(root, "lib/files/extraction/child/main.mjs"))),
    given: write("at.path"),
    newFile: write(`at.inbox + "/more"`),
    link: `fs.symlinkSync(${JSON.stringify(secret)}, at.outbox + "/link")`,
    textAsLink: `fs.symlinkSync(${JSON.stringify(secret)}, at.outbox + "/text")`,
    hardLink: `fs.linkSync(${JSON.stringify(secret)}, at.outbox + "/hard")`,
    renamed: `fs.renameSync(${JSON.stringify(secret)}, at.outbox + "/renamed")`,
  };
  expect(await tried(orders)).toEqual(refusedAll(orders));
  expect(existsSync(outside)).toBe(false);
});

// Escapes that don't use the file system. They must also fail in processes that read images, which start with native
// addons allowed.
const escapes = () => ({
  program: `require("node:child_process").execFileSync("/bin/true")`,
  another: `require("node:child_process").fork(at.path)`,
  inside: `process.binding("fs")`,
  inspector: `new (require("node:inspector").Session)().connect()`,
  wasi: `new (require("node:wasi").WASI)({ version: "preview1", preopens: { "/": "/" } })`,
  thread: `new Promise((resolve, reject) => {
    const source = ${JSON.stringify(`require("node:fs").readFileSync(${JSON.stringify(secret)})`)};
    new Worker(source, { eval: true, execArgv: [] }).on("error", reject).on("exit", resolve);
  })`,
  machineCode: `(fs.writeFileSync(at.outbox + "/code.node", ""), process.dlopen({ exports: {} }, at.outbox + "/code.node"))`,
});

test.each(["text/plain", "image/png"])(
  "the extraction process starts no process, thread or machine code (%s)",
  async (mimeType) => {
    const orders = escapes();
    const refused = {
      ...refusedAll(orders),
      machineCode: expect.stringMatching(/ERR_(ACCESS_DENIED|DLOPEN_DISABLED)/),
    };
    expect(await tried(orders, { mimeType })).toEqual(refused);
    const { database } = await tried({
      database: `new (process.getBuiltinModule("node:sqlite").DatabaseSync)(${JSON.stringify(outside)})`,
    });
    expect(database).toMatch(/TypeError|ERR_ACCESS_DENIED/);
    expect(existsSync(outside)).toBe(false);
    const { environment } = await tried({ environment: "Object.keys(process.env).join()" });
    expect(environment).toMatch(/^did NODE_ENV(,VIPSHOME)?$/);
  },
);

test("the extraction process reaches no network", async () => {
  const network = await startNetwork();
  const orders = waysOut(network);
  for (const [way, did] of Object.entries(await tried(orders)))
    expect([way, did]).not.toEqual([way, expect.stringMatching(/^did/)]);
  expect(network.hits).toEqual([]);
  network.close();
});

test("leftover files are deleted before the next file is read", async () => {
  await tried({ left: `fs.writeFileSync(at.outbox + "/left", "of Ada")` });
  const { seen } = await tried({ seen: `fs.readdirSync(at.outbox).join()` });
  expect(seen).toBe("did ");
  const { pid } = reader;
  expect(await tried({ own: "process.pid" }, { owner: "bob" })).not.toEqual({ own: `did ${pid}` });
  expect(readdirSync(data).sort()).toEqual(["auth-secret", "files"]);
});
