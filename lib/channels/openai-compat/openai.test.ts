import OpenAI from "openai";
import { beforeEach, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { startMcpServer } from "@/test/fakes/mcp-server";
import { startModelServer } from "@/test/fakes/model-server";
import { startServerWithModel } from "@/test/server-with-model";

process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada");
const helper = (await ada.api.post("/virtual-assistants", { name: "Helper", instructions: "Be kind." })).body;
const apiKey = (await ada.api.post("/users/me/api-tokens", { name: "Editor" })).body.token;
const baseURL = `${server.url}/api/v1/openai`;
const openai = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
const user = (content: string) => ({ role: "user" as const, content });
const ask = (content: string, more: object = {}) =>
  openai.chat.completions.create({ model: "parley", messages: [user(content)], ...more });
const streamed = (content: string, more: object = {}) =>
  openai.chat.completions.create({ model: "parley", messages: [user(content)], stream: true, ...more });
const getError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );

test("assistants are listed as models by mention name or id", async () => {
  const models = (await openai.models.list()).data;
  expect(models).toMatchObject([
    { id: "parley", object: "model", owned_by: "parley", type: "chat" },
    { id: `assistant-${helper.id}`, object: "model" },
    { id: "openai-compatible:stand-in-large", owned_by: "openai-compatible" },
    { id: "openai-compatible:stand-in-small" },
    { id: expect.any(String), owned_by: "parley", type: "embedding" },
  ]);
  expect((await openai.models.retrieve("parley")).id).toBe("parley");
  expect(await getError(openai.models.retrieve("nobody"))).toMatchObject({
    status: 404,
    code: "model_not_found",
  });
});

test("embedding and reranking models are not listed as chat models", async () => {
  const others =
    "intfloat/multilingual-e5-large bge-m3 BAAI/bge-reranker-v2 gte-large nomic-embed-text all-mpnet-base-v2";
  const listing = await startModelServer({
    models: [
      { id: "chat-7b" },
      ...others.split(" ").map((id) => ({ id })),
      { id: "vectors", type: "embedding" },
      { id: "ocr", capabilities: { completion_chat: false } },
    ],
  });
  await ada.api.put("/models/connections/openai-compatible", { base_url: listing.url });
  const ids = (await openai.models.list()).data.map(({ id }) => id);
  const { models } = (await ada.api.get("/models")).body;
  await ada.api.del("/models/connections/openai-compatible");
  await listing.close();
  const chat = "openai-compatible:chat-7b";
  expect(ids.filter((id) => id.startsWith("openai-compatible:"))).toEqual([chat]);
  expect(models.map(({ id }: { id: string }) => id)).toEqual([chat, "builtin"]);
});

test("an assistant replies to the given messages only", async () => {
  const chats = (await ada.api.get("/chats")).body;
  const answer = await openai.chat.completions.create({
    model: `assistant-${helper.id}`,
    temperature: 0.2,
    messages: [
      { role: "system", content: "Answer in French." },
      user("First"),
      { role: "assistant", content: "Premier" },
      { role: "user", content: [{ type: "text", text: "Second" }] },
    ],
  });
  expect(answer).toMatchObject({ object: "chat.completion", model: `assistant-${helper.id}` });
  expect(answer.choices[0]).toMatchObject({ message: { role: "assistant" }, finish_reason: "stop" });
  expect(answer.choices[0]!.message.content).toContain("Second");
  expect(answer.usage!.total_tokens).toBeGreaterThan(0);
  expect(model.requests.at(-1)!.messages).toEqual([
    { role: "system", content: "Be kind.\n\nAnswer in French." },
    { role: "user", content: "First" },
    { role: "assistant", content: "Premier" },
    { role: "user", content: "Second" },
  ]);
  expect((await ada.api.get("/chats")).body).toEqual(chats);
});

test("sampling settings are passed to the model of the assistant", async () => {
  const answer = await ask("hello", {
    temperature: 0.25,
    top_p: 0.5,
    max_tokens: 50,
    stop: ["END"],
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    seed: 7,
    n: 1,
    user: "somebody",
    store: false,
    response_format: { type: "text" },
    metadata: { a: "b" },
  });
  expect(answer.choices[0]!.finish_reason).toBe("stop");
  expect(model.requests.at(-1)).toMatchObject({
    temperature: 0.25,
    top_p: 0.5,
    max_tokens: 50,
    stop: ["END"],
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    seed: 7,
  });
});

test.each(["", "/", "/chat", "/images", "/v1/models", "/models/a/b", "/chat/completions/x"])(
  "an unknown address %j is refused with an OpenAI error",
  async (path) => {
    const answer = await fetch(baseURL + path, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      {
        error: {
          message: expect.any(String),
          type: "invalid_request_error",
          param: null,
          code: "unknown_url",
        },
      },
    ]);
  },
);

test("cross-origin requests can have the headers of OpenAI and MCP clients", async () => {
  const asked = "authorization, x-stainless-os, x-stainless-retry-count, mcp-protocol-version, x-other";
  const headers = {
    origin: "https://other.test",
    "access-control-request-method": "POST",
    "access-control-request-headers": asked,
  };
  const answer = await fetch(`${baseURL}/chat/completions`, { method: "OPTIONS", headers });
  const allowed = answer.headers.get("access-control-allow-headers")!.toLowerCase().split(", ");
  expect(allowed).toEqual(expect.arrayContaining(asked.split(", ").slice(0, -1)));
  expect(allowed).not.toContain("x-other");
});

