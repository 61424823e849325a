import { beforeEach, expect, test } from "vitest";
import { silence } from "@/lib/channels/compat/service";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

/** Covers clients of Anthropic's API by the requests that they send and the responses that they expect. */
const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));
const ada = await person(server.url, "Ada");
const key = (await ada.api.post("/users/me/api-tokens", { name: "Editor" })).body.token;
const baseURL = `${server.url}/api/v1/anthropic`;
const headers = { "x-api-key": key, "anthropic-version": "2023-06-01", "content-type": "application/json" };
const hello = [{ role: "user", content: "hello" }];
const post = (more: object = {}, values: Record<string, string> = headers) =>
  fetch(`${baseURL}/v1/messages`, {
    method: "POST",
    headers: values,
    body: JSON.stringify({ model: "parley", max_tokens: 100, messages: hello, ...more }),
  });
const create = async (more: object = {}) => {
  const answer = await post(more);
  return { status: answer.status, body: await answer.json() };
};
const events = async (more: object) =>
  (await (await post({ stream: true, ...more })).text())
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => JSON.parse(event.slice(event.indexOf("data: ") + "data: ".length)));
const sent = () => model.requests.at(-1)!;
const input_schema = { type: "object", properties: { city: { type: "string" } } };
const tools = [{ name: "weather", description: "Of a city.", input_schema }];
const asks = { role: "user", content: '[[fake call weather {"city":"Oslo"}]]' };

test("an assistant replies with the settings of the request", async () => {
  const { status, body } = await create({
    system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
    temperature: 0.5,
    stop_sequences: ["END"],
    top_k: 3,
    thinking: { type: "enabled", budget_tokens: 2000 },
    metadata: { user_id: "x" },
  });
  expect([status, body]).toMatchObject([
    200,
    {
      type: "message",
      role: "assistant",
      model: "parley",
      content: [{ type: "text", text: "You said: hello" }],
      stop_reason: "end_turn",
      usage: { output_tokens: 3 },
      left_out: ["top_k", "thinking"],
    },
  ]);
  expect(sent()).toMatchObject({ temperature: 0.5, max_tokens: 100, stop: ["END"] });
  expect(JSON.stringify(sent().messages[0])).toContain("Be brief.");
  const listed = await (await fetch(`${baseURL}/v1/models`, { headers })).json();
  expect(listed.data[0]).toMatchObject({
    type: "model",
    id: "parley",
    lifecycle: "active",
    retires_at: null,
  });
});

test("tools are called and their results are used, also in a stream", async () => {
  const { body } = await create({ messages: [asks], tools, tool_choice: { type: "any" } });
  expect(body).toMatchObject({
    content: [{ type: "tool_use", name: "weather", input: { city: "Oslo" } }],
    stop_reason: "tool_use",
  });
  expect(sent()).toMatchObject({
    tool_choice: "required",
    tools: [{ function: { parameters: input_schema } }],
  });
  const result = {
    type: "tool_result",
    tool_use_id: body.content[0].id,
    content: [{ type: "text", text: "Rain" }],
  };
  const after = [asks, { role: "assistant", content: body.content }, { role: "user", content: [result] }];
  expect((await create({ messages: after, tools })).body.content[0].text).toBe("The tool said: Rain");
  const called = await events({ messages: [asks], tools });
  expect(called.map(({ type }) => type)).toEqual([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(called.flatMap(({ delta }) => delta?.partial_json ?? []).join("")).toBe('{"city":"Oslo"}');
  expect(called.at(-2).delta.stop_reason).toBe("tool_use");
  const said = await events({ messages: [{ role: "user", content: "[[fake tokens=3 delay=5]]" }] });
  expect(said.flatMap(({ delta }) => delta?.text ?? []).join("")).toBe("w0 w1 w2");
  model.setMode("cut=5");
  expect((await events({})).at(-1)).toMatchObject({ type: "error", error: { type: "api_error" } });
});

test.each<[string, object, number, string]>([
  ["no such model", { model: "nobody" }, 404, "not_found_error"],
  ["no length", { max_tokens: undefined }, 400, "invalid_request_error"],
  [
    "a choice of a tool of its own",
    {
      tools: [{ type: "web_search_20250305", name: "web_search" }],
      tool_choice: { type: "tool", name: "web_search" },
    },
    400,
    "invalid_request_error",
  ],
  ["a tool without its schema", { tools: [{ name: "weather" }] }, 400, "invalid_request_error"],
  [
    "a result of no call",
    { messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "x" }] }] },
    400,
    "invalid_request_error",
  ],
  [
    "a document",
    { messages: [{ role: "user", content: [{ type: "document" }] }] },
    400,
    "invalid_request_error",
  ],
])("%s is refused in Anthropic's form", async (_, more, status, type) => {
  expect(await create(more)).toEqual({
    status,
    body: { type: "error", error: { type, message: expect.any(String) }, request_id: expect.any(String) },
  });
});

