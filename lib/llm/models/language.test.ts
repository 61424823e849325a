import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "@/test/fakes/model-server";
import { setEnvironment } from "@/test/renewal";
import { chooseModel, listModels, listProblems, streamReply } from "./language";
import type { Connection, ModelEvent, ModelMessage, ModelRequest, ModelSettings } from "./types";

// The test servers listen on localhost.
setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });

const settings: ModelSettings = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  DEFAULT_MODEL: undefined,
  MODEL_FIRST_TOKEN_SECONDS: 2,
  MODEL_STALL_SECONDS: 0.4,
};
let server: ModelServer;
let connection: Connection;

beforeAll(async () => {
  server = await startModelServer();
  connection = { provider: "openai-compatible", baseUrl: server.url, model: "m" };
});
beforeEach(() => server.setMode("echo"));
afterAll(() => server.close());

type Options = { text?: string; signal?: AbortSignal; via?: Connection; config?: ModelSettings };

async function reply({ text = "hi", signal = new AbortController().signal, via, config }: Options = {}) {
  const connections = [via ?? connection];
  const events: ModelEvent[] = [];
  const choice = await chooseModel(null, connections, settings);
  const request = { instructions: "Be kind.", messages: [{ role: "user" as const, text }], signal };
  await streamReply(choice, connections, request, config ?? settings, (event) => void events.push(event));
  return events;
}

const getText = (events: ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.text : "")).join("");

describe("a reply that succeeds", () => {
  it("yields the exact text, then a finish event", async () => {
    const events = await reply({ text: "größer 🙂 than\n\n  two  spaces" });
    expect(getText(events)).toBe("You said: größer 🙂 than\n\n  two  spaces");
    expect(events.at(-1)).toEqual({
      type: "finish",
      responseId: "chatcmpl-stand-in",
      model: "m",
      usage: { input_tokens: 2, output_tokens: 7 },
    });
    expect(server.requests.at(-1)?.messages).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", content: "größer 🙂 than\n\n  two  spaces" },
    ]);
  });

  it("keeps all of 5,000 tokens", async () => {
    const events = await reply({ text: "[[fake tokens=5000]]" });
    expect(getText(events)).toBe(Array.from({ length: 5000 }, (_, n) => `w${n}`).join(" "));
  });

  it("separates reasoning from text", async () => {
    const events = await reply({ text: "[[fake reasoning]]" });
    const thoughts = events.filter(({ type }) => type === "reasoning");
    expect(thoughts.map((event) => "text" in event && event.text)).toEqual([
      "thought 1 ",
      "thought 2 ",
      "thought 3 ",
    ]);
    expect(getText(events)).toBe("You said: [[fake reasoning]]");
  });

  it("survives invalid UTF-8", async () => {
    expect(getText(await reply({ text: "[[fake badutf8]]" }))).toMatch(/^a\ufffd+b$/);
  });

  it("passes pictures on to models with vision support", async () => {
    const images = [{ mediaType: "image/png", data: new Uint8Array([137, 80, 78, 71]) }];
    const messages = [{ role: "user" as const, text: "look", images }];
    const request = { instructions: "", messages, signal: new AbortController().signal };
    const choice = await chooseModel("openai-compatible:gpt-4o", [connection], settings);
    await streamReply(choice, [connection], request, settings, () => undefined);
    expect(JSON.stringify(server.requests.at(-1))).toContain("data:image/png;base64,iVBORw==");
  });

  it("does not count the time that its listener takes", async () => {
    const events: ModelEvent[] = [];
    const choice = await chooseModel(null, [connection], settings);
    const messages = [{ role: "user" as const, text: "[[fake tokens=3]]" }];
    const request = { instructions: "", messages, signal: new AbortController().signal };
    await streamReply(choice, [connection], request, settings, async (event) => {
      events.push(event);
      if (events.length === 1) await new Promise((resolve) => setTimeout(resolve, 900));
    });
    expect(getText(events)).toBe("w0 w1 w2");
  });
});

