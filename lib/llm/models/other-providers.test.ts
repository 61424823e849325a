import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setEnvironment } from "@/test/renewal";
import { chooseModel, streamReply } from "./language";
import type { Connection, ModelEvent, ModelRequest, ModelSettings } from "./types";

// The test servers listen on localhost.
setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });

const settings: ModelSettings = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  DEFAULT_MODEL: undefined,
  MODEL_FIRST_TOKEN_SECONDS: 5,
  MODEL_STALL_SECONDS: 5,
};

const line = (data: object) =>
  `event: ${(data as { type?: string }).type ?? "message"}\ndata: ${JSON.stringify(data)}\n\n`;
// Replies in each provider's format, split into beginning and end.
const SCRIPTS = {
  anthropic: [
    line({
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "claude-x",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    }) +
      line({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }) +
      line({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } }),
    line({ type: "content_block_stop", index: 0 }) +
      line({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } }) +
      line({ type: "message_stop" }),
  ],
  google: [
    `data: ${JSON.stringify({ responseId: "g_1", candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] } }] })}\n\n`,
    `data: ${JSON.stringify({
      responseId: "g_1",
      candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
    })}\n\n`,
  ],
} as const;

let server: Server;
// A tool call in each provider's format.
const CALLS = {
  anthropic:
    SCRIPTS.anthropic[0].split("event: content_block_start")[0] +
    line({
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "t_1", name: "add", input: {} },
    }) +
    line({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: '{"a":1}' },
    }) +
    line({ type: "content_block_stop", index: 0 }) +
    line({ type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 2 } }) +
    line({ type: "message_stop" }),
  google: `data: ${JSON.stringify({
    responseId: "g_1",
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ functionCall: { name: "add", args: { a: 1 } }, thoughtSignature: "signed" }],
        },
        finishReason: "STOP",
      },
    ],
  })}\n\n`,
};

let isWhole = true;
// Inserted between the beginning and the end of a reply.
let between = "";
let calls = false;
let asked = "";

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked = "";
    for await (const chunk of request.setEncoding("utf8")) asked += chunk;
    const provider = request.url?.includes("streamGenerateContent") ? "google" : "anthropic";
    const [beginning, end] = SCRIPTS[provider];
    const whole = calls ? CALLS[provider] : beginning + between + end;
    response.writeHead(200, { "content-type": "text/event-stream" }).end(isWhole ? whole : beginning);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

async function reply(
  provider: keyof typeof SCRIPTS,
  more: Partial<ModelRequest> = {},
): Promise<ModelEvent[]> {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const connections: Connection[] = [{ provider, apiKey: "k", baseUrl, model: "m" }];
  const choice = await chooseModel(null, connections, settings);
  const messages = [{ role: "user" as const, text: "hi" }];
  const request = { instructions: "Be kind.", messages, signal: new AbortController().signal, ...more };
  const events: ModelEvent[] = [];
  await streamReply(choice, connections, request, settings, (event) => void events.push(event));
  return events;
}

it.each(["anthropic", "google"] as const)(
  "the stream format of %s is read, and its breaking off is detected",
  async (provider) => {
    isWhole = true;
    const [text, finish] = await reply(provider);
    expect(text).toEqual({ type: "text", text: "Hello" });
    expect(finish).toMatchObject({ type: "finish", usage: { input_tokens: 3, output_tokens: 2 } });
    isWhole = false;
    await expect(reply(provider)).rejects.toMatchObject({ code: "cut" });
  },
);

it.each([
  ["anthropic", line({ type: "new_kind_of_event", value: 1 })],
  ["google", 'data: {"candidates":7}\n\n'],
] as const)("unknown events of %s are ignored", async (provider, unknown) => {
  isWhole = true;
  between = unknown;
  const events = await reply(provider);
  between = "";
  expect(events.map(({ type }) => type)).toEqual(["text", "finish"]);
});

it.each(["anthropic", "google"] as const)(
  "tools are called by %s, and their results are sent back",
  async (provider) => {
    isWhole = true;
    calls = true;
    const parameters = { type: "object", properties: { a: { type: "number" } } };
    const tools = [{ name: "add", description: "Adds.", parameters }];
    const [event] = await reply(provider, { tools });
    if (event?.type !== "tool-call") throw new Error("no call");
    const { call } = event;
    expect([call.name, JSON.parse(call.input)]).toEqual(["add", { a: 1 }]);
    calls = false;
    const events = await reply(provider, {
      tools,
      messages: [
        { role: "user", text: "hi" },
        { role: "assistant", text: "", calls: [call] },
        { role: "tool", results: [{ call, text: "it is 2", isError: false }] },
      ],
    });
    expect(events.map(({ type }) => type)).toEqual(["text", "finish"]);
    expect(asked).toContain("it is 2");
    // Google rejects a call that is sent back without its signature.
    expect(asked).toContain(provider === "google" ? '"thoughtSignature":"signed"' : '"tool_use_id":"t_1"');
  },
);
