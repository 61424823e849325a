import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Config } from "@/lib/platform/config";
import { startModelServer } from "@/test/fakes/model-server";
import { setEnvironment } from "@/test/renewal";
import { chooseEmbedder, getEmbedder } from "./embedding-choice";
import { ProviderEmbedder } from "./embedding-provider";
import { getCosineSimilarity } from "./embeddings";

// The test servers listen on localhost.
setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });

const server = await startModelServer();
const connection = { provider: "openai-compatible" as const, baseUrl: server.url };
const embedder = new ProviderEmbedder(connection, "stand-in-embedding");
beforeEach(() => server.setMode("echo"));
afterAll(() => server.close());

// Server that responds with `answer`.
let strange: Server;
let answer = "";
beforeAll(async () => {
  strange = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise<void>((resolve) => strange.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void strange.close());

it("the embedder splits large batches, keeps their order and returns zeros for blank texts", async () => {
  const texts = Array.from({ length: 200 }, (_, n) => (n === 150 ? " " : `text number ${n}`));
  const vectors = await embedder.embed(texts);
  expect(vectors).toHaveLength(200);
  const [alone] = await embedder.embed(["text number 199"]);
  expect(vectors[199]).toEqual(alone);
  expect(getCosineSimilarity(alone!, alone!)).toBeCloseTo(1, 5);
  expect(vectors[150]).toEqual(new Float32Array(64));
});

it("the embedder retries temporary failures, except for search queries", async () => {
  server.setMode("429 wait=0.1");
  setTimeout(() => server.setMode("echo"), 150);
  expect(await embedder.embed(["later"])).toHaveLength(1);
  server.setMode("500");
  await expect(embedder.embed(["now"], { isQuestion: true })).rejects.toThrow(
    "Model server failed (status 500).",
  );
});

it("the embedder explains failures", async () => {
  server.setMode("401");
  await expect(embedder.embed(["x"])).rejects.toThrow("Model server refused the API key.");
  const { port } = strange.address() as AddressInfo;
  const odd = new ProviderEmbedder({ ...connection, baseUrl: `http://127.0.0.1:${port}/v1` }, "odd");
  for (const body of [
    "<html>",
    '{"data":[]}',
    '{"data":[{"embedding":[]}]}',
    '{"data":[{"embedding":["a"]}]}',
  ]) {
    answer = body;
    await expect(odd.embed(["x"], { isQuestion: true })).rejects.toThrow(
      /^Model server sent an invalid reply/,
    );
  }
});

const config = (given: Partial<Config>) => ({ OLLAMA_BASE_URL: "http://127.0.0.1:9", ...given }) as Config;

it("EMBEDDING_MODEL chooses the embedder, which must be connected", () => {
  const id = (given: Partial<Config>) => getEmbedder(given.EMBEDDING_MODEL!, config(given)).id;
  expect(id({ EMBEDDING_MODEL: "builtin" })).toBe("builtin");
  expect(id({ EMBEDDING_MODEL: "openai:e", OPENAI_API_KEY: "k" })).toBe("openai:e");
  expect(id({ EMBEDDING_MODEL: "openai:e", OPENAI_BASE_URL: server.url })).toBe("openai-compatible:e");
  expect(id({ EMBEDDING_MODEL: "google:e", GOOGLE_GENERATIVE_AI_API_KEY: "k" })).toBe("google:e");
  for (const name of ["google:e", "openai:e", "openai-compatible:e", "anthropic:e", "nobody:e"])
    expect(() => id({ EMBEDDING_MODEL: name })).toThrow(/EMBEDDING_MODEL/);
});

it("Ollama provides the embedder when it has one, also while it is unreachable", async () => {
  const away = config({});
  expect((await chooseEmbedder(away, { used: ["builtin"] })).embedder.id).toBe("builtin");
  expect((await chooseEmbedder(away, { used: ["ollama:bge-m3", "builtin"] })).embedder.id).toBe(
    "ollama:bge-m3",
  );
  const ollama = createServer((_request, response) => {
    const models = ["llama3", "nomic-embed-text", "bge-m3"].map((name) => ({ name }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ models }));
  });
  await new Promise<void>((resolve) => ollama.listen(0, "127.0.0.1", resolve));
  const there = config({ OLLAMA_BASE_URL: `http://127.0.0.1:${(ollama.address() as AddressInfo).port}` });
  expect((await chooseEmbedder(there, { used: ["builtin"] })).embedder.id).toBe("ollama:nomic-embed-text");
  expect((await chooseEmbedder(there, { used: ["ollama:bge-m3"] })).embedder.id).toBe("ollama:bge-m3");
  ollama.close();
});