test("the API accepts keys in x-api-key, and returns its own errors for unknown addresses", async () => {
  const wrong = await post({}, { ...headers, "x-api-key": "plt_wrong" });
  expect([wrong.status, (await wrong.json()).error.type]).toEqual([401, "authentication_error"]);
  const { "x-api-key": _, ...without } = headers;
  expect((await post({}, { ...without, authorization: `Bearer ${key}` })).status).toBe(200);
  expect((await fetch(`${server.url}/api/v1/chats`, { headers })).status).toBe(401);
  const nowhere = await fetch(`${baseURL}/v1/complete`, { headers });
  expect([nowhere.status, (await nowhere.json()).error.type]).toEqual([404, "not_found_error"]);
  const preflight = await fetch(`${baseURL}/v1/messages`, {
    method: "OPTIONS",
    headers: {
      "access-control-request-headers":
        "x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access",
    },
  });
  const allowed = preflight.headers.get("access-control-allow-headers")!.toLowerCase();
  for (const name of ["x-api-key", "anthropic-version", "anthropic-dangerous-direct-browser-access"])
    expect(allowed).toContain(name);
});

const PNG = "iVBORw0KGgo=";
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } };
const ephemeral = { type: "ephemeral" };

test("a request of Claude Code gets a reply without tools that Parley does not run", async () => {
  const answer = await fetch(`${baseURL}/v1/messages?beta=true`, {
    method: "POST",
    headers: { ...headers, "anthropic-beta": "claude-code-20250219,context-management-2025-06-27" },
    body: JSON.stringify({
      model: "parley",
      max_tokens: 32_000,
      system: [{ type: "text", text: "You are an agent.", cache_control: ephemeral }],
      messages: [
        { role: "user", content: [{ type: "text", text: "hello", cache_control: ephemeral }] },
        { role: "system", content: [{ type: "text", text: "The folder is empty." }] },
        { role: "system" },
      ],
      tools: [
        { ...tools[0], eager_input_streaming: true, cache_control: ephemeral },
        { name: "later", description: "Never call it.", input_schema, defer_loading: true },
        { type: "web_search_20250305", name: "web_search", max_uses: 5 },
        { type: "bash_20250124", name: "bash" },
      ],
      thinking: { type: "adaptive", display: "omitted" },
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      output_config: { effort: "max" },
      metadata: { user_id: "{}" },
    }),
  });
  const body = await answer.json();
  expect([answer.status, body]).toMatchObject([200, { content: [{ text: "You said: hello" }] }]);
  expect(body.left_out).toEqual([
    "thinking",
    "context_management",
    "tools.web_search_20250305",
    "tools.bash_20250124",
  ]);
  expect(answer.headers.get("request-id")).toBe(answer.headers.get("x-request-id"));
  const { content } = sent().messages[0]!;
  expect(content).toContain("You are an agent.\n\nThe folder is empty.");
  expect(sent().tools!.map(({ function: { name } }) => name)).toEqual(["weather"]);
  expect(sent()).toMatchObject({ reasoning_effort: "xhigh" });
});

test("unknown content in tool results does not end a conversation", async () => {
  const call = { type: "tool_use", id: "t1", name: "weather", input: { city: "Oslo" } };
  const thought = { type: "thinking", thinking: "Hm.", signature: "x" };
  const searched = { type: "server_tool_use", id: "s1", name: "web_search", input: {} };
  const found = {
    type: "search_result",
    source: "notes",
    title: "Notes",
    content: [{ type: "text", text: "Rain" }],
  };
  const odd = { type: "browser_state", tab: 1 };
  const pdf = {
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
  };
  const { status, body } = await create({
    messages: [
      { role: "user", content: "hello" },
      { role: "assistant", content: [thought, searched, call] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t1", content: [found, odd, pdf] },
          {
            type: "document",
            title: "Plan",
            source: { type: "text", media_type: "text/plain", data: "Sail." },
          },
          { type: "text", text: "well?" },
        ],
      },
    ],
    tools,
  });
  expect([status, body.content[0].text]).toEqual([200, expect.stringContaining("well?")]);
  expect(body.left_out).toEqual(["messages.document"]);
  const [result, last] = sent().messages.slice(-2);
  expect(result!.content).toMatch(/Notes \(notes\)\s+Rain\s+\[Something of the type browser_state/);
  expect(last!.content).toMatch(/Plan\s+Sail\.\s+well\?/);
});

test("deferred tools are offered once they are referenced", async () => {
  const later = { name: "later", input_schema, defer_loading: true };
  const called = (content: object[]) => [
    ...hello,
    { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "weather", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content }] },
  ];
  const offered = async (more: object) => {
    expect((await create(more)).status).toBe(200);
    return sent().tools?.map(({ function: { name } }) => name);
  };
  const named = [{ type: "tool_reference", tool_name: "later" }];
  expect(await offered({ tools: [...tools, later] })).toEqual(["weather"]);
  expect(await offered({ tools: [...tools, later], messages: called(named) })).toEqual(["weather", "later"]);
  const search = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
  expect(await offered({ tools: [...tools, later, search] })).toEqual(["weather", "later"]);
  const change = (content: object[]) => [...hello, { role: "system", content }];
  const added = { type: "tool_addition", tool: { type: "tool_definition", definition: later } };
  const removed = { type: "tool_removal", tool: { type: "tool_reference", name: "weather" } };
  expect(await offered({ tools, messages: change([added, removed]) })).toEqual(["later"]);
});

