import { afterAll, describe, expect, test } from "vitest";
import { person, readEvents } from "@/test/client";
import { startWireServer, type WireAnswer } from "@/test/fakes/wire-server";
import streams from "@/test/fixtures/models/streams.json";
import { startServer } from "@/test/server";

// Tests raw responses of model servers. Complete replies must stay complete whatever else the server sends.
type Case = {
  name: string;
  chunks: string[];
  expected: { text: string; error: string | null; more?: string };
};
const wire = await startWireServer();
Object.assign(process.env, {
  MODEL_FIRST_TOKEN_SECONDS: "2",
  MODEL_STALL_SECONDS: "2",
  METRICS_TOKEN: "metrics-of-tests",
});
const server = await startServer();
afterAll(async () => {
  await server.close();
  wire.close();
});

const { api } = await person(server.url);
const connect = (model: string) =>
  api.put("/models/connections/openai-compatible", { base_url: wire.url, api_key: "k", model });
await connect("wire");
// The chats have names, because title requests would consume the responses prepared for the next test.
const newChat = async () => (await api.post("/chats", { name: "Streams" })).body;
type Chat = { id: number };
const send = async (chat: Chat, message_input = "hello") =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];

const chunk = (choice: object) =>
  `data: ${JSON.stringify({ id: "c1", choices: [{ index: 0, ...choice }] })}\n\n`;
const say = (content: string) => chunk({ delta: { content }, finish_reason: null });
const stop = (finish_reason = "stop") => chunk({ delta: {}, finish_reason });
const done = "data: [DONE]\n\n";

// Returns the reasoning of a reply from its steps.
const thoughtsIn = (reply: { reasoning_steps: { kind: string; description_md: string }[] | null }) =>
  (reply.reasoning_steps ?? []).flatMap(({ kind, description_md: text }) =>
    kind === "thought" ? [text] : [],
  );

async function expectInHistory(chat: Chat, text: string) {
  await send(chat, "and now?");
  const assistant = wire.requests.at(-1)!.messages.filter(({ role }) => role === "assistant");
  expect(assistant.map(({ content }) => content)).toEqual([text]);
}

describe.each<Case>(streams.cases)("a reported model stream: $name", ({ name, chunks, expected }) => {
  test("becomes the expected reply and stays in the history", async () => {
    const chat = await newChat();
    wire.answer({ chunks });
    const reply = await send(chat);
    const isCall = name.includes("tool");
    const text = isCall ? "Plain." : expected.text;
    expect([reply.message, reply.extra.error?.code ?? null]).toEqual([
      text,
      name === "error_event" ? "rate_limited" : expected.error,
    ]);
    if (isCall) expect(wire.requests.at(-1)!.messages.at(-1)!.role).toBe("tool");
    const [, thought] = /the thought "(.*)" is a reasoning step/.exec(expected.more ?? "") ?? [];
    if (thought) expect(thoughtsIn(reply)).toEqual([thought]);
    const [, input, output] = /(\d+) in, (\d+) out/.exec(expected.more ?? "") ?? [];
    if (input)
      expect(reply.extra.usage).toMatchObject({ input_tokens: Number(input), output_tokens: Number(output) });
    if (!isCall) await expectInHistory(chat, expected.text);
  });
});

const hello = { message: { content: "Hello world" }, finish_reason: "stop" };
const whole = { id: "c1", object: "chat.completion", choices: [{ index: 0, ...hello }] };
const lines = [
  { choices: [{ index: 0, delta: { content: "Hello " } }] },
  { choices: [{ index: 0, delta: { content: "world" }, finish_reason: "stop" }] },
].map((line) => JSON.stringify(line));

