import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { beforeEach, describe, expect, test } from "vitest";
import { silence } from "@/lib/channels/compat/service";
import { person } from "@/test/client";
import { startMcpServer } from "@/test/fakes/mcp-server";
import { startServerWithModel } from "@/test/server-with-model";

/** Covers tools, response formats, parameters and images in requests. */
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada");
const helper = (await ada.api.post("/virtual-assistants", { name: "Helper", instructions: "Be kind." })).body;
const apiKey = (await ada.api.post("/users/me/api-tokens", { name: "Editor" })).body.token;
const openai = new OpenAI({ apiKey, baseURL: `${server.url}/api/v1/openai`, maxRetries: 0 });
const PLAIN = "openai-compatible:stand-in-large";

type Params = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "model" | "messages">;
type Messages = OpenAI.ChatCompletionMessageParam[];
const user = (content: string) => ({ role: "user" as const, content });
const complete = (messages: Messages, more: Partial<Params> & { model?: string } = {}) =>
  openai.chat.completions.create({ model: "parley", messages, ...more });
const getError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );
const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const weather = {
  type: "function" as const,
  function: { name: "weather", description: "The weather of a city.", parameters, strict: true },
};
const time = { type: "function" as const, function: { name: "time" } };
const sent = () => model.requests.at(-1)!;

describe.each(["parley", PLAIN])("tools of the caller of %s", (name) => {
  const question = user('[[fake call weather {"city":"Oslo"} ;; call time {}]]');
  const tools = [weather, time];

  test("end the reply with tool calls, whose results continue the conversation", async () => {
    const first = await complete([question], { model: name, tools, tool_choice: "auto" });
    const [{ message, finish_reason }] = first.choices as [OpenAI.ChatCompletion.Choice];
    expect(finish_reason).toBe("tool_calls");
    expect(message).toMatchObject({ role: "assistant", content: null });
    expect(message.tool_calls).toMatchObject([
      { type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } },
      { type: "function", function: { name: "time", arguments: "{}" } },
    ]);
    expect(first.usage!.completion_tokens).toBeGreaterThan(0);
    expect(sent().tools).toMatchObject([weather, time]);
    const results = message.tool_calls!.map(({ id }, nth) => ({
      role: "tool" as const,
      tool_call_id: id,
      content: nth === 0 ? "Rain" : [{ type: "text" as const, text: "Noon" }],
    }));
    const second = await complete([question, message, ...results], { model: name, tools });
    expect(second.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "The tool said: Noon" },
    });
    expect(sent().messages.slice(-3)).toMatchObject([
      { role: "assistant", content: null, tool_calls: message.tool_calls },
      { role: "tool", tool_call_id: results[0]!.tool_call_id, content: "Rain" },
      { role: "tool", tool_call_id: results[1]!.tool_call_id, content: "Noon" },
    ]);
  });

  test("can be streamed", async () => {
    const stream = openai.chat.completions.stream({
      model: name,
      messages: [question],
      tools: [weather, time],
    });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { tool_calls: [{ function: { name: "weather" } }, { function: { name: "time" } }] },
    });
  });

  test("can be chosen one at a time", async () => {
    const more = { model: name, tools, parallel_tool_calls: false };
    const one = await complete([question], { ...more, tool_choice: "required" });
    expect(one.choices[0]!.message.tool_calls).toHaveLength(1);
    expect(sent()).toMatchObject({ tool_choice: "required", parallel_tool_calls: false });
    await complete([question], { ...more, tool_choice: { type: "function", function: { name: "time" } } });
    expect(sent().tool_choice).toEqual({ type: "function", function: { name: "time" } });
    const allowed = { mode: "required" as const, tools: [{ type: "function", function: { name: "time" } }] };
    await complete([question], { ...more, tool_choice: { type: "allowed_tools", allowed_tools: allowed } });
    expect(sent().tools).toMatchObject([time]);
    const none = await complete([user("hello")], { model: name, tools, tool_choice: "none" });
    expect(none.choices[0]!.finish_reason).toBe("stop");
    expect(sent().tool_choice).toBe("none");
  });
});

