import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ModelServer, startModelServer } from "@/test/fakes/model-server";
import { setEnvironment } from "@/test/renewal";
import { listEnvironmentConnections } from "./connections";
import { findOllama } from "./providers/ollama";
import { testConnection } from "./test-connection";
import type { ModelSettings } from "./types";

// The test servers listen on localhost.
setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });

const settings: ModelSettings = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  DEFAULT_MODEL: undefined,
  MODEL_FIRST_TOKEN_SECONDS: 5,
  MODEL_STALL_SECONDS: 5,
};
const none = {
  OPENAI_API_KEY: undefined,
  OPENAI_BASE_URL: undefined,
  OPENAI_MODEL: undefined,
  ANTHROPIC_API_KEY: undefined,
  GOOGLE_GENERATIVE_AI_API_KEY: undefined,
};
let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

describe("the environment", () => {
  it("lists providers, best first", () => {
    expect(listEnvironmentConnections(none)).toEqual([]);
    const keys = { ...none, OPENAI_API_KEY: "o", ANTHROPIC_API_KEY: "a", GOOGLE_GENERATIVE_AI_API_KEY: "g" };
    expect(listEnvironmentConnections(keys).map(({ provider }) => provider)).toEqual([
      "openai",
      "anthropic",
      "google",
    ]);
    expect(
      listEnvironmentConnections({ ...none, OPENAI_BASE_URL: "http://x/v1", OPENAI_MODEL: "m" }),
    ).toEqual([
      {
        provider: "openai-compatible",
        baseUrl: "http://x/v1",
        apiKey: undefined,
        model: "m",
        allowsPrivate: true,
      },
    ]);
    expect(listEnvironmentConnections({ ...keys, OPENAI_BASE_URL: "http://x/v1" })[0]).toMatchObject({
      provider: "openai-compatible",
      apiKey: "o",
    });
  });
});

describe("Ollama", () => {
  it("is detected where it answers, also at an address with /v1", async () => {
    const root = server.url.replace("/v1", "");
    expect(await findOllama({ OLLAMA_BASE_URL: root })).toEqual({
      baseUrl: root,
      models: ["stand-in:latest"],
      embedders: [],
    });
    expect(await findOllama(settings, { provider: "ollama", baseUrl: server.url })).toMatchObject({
      baseUrl: root,
    });
    expect(await findOllama(settings)).toBeNull();
  });

  it("is given 300 ms to answer, and asked once in 30 s", async () => {
    let asked = 0;
    const silent = createServer(() => {
      asked += 1;
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = { OLLAMA_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    const patience = vi.spyOn(AbortSignal, "timeout");
    expect(await Promise.all([findOllama(address), findOllama(address)])).toEqual([null, null]);
    expect(await findOllama(address)).toBeNull();
    expect(patience.mock.calls).toEqual([[300]]);
    patience.mockRestore();
    expect(asked).toBe(1);
    silent.closeAllConnections();
    silent.close();
  });
});

describe("testConnection", () => {
  it("reports success and lists the models", async () => {
    const connection = { provider: "openai-compatible" as const, baseUrl: server.url };
    const { ok, message, models } = await testConnection(connection, settings);
    expect(ok).toBe(true);
    expect(message).toMatch(/^stand-in-large answered in \d+\.\d s\.$/);
    expect(models).toEqual(["stand-in-large", "stand-in-small"]);
    expect(await testConnection({ provider: "ollama", baseUrl: server.url }, settings)).toMatchObject({
      ok: true,
      models: ["stand-in:latest"],
    });
  });

  it("explains what is wrong", async () => {
    server.setMode("401");
    const refused = await testConnection(
      { provider: "openai-compatible", baseUrl: server.url, apiKey: "x" },
      settings,
    );
    expect(refused).toMatchObject({ ok: false, message: "The model server refused the API key." });
    server.setMode("echo");
    const dead = { provider: "openai-compatible" as const, baseUrl: "http://127.0.0.1:9/v1" };
    expect(await testConnection(dead, settings)).toMatchObject({
      ok: false,
      message: "The model server cannot be reached.",
      models: [],
    });
    expect(await testConnection({ provider: "ollama" }, settings)).toMatchObject({
      ok: false,
      message: "Ollama cannot be reached.",
    });
    expect((await testConnection({ provider: "google" }, settings)).message).toContain("no key");
  });
});