test("tokens are counted, and a group without tokens is refused", async () => {
  const used = async () => (await ada.api.get("/usage")).body.total;
  const before = await used();
  await ask("hello");
  expect((await used()).replies).toBe(before.replies + 1);
  expect((await used()).input_tokens).toBeGreaterThan(before.input_tokens);
  await ada.api.patch(`/groups/${ada.group.id}`, { monthly_tokens: 1 });
  const refused = await getError(ask("hello"));
  expect(refused).toMatchObject({ status: 429, message: expect.stringContaining("used up") });
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(await getError(streamed("hello"))).toMatchObject({ status: 429 });
  await ada.api.patch(`/groups/${ada.group.id}`, { monthly_tokens: null });
});

describe("a stream", () => {
  test("arrives in chunks, and ends with the usage when requested", async () => {
    const chunks = [];
    const stream = await streamed("[[fake tokens=20 delay=5]]", { stream_options: { include_usage: true } });
    for await (const chunk of stream as unknown as AsyncIterable<OpenAI.ChatCompletionChunk>)
      chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(4);
    expect(chunks[0]!.choices[0]!.delta).toEqual({ role: "assistant", content: "" });
    expect(chunks.at(-2)!.choices[0]!.finish_reason).toBe("stop");
    expect(chunks.at(-1)!).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    const whole = chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
    expect(whole).toMatch(/\S+ \S+/);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test("that fails ends with an error, and one that cannot start returns a status", async () => {
    model.setMode("cut=5");
    const read = async () => {
      for await (const _ of (await streamed("hello")) as unknown as AsyncIterable<unknown>);
    };
    expect(await getError(read())).toMatchObject({ type: "server_error", message: expect.any(String) });
    model.setMode("401");
    expect(await getError(streamed("hello"))).toMatchObject({ status: 502 });
  });

  test("whose reader disconnects is aborted at the model", async () => {
    model.setMode("mode=slow tokens=500");
    const before = model.aborted;
    const stream = (await streamed("hello")) as unknown as AsyncIterable<unknown>;
    for await (const _ of stream) break;
    await expect.poll(() => model.aborted).toBe(before + 1);
  });
});

describe("OpenAI errors", () => {
  test.each([
    ["no such model", { model: "nobody" }, 404, "model_not_found", null],
    ["no messages", { messages: [] }, 400, null, "messages"],
    ["an unknown role", { messages: [{ role: "judge", content: "x" }] }, 400, null, "messages.0.role"],
    ["several choices", { n: 2 }, 400, null, "n"],
    ["too warm", { temperature: 99 }, 400, null, "temperature"],
    ["no length", { max_tokens: 0 }, 400, null, "max_tokens"],
    ["many ends", { stop: ["a", "b", "c", "d", "e"] }, 400, null, "stop"],
    ["YAML", { response_format: { type: "yaml" } }, 400, null, "response_format.type"],
    ["probabilities", { logprobs: true }, 400, null, "logprobs"],
    ["weights", { logit_bias: { "50256": -100 } }, 400, null, "logit_bias.50256"],
  ])("%s", async (_, more, status, code, param) => {
    expect(await getError(ask("hello", more))).toMatchObject({
      status,
      code,
      param,
      type: "invalid_request_error",
    });
  });

  test("cover a wrong key and failures of the model", async () => {
    const other = new OpenAI({ apiKey: "wrong", baseURL, maxRetries: 0 });
    expect(await getError(other.models.list())).toMatchObject({ status: 401, code: "invalid_api_key" });
    model.setMode("500");
    expect(await getError(ask("hello"))).toMatchObject({ status: 502, type: "server_error" });
    model.setMode("toolong");
    expect(await getError(ask("hello"))).toMatchObject({ status: 400 });
  });
});

test("models with vision support get pictures, and other models get a note about them", async () => {
  const url = "data:image/png;base64,iVBORw0KGgo=";
  const content = [
    { type: "text" as const, text: "What is it?" },
    { type: "image_url" as const, image_url: { url } },
  ];
  await openai.chat.completions.create({ model: "parley", messages: [{ role: "user", content }] });
  expect(JSON.stringify(model.requests.at(-1)!.messages.at(-1))).toMatch(/iVBORw0KGgo=|A picture/);
  content[1] = { type: "image_url", image_url: { url: "http://127.0.0.1:9/x.png" } };
  const refused = openai.chat.completions.create({ model: "parley", messages: [{ role: "user", content }] });
  expect(await getError(refused)).toMatchObject({ status: 400 });
});

test("an assistant uses only its tools without side effects", async () => {
  const everything = await startMcpServer();
  const { body } = await ada.api.post("/mcp-servers", { name: "Every", url: everything.url });
  await ada.api.put(`/virtual-assistants/${helper.id}/mcp-servers/${body.id}`);
  const content = '[[fake call every__echo {"message": "hi"}]]';
  const answer = await ask(content, { model: `assistant-${helper.id}` });
  expect(answer.choices[0]!.message.content).toContain("Echo: hi");
  const offered = model.requests.at(-1)!.tools!.map(({ function: { name } }) => name);
  expect(offered).toContain("every__get-sum");
  expect(offered).not.toContain("every__toggle-simulated-logging");
  await everything.close();
});
