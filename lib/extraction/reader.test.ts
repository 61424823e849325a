import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Hear, OUTPUT, Reader } from "./reader";

/** The process that reads, when things happen to it. */
const folder = mkdtempSync(OUTPUT);
afterAll(() => rmSync(folder, { recursive: true }));
let reader: Reader;
afterEach(() => reader.end());

const into = join(folder, "text");
const fileOf = (content: string) => {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
};
async function read(content: string, hear?: Hear, mimeType = "text/csv") {
  const path = fileOf(content);
  await reader.read({ path, into, mimeType, size: statSync(path).size }, hear);
  return readFileSync(into, "utf8");
}
/** Takes seconds to read. */
const long = "a,b,c,d\n".repeat(3_000_000);
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const problem = (reading: Promise<unknown>) =>
  reading.then(
    () => "none",
    (error: Error) => error.message,
  );

test("one process reads one file after the other", async () => {
  reader = new Reader([folder]);
  expect(reader.pid).toBeUndefined();
  expect(await Promise.all([read("a,b\n"), read("a,b\n")])).toEqual(["a | b\n", "a | b\n"]);
  const first = reader.pid;
  await read("a,b\n");
  expect(reader.pid).toBe(first);
  reader.end();
  await expect.poll(() => isAlive(first!)).toBe(false);
});

test("one that is killed is replaced", async () => {
  reader = new Reader([folder]);
  const reading = problem(read(long));
  await expect.poll(() => reader.pid).toBeDefined();
  const { pid } = reader;
  process.kill(pid!, "SIGKILL");
  expect(await reading).toMatch(/interrupted/);
  expect(await read("a,b\n")).toBe("a | b\n");
  expect(reader.pid).not.toBe(pid);
  expect(isAlive(pid!)).toBe(false);
  process.kill(reader.pid!, "SIGKILL");
  await expect.poll(() => read("a,b\n").catch(String)).toBe("a | b\n");
});

test("one that stands still is ended", async () => {
  reader = new Reader([folder], { text: 3, perMb: 0 });
  const reading = problem(read(long));
  await expect.poll(() => reader.pid).toBeDefined();
  const { pid } = reader;
  process.kill(pid!, "SIGSTOP");
  expect(await reading).toMatch(/too long/);
  await expect.poll(() => isAlive(pid!)).toBe(false);
  expect(await read("a,b\n")).toBe("a | b\n");
});

test("a signal that is meant for the application does not end it; an order to stop does", async () => {
  reader = new Reader([folder]);
  await read("a,b\n");
  const { pid } = reader;
  process.kill(pid!, "SIGTERM");
  expect(await read("a,b\n")).toBe("a | b\n");
  expect(reader.pid).toBe(pid);
  const stop = new AbortController();
  const reading = problem(read(long, { signal: stop.signal }));
  stop.abort();
  expect(await reading).toMatch(/interrupted/);
  expect(await problem(read("a", { signal: AbortSignal.abort() }))).toMatch(/interrupted/);
});

test("of a text of more than ten million characters the rest is left out, and said", async () => {
  reader = new Reader([folder]);
  const text = await read("word ".repeat(2_500_000), {}, "text/plain");
  expect(text.length).toBeLessThan(10_000_200);
  expect(text).toMatch(/word \n\n\[The rest of this file is left out: .*\]\n$/);
});

test("it sees no other files than those that it is given", async () => {
  reader = new Reader([folder]);
  const job = { into, mimeType: "text/plain", size: 1 };
  expect(await problem(reader.read({ ...job, path: "/etc/hosts" }))).toMatch(/could not be read/);
  expect(await problem(reader.read({ ...job, path: "lib/extraction/reader.ts" }))).toMatch(
    /could not be read/,
  );
  expect(await problem(reader.read({ ...job, path: fileOf("a") }))).toBe("none");
});