describe("a reply that fails", () => {
  it.each([
    ["401", "unauthorized", false, 1],
    ["429 wait=0", "rate_limited", true, 2],
    ["429 wait=30", "rate_limited", true, 1],
    ["500", "failed", true, 2],
    ["toolong", "too_long", false, 1],
    ["html", "garbage", false, 1],
    ["badjson", "garbage", false, 1],
    ["empty", "garbage", true, 2],
    ["cut=5", "cut", true, 1],
    ["cut=0", "cut", true, 2],
    ["stall=5", "stalled", true, 1],
    ["huge", "garbage", false, 1],
    ["trickle", "stalled", true, 1],
    ["first=2500", "stalled", true, 1],
  ])("%s ends as %s", async (mode, code, retryable, calls) => {
    const before = server.calls;
    const error = await reply({ text: `[[fake ${mode}]]` }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "ModelError", code, retryable });
    expect((error as Error).message).not.toMatch(/sk-|http|127\.0\.0\.1|\bat \w+ \(/);
    expect(server.calls - before).toBe(calls);
  });

  it("keeps the text before a break", async () => {
    const events: ModelEvent[] = [];
    const choice = await chooseModel(null, [connection], settings);
    const messages = [{ role: "user" as const, text: "[[fake cut=5]]" }];
    const request = { instructions: "", messages, signal: new AbortController().signal };
    const reading = streamReply(choice, [connection], request, settings, (event) => void events.push(event));
    await expect(reading).rejects.toMatchObject({ code: "cut" });
    expect(getText(events)).toBe("w0 w1 w2 w3 w4");
  });

  it("reports an unreachable server and a missing connection", async () => {
    const dead = { ...connection, baseUrl: "http://127.0.0.1:9/v1" };
    await expect(reply({ via: dead })).rejects.toMatchObject({ code: "refused" });
    await expect(
      reply({ via: { ...dead, baseUrl: "http://no-such-host.invalid/v1" } }),
    ).rejects.toMatchObject({
      code: "refused",
    });
    await expect(reply({ via: { provider: "anthropic" } })).rejects.toMatchObject({ code: "not_configured" });
    const choice = await chooseModel("google:gemini", [], settings);
    const request = { instructions: "", messages: [], signal: new AbortController().signal };
    await expect(streamReply(choice, [], request, settings, () => undefined)).rejects.toMatchObject({
      code: "not_configured",
    });
  });

  it("ends on an endless line without filling memory", async () => {
    const before = process.memoryUsage().rss;
    await expect(reply({ text: "[[fake huge]]" })).rejects.toMatchObject({ code: "garbage" });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

describe("stopping", () => {
  it.each(["slow tokens=5000", "stall=3", "first=60000", "tokens=100000 delay=1"])(
    "closes the provider's connection long before the reply would end (%s)",
    async (mode) => {
      const before = server.aborted;
      const stopping = new AbortController();
      const patient = { ...settings, MODEL_FIRST_TOKEN_SECONDS: 90, MODEL_STALL_SECONDS: 90 };
      const reading = reply({ text: `[[fake ${mode}]]`, signal: stopping.signal, config: patient });
      setTimeout(() => stopping.abort("stopped"), 250);
      await expect(reading).rejects.toBe("stopped");
      await expect.poll(() => server.aborted).toBe(before + 1);
    },
  );

  it("closes the provider's connection when the listener throws", async () => {
    const before = server.aborted;
    const choice = await chooseModel(null, [connection], settings);
    const messages = [{ role: "user" as const, text: "[[fake slow tokens=500]]" }];
    const request = { instructions: "", messages, signal: new AbortController().signal };
    const leaving = streamReply(choice, [connection], request, settings, () => {
      throw new Error("enough");
    });
    await expect(leaving).rejects.toThrow("enough");
    await expect.poll(() => server.aborted).toBe(before + 1);
  });

  it("before the start prevents the request", async () => {
    const before = server.calls;
    await expect(reply({ signal: AbortSignal.abort("stopped") })).rejects.toBe("stopped");
    expect(server.calls).toBe(before);
  });
});

describe("choosing", () => {
  it("prefers the requested model, then the configured, the best connected and the built-in one", async () => {
    const anthropic: Connection = { provider: "anthropic", apiKey: "k" };
    const configured = { ...settings, DEFAULT_MODEL: "google:gemini-3.8-flash" };
    expect((await chooseModel("openai:gpt-4o", [anthropic], configured)).id).toBe("openai:gpt-4o");
    expect((await chooseModel("builtin", [anthropic], configured)).builtin).toBe(true);
    expect((await chooseModel(null, [anthropic], configured)).id).toBe("google:gemini-3.8-flash");
    expect((await chooseModel(null, [anthropic], settings)).id).toMatch(/^anthropic:claude-/);
    expect((await chooseModel(null, [], settings)).id).toBe("builtin");
    const bare = { ...settings, DEFAULT_MODEL: "llama3:8b" };
    expect((await chooseModel(null, [connection], bare)).id).toBe("openai-compatible:llama3:8b");
    expect(await chooseModel("gone:llama3", [connection], settings)).toMatchObject({
      id: "gone:llama3",
      connection: "gone",
    });
  });

  it("treats names of object properties as no provider", async () => {
    const { id } = await chooseModel("toString:x", [connection], settings);
    expect(id).toBe("openai-compatible:toString:x");
  });

  it("finds a server's first chat model", async () => {
    const unnamed = { ...connection, model: undefined };
    expect((await chooseModel(null, [unnamed], settings)).id).toBe("openai-compatible:stand-in-large");
  });

  it("detects Ollama without configuration", async () => {
    const withOllama = { ...settings, OLLAMA_BASE_URL: server.url.replace("/v1", "") };
    const choice = await chooseModel(null, [], withOllama);
    expect(choice.id).toBe("ollama:stand-in:latest");
    const messages = [{ role: "user" as const, text: "hi" }];
    const events: ModelEvent[] = [];
    const request = { instructions: "", messages, signal: new AbortController().signal };
    await streamReply(choice, [], request, withOllama, (event) => void events.push(event));
    expect(getText(events)).toBe("You said: hi");
  });

  it("lists every model once, the built-in one last", async () => {
    const ids = (
      await listModels(
        [connection, connection, { provider: "google", apiKey: "k", baseUrl: server.url }],
        settings,
      )
    ).map(({ id }) => id);
    expect(ids.slice(0, 4)).toEqual([
      "openai-compatible:m",
      "openai-compatible:stand-in-large",
      "openai-compatible:stand-in-small",
      "google:gemini-3.8-flash",
    ]);
    expect(ids.at(-1)).toBe("builtin");
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("lists only models that a server or a connection names, and reports problems", async () => {
    const dead = { provider: "openai-compatible" as const, baseUrl: "http://127.0.0.1:9/v1" };
    const listed = async (...connections: Connection[]) =>
      (await listModels(connections, settings)).map(({ id }) => id);
    expect(await listed(dead)).toEqual(["builtin"]);
    expect(await listed({ ...dead, model: "m" })).toEqual(["openai-compatible:m", "builtin"]);
    expect(await listed({ provider: "openai", apiKey: "k", baseUrl: dead.baseUrl })).toEqual(["builtin"]);
    expect(await listProblems([dead, dead, connection], settings)).toEqual([
      {
        provider: "openai-compatible",
        connection: "openai-compatible",
        name: null,
        code: "refused",
        message: "The model server cannot be reached.",
      },
    ]);
    expect(await listProblems([{ provider: "ollama", baseUrl: "http://127.0.0.1:9" }], settings)).toEqual([
      {
        provider: "ollama",
        connection: "ollama",
        name: null,
        code: "refused",
        message: "Ollama cannot be reached.",
      },
    ]);
    // A reply reports the same problem, because no other model replaces that of an unreachable server.
    expect((await chooseModel(null, [dead], settings)).builtin).toBe(false);
    let answer = { status: 401, body: "{}" };
    const odd = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
    await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
    const { port } = odd.address() as AddressInfo;
    const outcomes = [];
    for (answer of [
      answer,
      { status: 500, body: "{}" },
      { status: 200, body: "<p>" },
      { status: 404, body: "" },
    ]) {
      const oddOne = { ...dead, baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: JSON.stringify(answer) };
      const [problem] = await listProblems([oddOne], settings);
      outcomes.push([problem?.code, (await listed(oddOne))[0]]);
    }
    odd.close();
    expect(outcomes).toEqual([
      ["unauthorized", "builtin"],
      ["failed", "builtin"],
      ["failed", "builtin"],
      // This server has no model list and accepts any name.
      [undefined, "openai-compatible:default"],
    ]);
  });

  it("detects which models have vision support", async () => {
    const sees = async (id: string) => (await chooseModel(id, [], settings)).sees;
    expect(await sees("openai:gpt-4o")).toBe(true);
    expect(await sees("openai:gpt-3.5-turbo")).toBe(false);
    expect(await sees("ollama:llava:7b")).toBe(true);
    expect(await sees("ollama:llama3.2:latest")).toBe(false);
    expect(await sees("builtin")).toBe(false);
  });
});

describe("tools", () => {
  const tools = [{ name: "add", description: "Adds.", parameters: { type: "object", properties: {} } }];
  async function ask(messages: ModelMessage[], more: Partial<ModelRequest> = {}) {
    const events: ModelEvent[] = [];
    const choice = await chooseModel(null, [connection], settings);
    const request = { instructions: "", messages, tools, signal: new AbortController().signal, ...more };
    await streamReply(choice, [connection], request, settings, (event) => void events.push(event));
    return events;
  }
  const question: ModelMessage = { role: "user", text: '[[fake call add {"a":1}]]' };

  it("are called, and their results are sent back", async () => {
    const events = await ask([question]);
    expect(events.map(({ type }) => type)).toEqual(["tool-call", "finish"]);
    const [asked] = events;
    if (asked?.type !== "tool-call") throw new Error("no call");
    expect(asked.call).toEqual({ id: "call_1", name: "add", input: '{"a":1}' });
    const { call } = asked;
    const told = await ask([
      question,
      { role: "assistant", text: "", calls: [call] },
      { role: "tool", results: [{ call, text: "2", isError: false }] },
    ]);
    expect(getText(told)).toBe("The tool said: 2");
  });

  it("are left out for a model that refuses them", async () => {
    server.setMode("notools");
    expect(getText(await ask([{ role: "user", text: "hi" }]))).toBe("You said: hi");
    expect(server.requests.slice(-2).map(({ tools }) => tools?.length)).toEqual([1, undefined]);
  });

  it("are not called in the last round", async () => {
    const events = await ask([question], { isLastRound: true });
    expect(events.map(({ type }) => type)).not.toContain("tool-call");
  });
});
