import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect as connectTcp, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { fetchOutside } from "@/lib/platform/egress/service";
import { parseExceptions } from "@/lib/platform/ip-address";
import { watchTurns } from "@/test/processor-time";
import type { IntakeOptions } from "./intake";
import type { IntakeLimits } from "./limits";
import { type Intake, type IntakeProgram, withIntake } from "./service";

const LIMITS: Partial<IntakeLimits> = { cpuSeconds: 1, memoryMb: 200, inputMb: 1, outputMb: 2, items: 100 };
const PROGRAM: IntakeProgram = { path: "test/fixtures/intake/program.mjs", lane: "parsing", limits: LIMITS };

const run = <T>(use: (intake: Intake) => Promise<T>, options: IntakeOptions = {}, limits = {}) =>
  withIntake({ ...PROGRAM, limits: { ...LIMITS, ...limits } }, "group", options, use);
const call = (method: string, input: unknown = null) => run((intake) => intake.call(method, input));
const ownDirectories = () => readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`));

afterAll(() => expect(ownDirectories()).toEqual([]));

describe("limits", () => {
  test.each([
    ["processor time", "spin", /more than 1 seconds of processor time/],
    ["memory in buffers", "allocate", /more than 200 MB of memory/],
    ["memory in objects", "allocateObjects", /more than 200 MB of memory/],
    ["written bytes", "fillDisk", /holds more than 2 MB/],
    ["the length of a line", "emitLongLine", /holds more than 2 MB/],
  ])("a program that exceeds %s is ended with a message that names the limit", async (_, method, message) => {
    await expect(call(method)).rejects.toThrow(message);
    expect(await call("echo", "next")).toBe("next");
  });

  test("a program may remove folders while its output is measured", async () => {
    const replaced = run((intake) => intake.call("replaceFolders", 2000), {}, { cpuSeconds: 10 });
    expect(await replaced).toBeGreaterThan(100);
    await expect(call("fillFolders")).rejects.toThrow(/holds more than 2 MB/);
  });

  test("a program that waits forever is ended by the clock", async () => {
    const waiting = run((intake) => intake.call("wait"), {}, { seconds: 1 });
    await expect(waiting).rejects.toThrow(/longer than 1 seconds/);
  });

  test("yielded values are limited in number and bytes", async () => {
    const drain = (method: string, input: unknown) =>
      run(async (intake) => {
        const values: unknown[] = [];
        for await (const batch of intake.stream(method, input)) values.push(...batch);
        return values.length;
      });
    expect(await drain("list", 100)).toBe(100);
    await expect(drain("list", 110)).rejects.toThrow(/more than 100 entries/);
    await expect(drain("flood", null)).rejects.toThrow(/holds more than 2 MB/);
  });

  test("an oversized input is not copied completely", async () => {
    let pieces = 0;
    const endless = Readable.from(
      (async function* () {
        for (; ; pieces++) yield Buffer.alloc(100_000);
      })(),
    );
    await expect(run((intake) => intake.put(endless))).rejects.toThrow("It is larger than 1 MB.");
    expect(pieces).toBeLessThan(20);
  });

  test("limits on processor time apply to each call", async () => {
    const spend = `(() => {
      const spent = () => process.cpuUsage().user + process.cpuUsage().system;
      const until = spent() + 600_000;
      while (spent() < until);
    })()`;
    await run(async (intake) => {
      for (let n = 0; n < 3; n++)
        expect(await intake.call("evaluate", spend)).toEqual({ value: "undefined" });
    });
  });

  test("the event loop stays free while programs are ended", async () => {
    const turns = watchTurns();
    turns.start();
    await Promise.all(["spin", "allocate", "fillDisk"].map((method) => call(method).catch(() => {})));
    turns.stop();
    expect(turns.longest(1)).toBeLessThan(100);
  });
});

describe("answers", () => {
  test("problems are passed on, and texts of other errors are not", async () => {
    await expect(call("fail", "It is empty.")).rejects.toThrow("It is empty.");
    const crash = call("crash", "a secret of the input");
    await expect(crash).rejects.toThrow("It could not be read: it seems to be damaged.");
    await expect(call("failToWrite")).rejects.toMatchObject({ code: "system" });
    await expect(call("recurse")).rejects.toThrow("It is nested too deeply.");
  });

  test("an abandoned call ends its process", async () => {
    await run(async (intake) => {
      for await (const batch of intake.stream("list", 50)) {
        expect(batch).toHaveLength(10);
        break;
      }
      await expect(intake.call("echo", 1)).rejects.toThrow(/crashed/);
    });
  });

  test("an abort signal ends the program with its reason", async () => {
    const stop = new AbortController();
    const spinning = run((intake) => intake.call("spin"), { signal: stop.signal }, { cpuSeconds: 60 });
    stop.abort(new Error("stopped"));
    await expect(spinning).rejects.toThrow("stopped");
  });

  test("input and output files are streams", async () => {
    await run(async (intake) => {
      await intake.put(Readable.from([Buffer.from("from outside")]));
      expect(await intake.call("readInput")).toBe("from outside");
      await intake.call("write", "part-1");
      expect(await text(await intake.read("part-1"))).toBe("written");
      await expect(intake.read("../in/file")).rejects.toThrow();
      await expect(intake.read("absent")).rejects.toThrow();
    });
  });
});

describe("confinement", () => {
  test.each([
    ["other files", `require("fs").readFileSync(${JSON.stringify(resolve("lib/platform/log.ts"))})`],
    ["the password file", `require("fs").readFileSync("/etc/passwd")`],
    ["the environment of its parent", `require("fs").readFileSync("/proc/${process.pid}/environ")`],
    ["the temporary directory", `require("fs").readdirSync(${JSON.stringify(tmpdir())})`],
    [
      "a file to write elsewhere",
      `require("fs").writeFileSync(${JSON.stringify(resolve(tmpdir(), "written"))}, "")`,
    ],
    ["a process", `require("child_process").execFileSync("/bin/true")`],
    ["a thread", `new (require("worker_threads").Worker)("", { eval: true })`],
    ["machine code", `process.dlopen({ exports: {} }, "/code.node")`],
  ])("a compromised program gets no access to %s", async (_, code) => {
    expect(await call("evaluate", code)).toEqual({
      error: expect.stringMatching(/ERR_(ACCESS_DENIED|DLOPEN)/),
    });
  });

  test("the environment of a program contains no settings", async () => {
    const { value } = (await call("evaluate", "Object.keys(process.env).join()")) as { value: string };
    expect(value).toBe("NODE_ENV");
  });
});

describe("requests", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/endless") {
      const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
      response.on("close", () => clearInterval(timer));
    } else response.end("from a server");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
  });
  const fetch: IntakeOptions["fetch"] = ({ url, maxBytes, signal }) =>
    fetchOutside(url, { largest: maxBytes, signal });

  test("a program reaches no server without permission, and no private one", async () => {
    await expect(call("load", `http://127.0.0.1:${port}/`)).rejects.toThrow(/may ask no server/);
    const loading = run((intake) => intake.call("load", `http://127.0.0.1:${port}/`), { fetch });
    await expect(loading).rejects.toThrow(/private network/);
  });

  test("a response becomes a file, and an oversized one is aborted", async () => {
    config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1")!;
    const load = (path: string) =>
      run((intake) => intake.call("load", `http://127.0.0.1:${port}${path}`), { fetch });
    expect(await load("/")).toEqual({ status: 200, size: 13, head: "from a server" });
    await expect(load("/endless")).rejects.toThrow(/too long|larger than 1 MB/);
  });

  test("a response is available until the next request", async () => {
    config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1")!;
    const url = `http://127.0.0.1:${port}/`;
    expect(await run((intake) => intake.call("loadAll", [url, url]), { fetch })).toEqual([false, true]);
  });
});

