import OpenAI from "openai";
import { beforeEach, expect, test } from "vitest";
import { silence } from "@/lib/channels/compat/service";
import { person } from "@/test/client";
import { FILM } from "@/test/fakes/speech";
import { startServerWithModel } from "@/test/server-with-model";
import { silence as silentSound } from "@/test/sound";

/** Covers OpenAI's other endpoints: responses, embeddings and transcriptions. */
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const { model, server } = await startServerWithModel({
  EMBEDDING_MODEL: "openai:stand-in-embedding",
  TRANSCRIPTION_MODEL: "openai:whisper-1",
});
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada");
const baseURL = `${server.url}/api/v1/openai`;
const createKey = async ({ api }: typeof ada) =>
  (await api.post("/users/me/api-tokens", { name: "x" })).body.token;
const apiKey = await createKey(ada);
const openai = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
const bob = await person(server.url, "Bob");
const bobs = new OpenAI({ apiKey: await createKey(bob), baseURL, maxRetries: 0 });
const getError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );
const sent = () => model.requests.at(-1)!;
const parameters = { type: "object", properties: { city: { type: "string" } } };
const tools = [
  { type: "function" as const, name: "weather", description: "Of a city.", parameters, strict: false },
];
const ASKS = '[[fake call weather {"city":"Oslo"}]]';

test("a response is stored, can be continued, and is private", async () => {
  const first = await openai.responses.create({
    model: "parley",
    instructions: "Be kind.",
    input: "My name is Ada.",
    metadata: { a: "b" },
  });
  expect(first).toMatchObject({ object: "response", status: "completed", metadata: { a: "b" }, error: null });
  expect(first.output_text).toBe("You said: My name is Ada.");
  expect(first.usage!.total_tokens).toBeGreaterThan(0);
  const details = { cached_tokens: 0, cache_write_tokens: 0 };
  expect(first.usage!.input_tokens_details).toEqual(details);
  const next = await openai.responses.create({
    model: "parley",
    previous_response_id: first.id,
    input: [{ role: "user", content: [{ type: "input_text", text: "Who am I?" }] }],
  });
  expect(sent().messages.filter(({ role }) => role !== "system")).toEqual([
    { role: "user", content: "My name is Ada." },
    { role: "assistant", content: "You said: My name is Ada." },
    { role: "user", content: "Who am I?" },
  ]);
  // Instructions apply to a single response.
  expect(JSON.stringify(sent().messages)).not.toContain("Be kind.");
  await openai.responses.create({ model: "parley", previous_response_id: next.id, input: "And?" });
  expect(sent().messages.filter(({ role }) => role === "user")).toHaveLength(3);
  const item = { type: "item_reference" as const, id: first.output[0]!.id! };
  await openai.responses.create({ model: "parley", input: [item, { role: "user", content: "Why?" }] });
  expect(sent().messages.at(-2)).toEqual({ role: "assistant", content: "You said: My name is Ada." });

  const { output_text, ...kept } = first;
  expect(await openai.responses.retrieve(first.id)).toMatchObject({ ...kept });
  expect(await getError(bobs.responses.retrieve(first.id))).toMatchObject({ status: 404, code: null });
  expect(await getError(bobs.responses.delete(first.id))).toMatchObject({ status: 404 });
  const theirs = { model: "parley", input: "x", previous_response_id: first.id };
  expect(await getError(bobs.responses.create(theirs))).toMatchObject({
    status: 400,
    param: "previous_response_id",
  });
  expect(await getError(bobs.responses.create({ model: "parley", input: [item] }))).toMatchObject({
    status: 400,
  });
  await openai.responses.delete(first.id);
  expect(await getError(openai.responses.retrieve(first.id))).toMatchObject({ status: 404 });
  const unkept = await openai.responses.create({ model: "parley", input: "x", store: false });
  expect(await getError(openai.responses.retrieve(unkept.id))).toMatchObject({ status: 404 });
});