test("a tool call is streamed in chunks, with comments while the model is silent", async () => {
  const { maxMs } = silence;
  silence.maxMs = 20;
  const answer = await fetch(`${server.url}/api/v1/openai/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: PLAIN,
      stream: true,
      tools: [weather],
      messages: [user('[[fake first=300 call weather {"city":"Oslo"}]]')],
    }),
  });
  const lines = (await answer.text()).split("\n").filter((line) => line !== "");
  silence.maxMs = maxMs;
  expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^data: /), expect.stringMatching(/^: /)]);
  const pieces = lines.flatMap((line) =>
    line.startsWith("data: {") ? (JSON.parse(line.slice(6)).choices[0]?.delta.tool_calls ?? []) : [],
  );
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces[0]).toMatchObject({ index: 0, id: expect.any(String), function: { name: "weather" } });
  expect(pieces.map((piece: { function: { arguments: string } }) => piece.function.arguments).join("")).toBe(
    '{"city":"Oslo"}',
  );
});

test("an assistant has its own tools beside the caller's, whose names take precedence", async () => {
  const mcp = await startMcpServer();
  const { body } = await ada.api.post("/mcp-servers", { name: "Every", url: mcp.url });
  await ada.api.put(`/virtual-assistants/${helper.id}/mcp-servers/${body.id}`);
  const named = `assistant-${helper.id}`;
  const own = { type: "function" as const, function: { name: "every__echo", description: "Mine." } };
  const answer = await complete([user('[[fake call every__get-sum {"a":1,"b":2}]]')], {
    model: named,
    tools: [weather],
  });
  expect(answer.choices[0]!.message.content).toContain("3");
  const mine = await complete([user('[[fake call every__echo {"message":"hi"}]]')], {
    model: named,
    tools: [own],
  });
  expect(mine.choices[0]!.message.tool_calls).toMatchObject([{ function: { name: "every__echo" } }]);
  expect(sent().tools!.filter(({ function: { name } }) => name === "every__echo")).toMatchObject([own]);
  await complete([user("hello")], { model: named, tools: [weather], tool_choice: "required" });
  expect(sent().tools).toMatchObject([weather]);
  await mcp.close();
});

test("a response format is passed to the model, and unsupported ones are refused", async () => {
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const json_schema = { name: "person", schema, strict: true };
  const asked = [user('[[fake say {"name":"Ada"}]]')];
  const answer = await complete(asked, { response_format: { type: "json_schema", json_schema } });
  expect(JSON.parse(answer.choices[0]!.message.content!)).toEqual({ name: "Ada" });
  expect(sent().response_format).toEqual({ type: "json_schema", json_schema });
  await complete(asked, { response_format: { type: "json_object" } });
  expect(sent().response_format).toEqual({ type: "json_object" });
  model.setMode("noformat");
  const refused = await getError(complete([user("hello")], { response_format: { type: "json_object" } }));
  expect(refused).toMatchObject({
    status: 400,
    message: expect.stringContaining("'response_format' is not"),
  });
  model.setMode("notools");
  expect(await getError(complete([user("hello")], { tools: [weather] }))).toMatchObject({ status: 400 });
  model.setMode("badrequest");
  const bad = await getError(complete([user("hello")]));
  expect(bad).toMatchObject({ status: 400, type: "invalid_request_error" });
  expect(bad.message).toContain("Bad value of [secret]");
  expect(JSON.stringify(bad)).not.toContain("sk-secret");
  model.setMode("404");
  expect(await getError(complete([user("hello")]))).toMatchObject({ status: 404, code: "model_not_found" });
});

test("unsupported parameters are reported in left_out", async () => {
  model.setMode("strict");
  const more = {
    temperature: 0.3,
    top_p: 0.5,
    reasoning_effort: "high" as const,
    min_p: 0.1,
    user: "x",
    verbosity: "low" as const,
    tools: [{ type: "custom" as const, custom: { name: "x" } }],
  };
  const left_out = ["temperature", "reasoning_effort", "min_p", "verbosity", "tools.custom"];
  const answer = await complete([user("hello")], more);
  expect(answer).toMatchObject({ left_out });
  expect(sent()).toMatchObject({ top_p: 0.5 });
  const chunks = [];
  const stream = await openai.chat.completions.create({
    model: "parley",
    messages: [user("hello")],
    stream: true,
    ...more,
  });
  for await (const chunk of stream) chunks.push(chunk);
  expect(chunks.at(-1)).toMatchObject({ left_out });
  model.setMode("echo");
  expect(await complete([user("hello")], { reasoning_effort: "minimal" })).not.toHaveProperty("left_out");
  expect(sent()).toMatchObject({ reasoning_effort: "minimal" });
});

const call = (id = "c1") => ({
  role: "assistant" as const,
  content: null,
  tool_calls: [{ id, type: "function" as const, function: { name: "weather", arguments: "{}" } }],
});
const result = (tool_call_id = "c1") => ({ role: "tool" as const, tool_call_id, content: "Rain" });
const deep = (levels: number): object => (levels === 0 ? {} : { properties: { a: deep(levels - 1) } });
const image = (url: string) => [
  { role: "user" as const, content: [{ type: "image_url" as const, image_url: { url } }] },
];
const json = { type: "json_schema" } as unknown as OpenAI.ResponseFormatJSONSchema;
const hello = [user("hello")];

test.each<[string, Messages, Partial<Params>, string | null]>([
  ["a result of no call", [...hello, result()], {}, "messages.1.tool_call_id"],
  ["a result of another call", [...hello, call(), result("c2")], {}, "messages.2.tool_call_id"],
  ["a second result", [...hello, call(), result(), result()], {}, "messages.3.tool_call_id"],
  ["a call without its result", [...hello, call(), user("well?")], {}, "messages.2"],
  ["a call at the end", [...hello, call()], {}, "messages"],
  ["10,000 tools", hello, { tools: Array(10_000).fill(time) }, null],
  ["200 tools", hello, { tools: Array(200).fill(time) }, "tools"],
  ["a tool twice", hello, { tools: [time, time] }, "tools"],
  [
    "a deep schema",
    hello,
    { tools: [{ ...time, function: { name: "a", parameters: { ...deep(40) } } }] },
    "",
  ],
  [
    "a choice of another kind of tool",
    hello,
    { tools: [{ type: "custom", custom: { name: "x" } }], tool_choice: "required" },
    "tool_choice",
  ],
  [
    "a tool without a name",
    hello,
    { tools: [{ type: "function", function: {} as { name: string } }] },
    "tools.0.function.name",
  ],
  [
    "a tool that is not there",
    hello,
    { tools: [time], tool_choice: { type: "function", function: { name: "x" } } },
    "tool_choice",
  ],
  ["required without tools", hello, { tool_choice: "required" }, "tool_choice"],
  ["functions", hello, { functions: [{ name: "x" }] }, "functions"],
  ["a schema that is missing", hello, { response_format: json }, "response_format.json_schema"],
  ["an unknown effort", hello, { reasoning_effort: "huge" as "high" }, "reasoning_effort"],
  ["two choices", hello, { n: 2 }, "n"],
  [
    "sound",
    [{ role: "user", content: [{ type: "input_audio", input_audio: { data: "", format: "wav" } }] }],
    {},
    "messages.0.content.0.input_audio",
  ],
  [
    "a file",
    [{ role: "user", content: [{ type: "file", file: { file_id: "x" } }] }],
    {},
    "messages.0.content.0.file",
  ],
  ["a picture of no picture", image("data:image/png;base64,AAAA"), {}, "messages.0.content.0.image_url.url"],
  ["a picture from a file", image("file:///etc/passwd"), {}, "messages.0.content.0.image_url.url"],
  ["a picture inside", image("http://169.254.169.254/x.png"), {}, "messages.0.content.0.image_url.url"],
])("%s is refused with the position of the error", async (_, messages, more, param) => {
  const before = model.calls;
  const error = await getError(complete(messages, more));
  expect(error).toMatchObject({ status: 400, type: "invalid_request_error" });
  if (param !== null) expect(error.param).toBe(param);
  expect(model.calls).toBe(before);
});

test("pictures are fetched and stay between their texts", async () => {
  await ada.api.put("/models/sight", { model: PLAIN, sees_pictures: true });
  const png = Buffer.from("iVBORw0KGgo=", "base64");
  const pictures = createServer((request, response) => {
    if (request.url === "/gone.png") response.writeHead(404).end();
    else if (request.url === "/page") response.end("<h1>No picture</h1>");
    else if (request.url === "/endless") {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(1 << 20), more));
      response.write(png, more);
    } else response.end(png);
  });
  await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  const part = (path: string) => ({ type: "image_url" as const, image_url: { url: at + path } });
  const text = (text: string) => ({ type: "text" as const, text });
  const content = [text("One"), part("/a.png"), text("Two"), part("/b.png"), text("Compare")];
  await complete([{ role: "user", content }], { model: PLAIN });
  const url = "data:image/png;base64,iVBORw0KGgo=";
  expect(sent().messages.at(-1)!.content).toEqual([
    text("One"),
    { type: "image_url", image_url: { url } },
    text("Two"),
    { type: "image_url", image_url: { url } },
    text("Compare"),
  ]);
  for (const path of ["/gone.png", "/page", "/endless"]) {
    const error = await getError(complete(image(at + path), { model: PLAIN }));
    expect(error).toMatchObject({ status: 400, param: "messages.0.content.0.image_url.url" });
  }
  await ada.api.put("/models/sight", { model: PLAIN, sees_pictures: false });
  await complete([{ role: "user", content }], { model: PLAIN });
  expect(sent().messages.at(-1)!.content).toMatch(
    /^One\n\n\[A picture.*\n\nTwo\n\n\[A picture.*\n\nCompare$/s,
  );
  await new Promise((resolve) => pictures.close(resolve));
});

test("a request can be larger than the limit of its text when it contains pictures", async () => {
  const url = `data:image/png;base64,iVBORw0KGgo${"A".repeat(3_000_001)}`;
  const [look] = image(url);
  expect((await complete([look!, user("Look.")])).choices[0]!.finish_reason).toBe("stop");
  expect(await getError(complete([user("word ".repeat(500_000))]))).toMatchObject({ status: 413 });
});

test("models see pictures in tool results", async () => {
  await ada.api.put("/models/sight", { model: PLAIN, sees_pictures: true });
  const url = "data:image/png;base64,iVBORw0KGgo=";
  const parts = [
    { type: "text", text: "A map" },
    { type: "image_url", image_url: { url } },
  ];
  const answered = { ...result(), content: parts } as unknown as Messages[number];
  const other = { ...result("c2"), content: "Rain" };
  const calls = { ...call(), tool_calls: [...call().tool_calls, ...call("c2").tool_calls] };
  await complete([...hello, calls, answered, other, user("well?")], { model: PLAIN });
  expect(sent().messages.slice(-3)).toMatchObject([
    { role: "tool", content: expect.stringContaining("A map") },
    { role: "tool", content: "Rain" },
    {
      role: "user",
      content: [{ type: "text" }, { type: "image_url", image_url: { url } }, { text: "well?" }],
    },
  ]);
  await ada.api.put("/models/sight", { model: PLAIN, sees_pictures: false });
});

test("error messages contain no addresses and paths from a model server", async () => {
  const secret =
    "connect to http://admin:pw@10.0.0.7:8080/v1, db.internal:5432 or /srv/models/a.gguf failed for org-abcdef123456";
  const answering = createServer((_, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `Invalid schema for function 'weather': ${secret}.` } }));
  });
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  const { port } = answering.address() as AddressInfo;
  const base_url = `http://127.0.0.1:${port}/v1`;
  await ada.api.put("/models/connections/openai-compatible", { base_url });
  const { message } = await getError(complete(hello, { model: PLAIN }));
  expect(message).toContain("Invalid schema for function 'weather'");
  expect(message).not.toMatch(/admin|pw|10\.0|8080|internal|5432|srv|gguf|abcdef/);
  await ada.api.del("/models/connections/openai-compatible");
  await new Promise((resolve) => answering.close(resolve));
});

test("a model without an assistant gets no instructions and tools, and its usage is counted", async () => {
  const before = (await ada.api.get("/usage")).body.total.replies;
  await complete([{ role: "system", content: "Be brief." }, user("hello")], { model: PLAIN });
  expect(sent()).toMatchObject({
    model: "stand-in-large",
    messages: [{ role: "system", content: "Be brief." }, {}],
  });
  expect(sent().tools).toBeUndefined();
  expect((await ada.api.get("/usage")).body.total.replies).toBe(before + 1);
  expect((await openai.models.retrieve(PLAIN)).owned_by).toBe("openai-compatible");
  for (const model of ["openai:gpt-6-astra", "nobody:x", "builtin"])
    expect(await getError(complete(hello, { model }))).toMatchObject({
      status: 404,
      code: "model_not_found",
    });
});