describe("connections", async () => {
  const MB = 1_000_000;
  let connections = 0;
  // The first response is below the program's input limit, the second above it.
  const server = createTcpServer((socket) => {
    socket.on("error", () => {}).end(Buffer.alloc(++connections * 0.9 * MB));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connect: IntakeOptions["connect"] = async (host, at) => connectTcp(at, host);

  test("a program reads a connection to its last byte, up to its limit", async () => {
    await expect(call("listen", port)).rejects.toThrow(/may open no connection/);
    expect(await run((intake) => intake.call("listen", port), { connect })).toBe(0.9 * MB);
    const flood = run((intake) => intake.call("listen", port), { connect });
    await expect(flood).rejects.toThrow("It is larger than 1 MB.");
  });
});

test("a directory persists between processes, and counts towards written bytes", async () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-kept-"));
  const keep = (input: object) => run((intake) => intake.call("keep", input), { directory });
  expect(await keep({ megabytes: 1 })).toBe(0);
  expect(await keep({ megabytes: 1 })).toBe(1_000_000);
  await expect(keep({ megabytes: 3, isTooMuch: true })).rejects.toThrow("It holds more than 2 MB.");
  rmSync(directory, { recursive: true });
});

test("a group with many long calls leaves a process to others", async () => {
  const stop = new AbortController();
  const busy = Array.from({ length: 6 }, () =>
    run((intake) => intake.call("wait"), { signal: stop.signal }).catch(() => {}),
  );
  expect(await withIntake(PROGRAM, "another group", {}, (intake) => intake.call("echo", "read"))).toBe(
    "read",
  );
  stop.abort();
  await Promise.all(busy);
});

test("nested programs share their slots", async () => {
  const nested = (key: string) =>
    withIntake(PROGRAM, key, {}, (outer) =>
      withIntake(PROGRAM, key, {}, async (inner) => [
        await outer.call("echo", 1),
        await inner.call("echo", 2),
      ]),
    );
  expect(await Promise.all(["a", "b", "c", "d"].map(nested))).toEqual(Array(4).fill([1, 2]));
});