test("functions are called, and formats and settings are passed to the model", async () => {
  const first = await openai.responses.create({
    model: "parley",
    input: ASKS,
    tools,
    tool_choice: "required",
  });
  expect(sent()).toMatchObject({
    tool_choice: "required",
    tools: [{ function: { name: "weather", parameters } }],
  });
  expect(first).toMatchObject({
    output_text: "",
    output: [{ type: "function_call", arguments: '{"city":"Oslo"}' }],
  });
  const [called] = first.output as OpenAI.Responses.ResponseFunctionToolCall[];
  const output = { type: "function_call_output" as const, call_id: called!.call_id, output: "Rain" };
  const later = { model: "parley", tools, previous_response_id: first.id, input: [output] };
  expect((await openai.responses.create(later)).output_text).toBe("The tool said: Rain");
  const whole = {
    model: "parley",
    tools,
    input: [{ role: "user" as const, content: ASKS }, called!, output],
  };
  expect((await openai.responses.create(whole)).output_text).toBe("The tool said: Rain");
  const format = { type: "json_schema" as const, name: "person", schema: parameters, strict: true };
  await openai.responses.create({
    model: "parley",
    input: "hello",
    text: { format },
    temperature: 0.5,
    max_output_tokens: 99,
    reasoning: { effort: "low" },
  });
  expect(sent()).toMatchObject({
    temperature: 0.5,
    max_tokens: 99,
    reasoning_effort: "low",
    response_format: { type: "json_schema", json_schema: { name: "person", strict: true } },
  });
  const unknown = { reasoning: { summary: "auto" as const }, truncation: "auto" as const };
  expect(await openai.responses.create({ model: "parley", input: "x", ...unknown })).toMatchObject({
    left_out: ["truncation", "reasoning.summary"],
  });
});

test("a stream has the events of the protocol, and a failing one ends with an error", async () => {
  const events = async (input: string) => {
    const heard: OpenAI.Responses.ResponseStreamEvent[] = [];
    const stream = await openai.responses.create({ model: "parley", input, tools, stream: true });
    for await (const event of stream) heard.push(event);
    return heard;
  };
  const said = await events("[[fake tokens=3 delay=5]]");
  const types = said.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
  expect(types).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
  expect(said.map((event) => event.sequence_number)).toEqual(said.map((_, at) => at));
  const whole = said
    .flatMap((event) => (event.type === "response.output_text.delta" ? event.delta : []))
    .join("");
  expect(whole).toBe("w0 w1 w2");
  const called = openai.responses.stream({ model: "parley", input: ASKS, tools });
  expect((await called.finalResponse()).output).toMatchObject([{ type: "function_call", name: "weather" }]);
  model.setMode("cut=5");
  expect(await getError(events("hello"))).toMatchObject({ message: expect.stringContaining("was lost") });
  model.setMode("401");
  expect(await getError(events("hello"))).toMatchObject({ status: 502 });
});

