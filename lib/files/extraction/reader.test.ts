import { readdirSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { ExtractionProcess, type ReadOptions } from "./reader";

// Covers the reader process under crashes, limits, cancellation and reuse.
let reader: ExtractionProcess;
afterEach(() => reader.end());

async function read(content: string, hear?: ReadOptions, { mimeType = "text/csv", owner = "ada" } = {}) {
  const { text } = await reader.read({ owner, mimeType, open: async () => Readable.from([content]) }, hear);
  return text;
}
// A file that takes seconds to read.
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
  reader = new ExtractionProcess();
  expect(reader.pid).toBeUndefined();
  expect(await Promise.all([read("a,b\n"), read("a,b\n")])).toEqual(["a | b\n", "a | b\n"]);
  const first = reader.pid;
  await read("a,b\n");
  expect(reader.pid).toBe(first);
  reader.end();
  await expect.poll(() => isAlive(first!)).toBe(false);
});

test("a process that is killed is replaced", async () => {
  reader = new ExtractionProcess();
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

test("a process that stands still is ended", async () => {
  reader = new ExtractionProcess({ text: 3, perMb: 0, clockFactor: 1 });
  const reading = problem(read(long));
  await expect.poll(() => reader.pid).toBeDefined();
  const { pid } = reader;
  process.kill(pid!, "SIGSTOP");
  expect(await reading).toMatch(/too long/);
  await expect.poll(() => isAlive(pid!)).toBe(false);
  expect(await read("a,b\n")).toBe("a | b\n");
});

test.runIf(process.platform === "linux")("a busy process is not ended by the clock", async () => {
  // The wall-clock limit is half a second, as on an overloaded machine.
  reader = new ExtractionProcess({ text: 50, perMb: 0, clockFactor: 0.01 });
  expect(await problem(read(long))).toBe("none");
});

test("a file that takes too much processor time fails, and the next one is read", async () => {
  reader = new ExtractionProcess({ text: 1, perMb: 0, clockFactor: 600 });
  expect(await problem(read(long))).toMatch(/too long/);
  expect(reader.pid).toBeUndefined();
  expect(await read("a,b\n")).toBe("a | b\n");
});

test("SIGTERM does not end the process; an abort signal does", async () => {
  reader = new ExtractionProcess();
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

test("a text of more than ten million characters is truncated with a note", async () => {
  reader = new ExtractionProcess();
  const text = await read("word ".repeat(2_500_000), {}, { mimeType: "text/plain" });
  expect(text.length).toBeLessThan(10_000_200);
  expect(text).toMatch(/word \n\n\[The rest of this file is left out: .*\]\n$/);
});

test("a process that has read files of one owner reads none of another", async () => {
  reader = new ExtractionProcess();
  await read("a,b\n");
  const { pid } = reader;
  await read("a,b\n");
  expect(reader.pid).toBe(pid);
  await read("a,b\n", {}, { owner: "bob" });
  expect(reader.pid).not.toBe(pid);
  await expect.poll(() => isAlive(pid!)).toBe(false);
});

test("temporary files are deleted, also after a crash", async () => {
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`parley-reading-${hostname()}-${process.pid}-`));
  reader = new ExtractionProcess();
  const reading = problem(read(long));
  await expect.poll(() => reader.pid).toBeDefined();
  expect(folders()).toHaveLength(1);
  process.kill(reader.pid!, "SIGKILL");
  await reading;
  expect(folders()).toEqual([]);
});

test("an unsupported type fails instead of yielding an empty text", async () => {
  reader = new ExtractionProcess();
  for (const mimeType of ["application/zip", "video/mp4", "application/x-unknown"])
    expect(await problem(read("x", {}, { mimeType }))).toBe(
      "This file could not be read: its type isn't supported.",
    );
  expect(reader.pid).toBeUndefined();
});
