import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { type HostileMcpAnswer, hostileMcpAnswers } from "@/test/hostile/mcp";
import { serveSite } from "@/test/hostile/serve";

// Malicious responses to tool calls and tool lists must not block the process.
const TOOL = { name: "act", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
const RESULTS: Record<string, object> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "Hostile", version: "1" },
  },
  "tools/list": { tools: [TOOL] },
};

const model = await startModelServer();
const child = await startChild({
  ...STEADY_MEMORY,
  OPENAI_BASE_URL: model.url,
  ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
});
let hostile: { method: string; answer: HostileMcpAnswer };
let answers = 0;
const site = await serveSite((request, response) => void answer(request, response));
afterAll(async () => {
  await child.remove();
  await site.close();
  await model.close();
});
const ada = await person(child.url);
const [assistant] = (await ada.api.get("/virtual-assistants")).body;
const OPTIONS = { timeout: 3_600_000 };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const part of request) body += part;
  const { id, method, params } = body ? JSON.parse(body) : {};
  if (request.method !== "POST") return void response.writeHead(405).end();
  if (id === undefined || method === undefined) return void response.writeHead(202).end();
  if (method === hostile.method) {
    answers++;
    response.writeHead(200, { "content-type": hostile.answer.contentType });
    response.end(hostile.answer.make(id, params?._meta?.progressToken));
    return;
  }
  const result = RESULTS[method];
  response.writeHead(200, { "content-type": "application/json" });
  const content = result ? { result } : { error: { code: -32601, message: "Method not found" } };
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...content }));
}

// Uses a new server per input, because tool lists are cached.
async function callTool(): Promise<void> {
  const url = `http://127.0.0.1:${site.port}/mcp`;
  const { id } = (await ada.api.post("/mcp-servers", { name: "Hostile", url })).body;
  if (id) await ada.api.put(`/virtual-assistants/${assistant.id}/mcp-servers/${id}`);
  const chat = (await ada.api.post("/chats", { virtual_assistant_id: assistant.id })).body;
  const message_input = "[[fake call hostile__act {}]]";
  const { status, body } = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  expect(status).toBe(200);
  expect(body.responses[0].extra.error).toBeUndefined();
  if (id) expect((await ada.api.del(`/mcp-servers/${id}`)).status).toBe(200);
}

test.each(["tools/list", "tools/call"])(
  `${hostileMcpAnswers.length} hostile answers to %s stall nobody, fill no memory and end nothing`,
  OPTIONS,
  (method) => {
    const feed = async (answer: HostileMcpAnswer) => {
      hostile = { method, answer };
      answers = 0;
      await callTool();
      expect(answers, answer.name).toBeGreaterThan(0);
    };
    return feedHostileInputs(child, hostileMcpAnswers, feed);
  },
);