test("a request of Codex gets a reply with its kinds of tools", async () => {
  const shell = { type: "function", name: "exec_command", strict: false, parameters };
  const patch = {
    type: "custom",
    name: "apply_patch",
    description: "Edits files.",
    format: { type: "grammar", syntax: "lark", definition: "start: LINE" },
  };
  const agents = {
    type: "namespace",
    name: "multi_agent_v1",
    description: "Agents.",
    tools: [{ type: "function", name: "wait_agent", parameters }],
  };
  const codex = {
    model: "parley",
    instructions: "",
    tools: [
      shell,
      patch,
      agents,
      { type: "web_search", external_web_access: false },
      { type: "local_shell" },
    ],
    tool_choice: "auto",
    parallel_tool_calls: true,
    reasoning: { summary: "auto" },
    store: false,
    include: ["reasoning.encrypted_content"],
    prompt_cache_key: "x",
    client_metadata: { turn: "1" },
    text: { verbosity: "low" },
  };
  const create = (input: unknown[]) =>
    openai.responses.create({ ...codex, input } as OpenAI.Responses.ResponseCreateParamsNonStreaming);
  const asks = (script: string) => ({
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: script }],
  });
  const patching = asks('[[fake call apply_patch {"input":"*** Begin Patch"}]]');
  const first = await create([{ type: "message", role: "developer", content: "Be an agent." }, patching]);
  expect(first).toMatchObject({
    output: [{ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch" }],
    left_out: ["include", "reasoning.summary", "text.verbosity", "tools.web_search", "tools.local_shell"],
  });
  expect(sent().tools).toMatchObject([
    { function: { name: "exec_command" } },
    { function: { name: "apply_patch", description: expect.stringContaining("start: LINE") } },
    { function: { name: "multi_agent_v1__wait_agent" } },
  ]);
  const [called] = first.output as OpenAI.Responses.ResponseCustomToolCall[];
  const thought = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" };
  const searched = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search" } };
  const output = { type: "custom_tool_call_output", call_id: called!.call_id, output: "Done" };
  const second = await create([patching, thought, searched, called!, output]);
  expect(second).toMatchObject({
    output_text: "The tool said: Done",
    left_out: expect.arrayContaining(["input.web_search_call"]),
  });
  expect(sent().messages.at(-2)).toMatchObject({
    tool_calls: [{ function: { name: "apply_patch", arguments: '{"input":"*** Begin Patch"}' } }],
  });
  const waiting = asks('[[fake call multi_agent_v1__wait_agent {"city":"x"}]]');
  const third = await create([waiting]);
  const [waits] = third.output;
  expect(waits).toMatchObject({ type: "function_call", name: "wait_agent", namespace: "multi_agent_v1" });
  const waited = {
    type: "function_call_output",
    call_id: (waits as { call_id: string }).call_id,
    output: "Ready",
  };
  expect((await create([waiting, waits, waited])).output_text).toBe("The tool said: Ready");
});

test("calls are streamed by their kind, in chunks", async () => {
  const heard: OpenAI.Responses.ResponseStreamEvent[] = [];
  const custom = { type: "custom" as const, name: "patch" };
  const input = `[[fake call weather {"city":"Oslo"} ;; call patch {"input":"a\\nb"}]]`;
  const stream = await openai.responses.create({
    model: "parley",
    input,
    tools: [...tools, custom],
    stream: true,
  });
  for await (const event of stream) heard.push(event);
  expect(heard.map(({ type }) => type)).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.output_item.done",
    "response.output_item.added",
    "response.custom_tool_call_input.delta",
    "response.custom_tool_call_input.done",
    "response.output_item.done",
    "response.completed",
  ]);
  const done = heard.flatMap((event) => (event.type === "response.output_item.done" ? [event.item] : []));
  const last = heard.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
  expect(last.response.output).toEqual(done);
  expect(done).toMatchObject([
    { type: "function_call", arguments: '{"city":"Oslo"}' },
    { type: "custom_tool_call", input: "a\nb" },
  ]);
});

test("text beside a call can be before or after it", async () => {
  const call = { type: "function_call" as const, call_id: "c1", name: "weather", arguments: "{}" };
  const output = { type: "function_call_output" as const, call_id: "c1", output: "Rain" };
  const says = { role: "assistant" as const, content: "I look." };
  const question = { role: "user" as const, content: "Well?" };
  for (const order of [
    [says, call],
    [call, says],
  ]) {
    await openai.responses.create({ model: "parley", input: [question, ...order, output] });
    expect(sent().messages.at(-2)).toMatchObject({ content: "I look.", tool_calls: [{ id: "c1" }] });
  }
});

