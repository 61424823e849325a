import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BuiltinEmbedder, getBuiltinEmbedder, getCosineSimilarity } from "./embeddings";

const embedder = getBuiltinEmbedder();

it("equal texts get equal vectors of length 1, alone or in a batch", async () => {
  const crowd = Array.from({ length: 40 }, (_, n) => `This is sentence ${n}.`);
  const [alone] = await embedder.embed(["This is sentence 33."]);
  const vectors = await embedder.embed(crowd);
  expect(vectors).toHaveLength(40);
  expect(vectors[33]).toEqual(alone);
  expect(alone).toHaveLength(embedder.dims);
  expect(getCosineSimilarity(alone!, alone!)).toBeCloseTo(1, 5);
});

it("texts of the same meaning get similar vectors", async () => {
  const [a, b, c] = await embedder.embed([
    "How old are you?",
    "What is your age?",
    "The train leaves at noon.",
  ]);
  expect(getCosineSimilarity(a!, b!)).toBeGreaterThan(0.7);
  expect(getCosineSimilarity(a!, c!)).toBeLessThan(0.3);
});

it("blank texts get zeros, and any other text is accepted", async () => {
  const strange = ["", "  \n", "\u200b", "\0", "\ud800", "🙂", "x".repeat(100_000), "▁", "中文"];
  const vectors = await embedder.embed(strange);
  expect(vectors.slice(0, 4).every((vector) => vector.every((value) => value === 0))).toBe(true);
  expect(vectors.every((vector) => vector.length === embedder.dims && !vector.some(Number.isNaN))).toBe(true);
  expect(await embedder.embed([])).toEqual([]);
  expect(await embedder.embed(["", ""])).toHaveLength(2);
});

it("the embedder serves concurrent callers", async () => {
  const texts = Array.from({ length: 30 }, (_, n) => [`caller ${n} says hello`]);
  const together = await Promise.all(texts.map((own) => embedder.embed(own)));
  expect(new Set(together.map(([vector]) => vector!.join())).size).toBe(30);
});

it("questions go before other texts, but don't stop them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "embedder-"));
  const program = join(folder, "worker.mjs");
  writeFileSync(
    program,
    `import { parentPort } from "node:worker_threads";
    let count = 0;
    parentPort.on("message", ({ texts }) => {
      count += 1;
      parentPort.postMessage({ vectors: texts.map(() => new Float32Array([count])) });
    });`,
  );
  const counting = new BuiltinEmbedder(program);
  const embed = async (text: string, isQuestion = false) =>
    (await counting.embed([text], { isQuestion }))[0]![0];
  const questions = Array.from({ length: 12 }, (_, n) => `question ${n}`);
  const turns = await Promise.all([embed("a"), embed("b"), ...questions.map((text) => embed(text, true))]);
  expect(turns).toEqual([1, 10, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14]);
  rmSync(folder, { recursive: true });
});

it("the embedder restarts after its thread has crashed or failed to start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "embedder-"));
  const program = join(folder, "worker.mjs");
  const fragile = new BuiltinEmbedder(program);
  await expect(fragile.embed(["no program yet"])).rejects.toThrow("The embedding model failed.");
  writeFileSync(
    program,
    `import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ texts }) => {
      if (texts[0] === "crash") throw new Error("crashed");
      parentPort.postMessage({ vectors: texts.map(() => new Float32Array([1])) });
    });`,
  );
  expect(await fragile.embed(["fine"])).toEqual([new Float32Array([1])]);
  const together = await Promise.allSettled([fragile.embed(["crash"]), fragile.embed(["waits"])]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await fragile.embed(["fine"])).toEqual([new Float32Array([1])]);
  rmSync(folder, { recursive: true });
});