test("models see pictures in tool results", async () => {
  const seen = "openai-compatible:stand-in-large";
  await ada.api.put("/models/sight", { model: seen, sees_pictures: true });
  const call = { type: "tool_use", id: "t1", name: "look", input: {} };
  const result = {
    type: "tool_result",
    tool_use_id: "t1",
    content: [{ type: "text", text: "A map" }, picture],
  };
  const messages = [...hello, { role: "assistant", content: [call] }, { role: "user", content: [result] }];
  expect((await create({ model: seen, messages })).status).toBe(200);
  expect(sent().messages.slice(-2)).toMatchObject([
    { role: "tool", content: expect.stringContaining("A map") },
    {
      role: "user",
      content: [
        { type: "text", text: expect.stringContaining("look") },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
      ],
    },
  ]);
  await ada.api.put("/models/sight", { model: seen, sees_pictures: false });
});

test("a thread is refused with the error that makes SDKs send the whole conversation", async () => {
  const { status, body } = await create({ thread: { type: "create" } });
  expect([status, body.error]).toEqual([
    400,
    {
      type: "invalid_request_error",
      message: expect.any(String),
      details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
    },
  ]);
  expect((await create({ thread: null, container: null })).status).toBe(200);
});

test("count_tokens estimates tokens, and a model can be retrieved by its name", async () => {
  const count = async (more: object) => {
    const answer = await fetch(`${baseURL}/v1/messages/count_tokens`, {
      method: "POST",
      headers,
      body: JSON.stringify({ model: "parley", messages: hello, ...more }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const before = model.calls;
  const few = (await count({})).body.input_tokens;
  const long = [{ role: "user", content: "word ".repeat(4000) }];
  const many = (await count({ messages: long, system: "Be brief.", tools, thinking: { type: "adaptive" } }))
    .body;
  const seen = (await count({ messages: [{ role: "user", content: [picture] }] })).body;
  expect(few).toBeLessThan(20);
  expect(many.input_tokens).toBeGreaterThan(5000);
  expect(seen.input_tokens).toBeGreaterThan(1000);
  expect(seen.input_tokens).toBeLessThan(1100);
  expect(model.calls).toBe(before);
  expect(await count({ model: "nobody" })).toMatchObject({
    status: 404,
    body: { error: { type: "not_found_error" } },
  });
  const get = (name: string) => fetch(`${baseURL}/v1/models/${encodeURIComponent(name)}`, { headers });
  expect(await (await get("parley")).json()).toMatchObject({ type: "model", id: "parley" });
  const none = await get("nobody");
  expect([none.status, (await none.json()).request_id]).toEqual([404, none.headers.get("request-id")]);
});

test("a stream sends pings while a model thinks for long", async () => {
  const { maxMs } = silence;
  silence.maxMs = 20;
  try {
    const said = await events({ messages: [{ role: "user", content: "[[fake first=300 tokens=1]]" }] });
    expect(said.map(({ type }) => type).slice(0, 2)).toEqual(["message_start", "ping"]);
    expect(said.flatMap(({ delta }) => delta?.text ?? []).join("")).toBe("w0");
    const failed = await events({ messages: [{ role: "user", content: "[[fake first=300 500]]" }] });
    expect(failed.at(-1)).toMatchObject({ type: "error", error: { type: "api_error" } });
  } finally {
    silence.maxMs = maxMs;
  }
});

test("interleaved tool calls of a model are sent one after the other", async () => {
  const messages = [
    { role: "user", content: '[[fake call weather {"city":"Oslo"} <> call weather {"city":"Rome"}]]' },
  ];
  const called = await events({ messages, tools });
  const blocks = called.flatMap(({ type, index, content_block: block, delta }) =>
    type === "content_block_start"
      ? [[index, block.name]]
      : delta?.partial_json
        ? [[index, delta.partial_json]]
        : [],
  );
  const textAt = (at: number) => blocks.filter(([index]) => index === at).map(([, text]) => text);
  expect(textAt(0).join("")).toBe('weather{"city":"Oslo"}');
  expect(textAt(1).join("")).toBe('weather{"city":"Rome"}');
  expect(blocks.map(([index]) => index)).toEqual([...blocks.map(([index]) => index)].sort());
});

test("a stream starts with an estimate of the input tokens and ends with their actual number", async () => {
  const stream = await events({ messages: [{ role: "user", content: "word ".repeat(4000) }] });
  const usageOf = (type: string) => stream.find((event) => event.type === type);
  expect(usageOf("message_start").message.usage.input_tokens).toBeGreaterThan(5000);
  expect(usageOf("message_delta").usage.input_tokens).toEqual(expect.any(Number));
});