test("input items of a response are listed with the newest first", async () => {
  const first = await openai.responses.create({ model: "parley", input: "One" });
  const item = { type: "item_reference" as const, id: first.output[0]!.id! };
  const next = await openai.responses.create({
    model: "parley",
    previous_response_id: first.id,
    input: [item, { role: "user", content: "Two" }],
  });
  const page = await openai.responses.inputItems.list(next.id, { order: "asc" });
  expect(page.data).toMatchObject([
    { type: "message", role: "user", content: [{ type: "input_text", text: "One" }] },
    { type: "message", role: "assistant", id: first.output[0]!.id },
    { role: "assistant" },
    { role: "user", content: [{ text: "Two" }] },
  ]);
  const texts = [];
  for await (const each of openai.responses.inputItems.list(first.id, { limit: 1 })) texts.push(each);
  expect(texts).toHaveLength(1);
  const [newest] = (await openai.responses.inputItems.list(next.id, { limit: 1 })).data;
  expect(newest).toMatchObject({ content: [{ text: "Two" }] });
  expect(await getError(Promise.resolve(bobs.responses.inputItems.list(next.id)))).toMatchObject({
    status: 404,
  });
});

test("models see pictures in function outputs, and a stream sends events while a model thinks for long", async () => {
  const seen = "openai-compatible:stand-in-large";
  await ada.api.put("/models/sight", { model: seen, sees_pictures: true });
  const image_url = "data:image/png;base64,iVBORw0KGgo=";
  await openai.responses.create({
    model: seen,
    input: [
      { role: "user", content: "Look." },
      { type: "function_call", call_id: "c1", name: "look", arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "c1",
        output: [
          { type: "input_text", text: "A map" },
          { type: "input_image", image_url, detail: "auto" },
        ],
      },
    ],
  });
  expect(sent().messages.slice(-2)).toMatchObject([
    { role: "tool", content: expect.stringContaining("A map") },
    { role: "user", content: [{ type: "text" }, { type: "image_url", image_url: { url: image_url } }] },
  ]);
  await ada.api.put("/models/sight", { model: seen, sees_pictures: false });
  const { maxMs } = silence;
  silence.maxMs = 20;
  try {
    const types = [];
    const input = "[[fake first=300 tokens=1]]";
    const stream = await openai.responses.create({ model: "parley", input, stream: true });
    for await (const event of stream) types.push(event.type);
    expect(types.filter((type) => type === "response.in_progress").length).toBeGreaterThan(1);
  } finally {
    silence.maxMs = maxMs;
  }
});

test.each<[string, object, string | null]>([
  ["nothing", {}, "input"],
  [
    "a choice of OpenAI's own tools",
    { input: "x", tools: [{ type: "web_search" }], tool_choice: "required" },
    "tool_choice",
  ],
  ["nothing but an unknown item", { input: [{ type: "computer_call" }] }, "input"],
  ["a function without a name", { input: "x", tools: [{ type: "function" }] }, "tools.0.name"],
  ["a call without a name", { input: [{ type: "function_call", call_id: "c", arguments: "{}" }] }, "input.0"],
  [
    "a file",
    { input: [{ role: "user", content: [{ type: "input_file", file_id: "x" }] }] },
    "input.0.content.0.file_data",
  ],
  [
    "an output of no call",
    { input: [{ type: "function_call_output", call_id: "c", output: "x" }] },
    "input.0.call_id",
  ],
  ["the background", { input: "x", background: true }, "background"],
  ["a conversation", { input: "x", conversation: "conv_1" }, "conversation"],
  ["no such response", { input: "x", previous_response_id: "resp_1" }, "previous_response_id"],
])("%s is refused with an OpenAI error", async (_, more, param) => {
  const error = await getError(openai.responses.create({ model: "parley", ...more }));
  expect(error).toMatchObject({ status: 400, type: "invalid_request_error", param });
});

