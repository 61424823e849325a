import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

/** Programs that know Anthropic's API, by what they send and read. */
const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));
const ada = await person(server.url, "Ada");
const key = (await ada.api.post("/users/me/api-tokens", { name: "Editor" })).body.token;
const baseURL = `${server.url}/api/v1/anthropic`;
const headers = { "x-api-key": key, "anthropic-version": "2023-06-01", "content-type": "application/json" };
const hello = [{ role: "user", content: "hello" }];
const post = (more: object = {}, given: Record<string, string> = headers) =>
  fetch(`${baseURL}/v1/messages`, {
    method: "POST",
    headers: given,
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

test("an assistant replies, with what is set", async () => {
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
  expect(listed.data[0]).toMatchObject({ type: "model", id: "parley" });
});

test("tools are called and answered, also in a stream", async () => {
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
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(called[2].delta).toEqual({ type: "input_json_delta", partial_json: '{"city":"Oslo"}' });
  expect(called[4].delta.stop_reason).toBe("tool_use");
  const said = await events({ messages: [{ role: "user", content: "[[fake tokens=3 delay=5]]" }] });
  expect(said.flatMap(({ delta }) => delta?.text ?? []).join("")).toBe("w0 w1 w2");
  model.setMode("cut=5");
  expect((await events({})).at(-1)).toMatchObject({ type: "error", error: { type: "api_error" } });
});

test.each<[string, object, number, string]>([
  ["no such model", { model: "nobody" }, 404, "not_found_error"],
  ["no length", { max_tokens: undefined }, 400, "invalid_request_error"],
  [
    "its own tools",
    { tools: [{ type: "web_search_20250305", name: "web_search" }] },
    400,
    "invalid_request_error",
  ],
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
    body: { type: "error", error: { type, message: expect.any(String) } },
  });
});

test("keys are looked at, and only here by this name; unknown addresses are told in its form", async () => {
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
