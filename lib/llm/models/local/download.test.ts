import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { config } from "@/lib/platform/config";
import { startModelFiles } from "@/test/fakes/model-files";
import { setEnvironment } from "@/test/renewal";
import { fetchModel } from "./download";
import { findModelFolder, getModelState } from "./folder";
import type { LocalModel } from "./registry";

// The test server listens on localhost.
setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });

const weights = Buffer.alloc(300_000, "weights ");
const small = Buffer.from("{}");
const server = await startModelFiles(
  new Map([
    ["/m/weights", weights],
    ["/m/small", small],
  ]),
);
const folder = mkdtempSync(join(tmpdir(), "models-"));
Object.assign(config(), { MODELS_URL: server.url, DATA_DIR: folder });
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string, bytes: Buffer) => ({
  name,
  path: `m/${name}`,
  bytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});
const model: LocalModel = {
  name: "m",
  licence: "MIT",
  files: [file("weights", weights), file("small", small)],
};

beforeEach(() => {
  rmSync(join(folder, "models"), { recursive: true, force: true });
  server.asked.length = 0;
  delete server.trouble.stopsAfter;
  delete server.trouble.status;
});

it("fetchModel downloads missing files through a redirect and reports progress", async () => {
  expect(await findModelFolder(model)).toBe("missing");
  expect(await getModelState(model)).toEqual({ state: "missing", bytes: 0, problem: null });
  const told: number[] = [];
  const at = await fetchModel(model, (bytes) => told.push(bytes));
  expect(readFileSync(join(at, "weights")).equals(weights)).toBe(true);
  expect(told.at(-1)).toBe(weights.length + small.length);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(await findModelFolder(model)).toBe(at);
  expect(await getModelState(model)).toMatchObject({ state: "ready", bytes: told.at(-1) });
  await fetchModel(model);
  expect(server.asked).toHaveLength(2);
});

it("fetchModel resumes an interrupted download", async () => {
  server.trouble.stopsAfter = 100_000;
  const stop = new AbortController();
  const left = fetchModel(model, () => stop.abort(new Error("no more")), stop.signal);
  await expect(left).rejects.toThrow("no more");
  const { state, bytes } = await getModelState(model);
  expect(state).toBe("downloading");
  expect(bytes).toBeGreaterThan(0);
  delete server.trouble.stopsAfter;
  const at = await fetchModel(model);
  expect(server.asked[1]).toEqual({ path: "/m/weights", range: `bytes=${bytes}-` });
  expect(readFileSync(join(at, "weights")).equals(weights)).toBe(true);
});

it("fetchModel deletes a file with another checksum than expected", async () => {
  const [first] = model.files;
  const other = { ...model, files: [{ ...first!, sha256: "0".repeat(64) }] };
  await expect(fetchModel(other)).rejects.toThrow("The server sent another weights than expected.");
  expect(await getModelState(other)).toEqual({ state: "missing", bytes: 0, problem: null });
});

it("fetchModel reports the status of a failing server, and stops when it is aborted", async () => {
  server.trouble.status = 503;
  await expect(fetchModel(model)).rejects.toThrow(/answered with status 503/);
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  delete server.trouble.status;
  await expect(fetchModel(model, undefined, stop.signal)).rejects.toThrow("enough");
});

it("findModelFolder accepts files that were replaced by hand", async () => {
  const at = await fetchModel(model);
  rmSync(join(at, "small"));
  writeFileSync(join(at, "small"), "another export");
  expect(await findModelFolder(model)).toBe(at);
  expect(statSync(join(at, "small")).size).toBe(14);
});