// Responses that yield the complete reply "Hello world".
const complete: [string, WireAnswer][] = [
  ["choices that are null", { chunks: [say("Hello world"), 'data: {"choices":null}\n\n', stop(), done] }],
  [
    "empty objects and values",
    { chunks: ["data: {}\n\n", say("Hello "), "data: 7\n\n", say("world"), stop()] },
  ],
  [
    "a ping that is no JSON",
    { chunks: [say("Hello "), "event: ping\ndata: ping\n\n", say("world"), stop()] },
  ],
  ["an empty error", { chunks: ['data: {"error":null,"choices":[]}\n\n', say("Hello world"), stop()] }],
  ["text and a clean end", { chunks: [say("Hello "), say("world")] }],
  ["an open connection after [DONE]", { chunks: [say("Hello world"), stop(), done], after: "open" }],
  ["[DONE] without an empty line", { chunks: [say("Hello world"), "data: [DONE]\n"], after: "open" }],
  ["an open connection after the reason", { chunks: [say("Hello world"), stop()], after: "open" }],
  ["a reset after the reason", { chunks: [say("Hello world"), stop()], after: "reset" }],
  ["a reset after [DONE]", { chunks: [say("Hello world"), done], after: "reset" }],
  ["JSON that is cut after the reason", { chunks: [say("Hello world"), stop(), 'data: {"usa'] }],
  ["an error after the reason", { chunks: [say("Hello world"), stop(), 'data: {"error":"late"}\n\n'] }],
  ["a whole answer", { chunks: [JSON.stringify(whole)], type: "application/json" }],
  ["a whole answer in lines", { chunks: JSON.stringify(whole, null, 2).split(/(?<=\n)/) }],
  ["lines of JSON", { chunks: [`${lines[0]}\n`, lines[1]!], type: "application/x-ndjson" }],
  [
    "events that are called JSON",
    { chunks: [say("Hello "), say("world"), stop()], type: "application/json" },
  ],
  ["events that are called HTML", { chunks: ["\n", say("Hello world"), stop(), done], type: "text/html" }],
  [
    "events without empty lines",
    { chunks: [`${say("Hello ")}${say("world")}${done}`.replaceAll("\n\n", "\n")] },
  ],
  ["content that is no text", { chunks: [chunk({ delta: { content: 7 } }), say("Hello world"), stop()] }],
  [
    "other choices first",
    { chunks: [chunk({ index: 1, delta: { content: "XX" } }), say("Hello world"), stop()] },
  ],
  [
    "empty reasons",
    { chunks: [chunk({ delta: { content: "Hello " }, finish_reason: "" }), say("world"), stop()] },
  ],
];

test.each(complete)("%s makes a complete reply", async (_, answer) => {
  const chat = await newChat();
  wire.answer(answer);
  const reply = await send(chat);
  expect([reply.message, reply.extra.error]).toEqual(["Hello world", undefined]);
  // The client disconnects even when the server would keep the connection open.
  await expect.poll(() => wire.open).toBe(0);
  await expectInHistory(chat, "Hello world");
});

// Responses that fail: the error code, and the partial text that is kept.
const failed: [string, WireAnswer, string, string][] = [
  [
    "JSON that is cut between events",
    { chunks: [say("Hello wor"), 'data: {"choi\n\n', stop()] },
    "garbage",
    "Hello wor",
  ],
  ["a reset in the middle", { chunks: [say("Hello wor")], after: "reset" }, "cut", "Hello wor"],
  [
    "an error inside of a choice",
    { chunks: [say("Hello wor"), chunk({ error: { code: 429 } })] },
    "rate_limited",
    "Hello wor",
  ],
  [
    "an error of a proxy between events",
    { chunks: [say("Hello wor"), '{"error":{"message":"upstream"}}\n'] },
    "failed",
    "Hello wor",
  ],
  [
    "an old error of vLLM",
    { chunks: ['data: {"object":"error","message":"maximum context length"}\n\n'] },
    "too_long",
    "",
  ],
  [
    "an error without credits",
    { chunks: ['data: {"error":{"code":402,"message":"Pay"}}\n\n'] },
    "quota_exceeded",
    "",
  ],
  ["status 402", { chunks: ["{}"], status: 402 }, "quota_exceeded", ""],
  ["a page", { chunks: ["<!doctype html><h1>It works</h1>"], type: "text/plain" }, "garbage", ""],
  ["JSON of something else", { chunks: ['{"status":"ok"}'], type: "application/json" }, "garbage", ""],
];

test.each(failed)(
  "%s makes a failed reply, whose text stays in the history",
  async (_, answer, code, text) => {
    const chat = await newChat();
    wire.answer(answer, answer);
    const reply = await send(chat);
    expect(reply.extra.error?.code).toBe(code);
    expect(reply.message).toBe(text || reply.extra.error.message);
    await send(chat, "and now?");
    const said = wire.requests.at(-1)!.messages.filter(({ role }) => role === "assistant");
    expect(said.map(({ content }) => content)).toEqual(text ? [text] : []);
  },
);

test("tool calls are parsed with objects, numeric ids, and chunks without a function", async () => {
  const chat = await newChat();
  const calls = (...tool_calls: object[]) => chunk({ delta: { tool_calls } });
  wire.answer({
    chunks: [
      calls({ index: 0, id: 7, type: "function" }),
      calls({ index: 0, function: { name: "list_documents", arguments: { search: "tower" } } }),
      calls({ index: 0 }),
      stop("tool_calls"),
    ],
  });
  expect((await send(chat)).message).toBe("Plain.");
  const [asked] = wire.requests.at(-1)!.messages.flatMap(({ tool_calls: calls = [] }) => calls);
  expect(asked).toMatchObject({
    id: "7",
    function: { name: "list_documents", arguments: '{"search":"tower"}' },
  });
});

