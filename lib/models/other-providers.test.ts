import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chooseModel, streamReply } from "./language";
import type { Connection, ModelEvent, ModelSettings } from "./types";

const settings: ModelSettings = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  DEFAULT_MODEL: undefined,
  MODEL_FIRST_TOKEN_SECONDS: 5,
  MODEL_STALL_SECONDS: 5,
};

const line = (data: object) =>
  `event: ${(data as { type?: string }).type ?? "message"}\ndata: ${JSON.stringify(data)}\n\n`;
/** Replies in the providers' own forms: the beginning, and what makes it whole. */
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
let isWhole = true;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [beginning, end] = request.url?.includes("streamGenerateContent")
      ? SCRIPTS.google
      : SCRIPTS.anthropic;
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(isWhole ? beginning + end : beginning);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

async function reply(provider: keyof typeof SCRIPTS): Promise<ModelEvent[]> {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const connections: Connection[] = [{ provider, apiKey: "k", baseUrl, model: "m" }];
  const choice = await chooseModel(null, connections, settings);
  const messages = [{ role: "user" as const, text: "hi" }];
  const request = { instructions: "Be kind.", messages, signal: new AbortController().signal };
  const events: ModelEvent[] = [];
  for await (const event of streamReply(choice, connections, request, settings)) events.push(event);
  return events;
}

it.each(["anthropic", "google"] as const)(
  "reads %s's own form, and knows when it broke off",
  async (provider) => {
    isWhole = true;
    const [text, finish] = await reply(provider);
    expect(text).toEqual({ type: "text", text: "Hello" });
    expect(finish).toMatchObject({ type: "finish", usage: { input_tokens: 3, output_tokens: 2 } });
    isWhole = false;
    await expect(reply(provider)).rejects.toMatchObject({ code: "cut" });
  },
);