test("embeddings come from the installation and are counted", async () => {
  const id = (await openai.models.list()).data.at(-1)!.id;
  expect((await openai.models.retrieve(id)).owned_by).toBe("parley");
  const before = (await ada.api.get("/usage")).body.total.input_tokens;
  const input = ["One text", "Another"];
  const floats = await openai.embeddings.create({ model: id, input, encoding_format: "float" });
  // OpenAI's clients request Base64 by default.
  const packed = await openai.embeddings.create({ model: id, input });
  expect(packed.data.map(({ embedding }) => embedding.length)).toEqual([64, 64]);
  for (const [at, { embedding }] of packed.data.entries())
    for (const [nth, value] of embedding.entries())
      expect(value).toBeCloseTo(floats.data[at]!.embedding[nth]!, 6);
  expect(Math.hypot(...floats.data[0]!.embedding)).toBeCloseTo(1, 5);
  const long = await openai.embeddings.create({
    model: id,
    input: `${"first ".repeat(800)}last`,
    dimensions: 64,
  });
  expect(Math.hypot(...long.data[0]!.embedding)).toBeCloseTo(1, 5);
  expect((await ada.api.get("/usage")).body.total.input_tokens).toBeGreaterThan(before);
  const refused = (more: object) => getError(openai.embeddings.create({ model: id, input: "x", ...more }));
  expect(await refused({ model: "text-embedding-3-small" })).toMatchObject({
    status: 404,
    code: "model_not_found",
  });
  expect(await refused({ dimensions: 32 })).toMatchObject({ status: 400, param: "dimensions" });
  expect(await refused({ input: [[1, 2, 3]] })).toMatchObject({ status: 400, param: "input.0" });
  expect(await refused({ input: [1, 2] })).toMatchObject({ param: "input.0", message: /LangChain/ });
  expect(await refused({ input: ["ok", ""] })).toMatchObject({ status: 400, param: "input.1" });
  expect(await refused({ input: Array(3000).fill("x") })).toMatchObject({ status: 400, param: "input" });
  await ada.api.patch(`/groups/${ada.group.id}`, { monthly_tokens: 1 });
  expect(await refused({})).toMatchObject({ status: 429 });
  await ada.api.patch(`/groups/${ada.group.id}`, { monthly_tokens: null });
});

test("recordings are transcribed, with timestamps when requested", async () => {
  const film = () => new File([new Uint8Array(silentSound(4))], "a.wav");
  const hear = (more: object = {}) =>
    openai.audio.transcriptions.create({ model: "whisper-1", file: film(), ...more });
  const [first, second] = FILM.map(({ text }) => text.trim());
  expect((await hear({ language: "en", prompt: "Harbour", temperature: 0 })).text).toBe(`${first} ${second}`);
  expect(await hear({ response_format: "text" })).toBe(`${first} ${second}\n`);
  const verbose = await hear({
    response_format: "verbose_json",
    timestamp_granularities: ["word", "segment"],
  });
  expect(verbose).toMatchObject({
    task: "transcribe",
    language: "english",
    duration: 4,
    segments: [
      { id: 0, start: 0, end: 1.5, text: first, avg_logprob: -0.25, tokens: [50364, 440] },
      { id: 1, start: 1.5, end: 3, text: second },
    ],
    words: expect.arrayContaining([{ word: "The", start: 0, end: expect.any(Number) }]),
  });
  expect(await hear({ response_format: "srt" })).toBe(
    `1\n00:00:00,000 --> 00:00:01,500\n${first}\n\n2\n00:00:01,500 --> 00:00:03,000\n${second}\n`,
  );
  expect(await hear({ response_format: "vtt" })).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.500\n/);
  expect(await getError(hear({ model: "whisper-9" }))).toMatchObject({
    status: 404,
    code: "model_not_found",
  });
  expect(await getError(hear({ timestamp_granularities: ["letter"] }))).toMatchObject({ status: 400 });
  expect(await getError(hear({ stream: true }))).toMatchObject({ status: 400, param: "stream" });
  const page = new File(["<h1>No sound</h1>"], "a.html");
  expect(await getError(hear({ file: page }))).toMatchObject({ status: 415, type: "invalid_request_error" });
  model.setMode("500");
  expect(await getError(hear())).toMatchObject({ status: 502, type: "server_error" });
});