// Responses with reasoning: the expected text and reasoning.
const thinking: [string, string[], string, string[]][] = [
  ["a tag with another name", ["<thinking>\nponder\n", "</thinking>\n\nHello"], "Hello", ["ponder\n"]],
  ["several thoughts", ["<think>a</think><reasoning>b</reasoning> Hello"], "Hello", ["ab"]],
  ["an empty thought", ["<think>\n\n</think>\n\nHello"], "Hello", []],
  [
    "a thought that mentions another tag",
    ["<think>not </thinking> yet</think>Hello"],
    "Hello",
    ["not </thinking> yet"],
  ],
  [
    "tags later in a reply",
    ["Write `<think>` and `</think>`", " around it."],
    "Write `<think>` and `</think>` around it.",
    [],
  ],
  [
    "a closing tag in code",
    ["Close it:\n```\na</th", "ink>\n```\nSo."],
    "Close it:\n```\na</think>\n```\nSo.",
    [],
  ],
  ["a closing tag in quotes", ['End with "</think>".'], 'End with "</think>".', []],
  ["an open thought alone", ["<think>42"], "42", ["42"]],
  ["something that is no tag", ["<thin ice>", " is <b>cold</b"], "<thin ice> is <b>cold</b", []],
];

test.each(thinking)("%s is separated from the text", async (_, pieces, text, thoughts) => {
  wire.answer({ chunks: [...pieces.map(say), stop(), done] });
  const reply = await send(await newChat());
  expect([reply.message, thoughtsIn(reply)]).toEqual([text, thoughts]);
});

test("a thought with only an end tag is removed for its readers, and expected next time", async () => {
  await connect("opens-thoughts");
  const chat = await newChat();
  const pieces = ["I pon", "der.\n</th", "ink>\n\nHello", " world"].map(say);
  const follow = async () => {
    wire.answer({ chunks: [...pieces, stop(), done] });
    const fields = { message_input: "hello", is_sync: "false" };
    const { body } = await api.multipart(`/chats/${chat.id}/messages`, fields);
    const events = await readEvents(api, `/chats/streaming/${body.streaming_task_id}`);
    let text = "";
    for (const { event, data } of events)
      if (event === "text") text += data.text;
      else if (event === "restart") text = "";
    return { text, names: events.map(({ event }) => event), end: events.at(-1)!.data };
  };
  const first = await follow();
  expect([first.text, first.end.text]).toEqual(["Hello world", "Hello world"]);
  expect(thoughtsIn(first.end)).toEqual(["I ponder.\n"]);
  const second = await follow();
  expect(second.text).toBe("Hello world");
  expect(second.names).not.toContain("restart");
  expect(thoughtsIn(second.end)).toEqual(["I ponder.\n"]);
  wire.answer({ chunks: [say("Just "), say("text."), stop()] });
  expect((await send(chat)).message).toBe("Just text.");
  wire.answer({ chunks: [say("Only text."), stop()] });
  expect(thoughtsIn(await send(chat))).toEqual([]);
  await connect("wire");
});

test("a server that sends keep-alives gets more time than a silent one", async () => {
  const keepAlive = Array.from({ length: 8 }, () => ": keep-alive\n\n");
  wire.answer({ chunks: [...keepAlive, say("Hello"), stop()], pauseMs: 400 });
  expect((await send(await newChat())).message).toBe("Hello");
});

test("a tool call that is written slowly does not count as silence", async () => {
  const piece = (args: string) =>
    chunk({ delta: { tool_calls: [{ index: 0, function: { arguments: args } }] } });
  const begun = { index: 0, id: "c", function: { name: "list_documents", arguments: '{"search":"' } };
  const calls = chunk({ delta: { content: "Let me look.", tool_calls: [begun] } });
  const chunks = [calls, ..."towering".split("").map(piece), piece('"}'), stop("tool_calls")];
  wire.answer({ chunks, pauseMs: 400 });
  expect((await send(await newChat())).message).toBe("Let me look.\n\nPlain.");
});

test("unknown events are counted", async () => {
  const count = async () => {
    const { body } = await api.as("Bearer metrics-of-tests").send("GET", "/metrics");
    return Number(/^parley_model_events_skipped_total\{.*model="wire"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  };
  const before = await count();
  wire.answer({ chunks: ["data: {}\n\n", "data: hi\n\n", "data:\n\n", say("Hello"), stop()] });
  await send(await newChat());
  expect((await count()) - before).toBe(2);
});
