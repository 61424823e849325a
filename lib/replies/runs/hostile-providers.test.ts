import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { type HostileProviderAnswer, hostileProviderAnswers } from "@/test/hostile/providers";
import { serveSite } from "@/test/hostile/serve";

// Malicious provider responses must not block the process.
const PATHS: Record<HostileProviderAnswer["kind"], string> = {
  reply: "/chat/completions",
  embeddings: "/embeddings",
  picture: "/images/generations",
  transcription: "/audio/transcriptions",
  models: "/models",
  rerank: "/rerank",
};

// Maximum growth of resident memory. The limit is high, because the server itself may hold 32 MB of a reply.
const MAX_GROWTH_MB = 200;

const model = await startModelServer();
let hostile: HostileProviderAnswer | undefined;
let answers = 0;
let lists = 0;
const site = await serveSite((request, response) => void answer(request, response));
const address = `http://127.0.0.1:${site.port}/v1`;
const child = await startChild({
  ...STEADY_MEMORY,
  ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
  OPENAI_BASE_URL: address,
  EMBEDDING_MODEL: "openai-compatible:stand-in-embedding",
  TRANSCRIPTION_MODEL: "openai-compatible:stand-in-hearing",
  INDEX_AFTER_MS: "50",
  RERANK_MODEL: "jina:stand-in-reranker",
  RERANK_BASE_URL: address,
});
afterAll(async () => {
  await child.remove();
  await site.close();
  await model.close();
});
const ada = await person(child.url);
const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;

// Everything but the malicious response comes from the fake model server.
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  if (hostile && request.url!.endsWith(PATHS[hostile.kind])) {
    answers++;
    response.writeHead(200, { "content-type": hostile.contentType }).end(hostile.make());
    return;
  }
  const { method, headers } = request;
  const plain = await fetch(`${model.url}${request.url!.replace(/^\/v1(\/\d+)?/, "")}`, {
    method,
    headers: { "content-type": headers["content-type"] ?? "application/json" },
    body: method === "POST" ? Buffer.concat(pieces) : undefined,
  });
  response.writeHead(plain.status, { "content-type": plain.headers.get("content-type") ?? "" });
  response.end(Buffer.from(await plain.arrayBuffer()));
}

const reply = async (message_input: string) => {
  const { id } = (await ada.api.post("/chats", {})).body;
  return (await ada.api.multipart(`/chats/${id}/messages`, { message_input })).status;
};
const search = async () =>
  (
    await ada.api.get(
      "/chats/chat_semantic_search_messages?query=printer%20toner&collection_name=chat_messages&search_type=hybrid",
    )
  ).status;
const ASK: Record<HostileProviderAnswer["kind"], () => Promise<number>> = {
  reply: () => reply("hello"),
  embeddings: search,
  rerank: search,
  picture: () => reply('[[fake call generate_picture {"prompt": "A lighthouse"}]]'),
  transcription: async () => {
    const file = new File(["ID3\x04 says:hello"], "voice.mp3");
    return (await ada.api.multipart("/speech/transcription", { file: [file] })).status;
  },
  models: async () => {
    // Uses a new address each time, because model lists are cached by address.
    const connection = { base_url: `${address}/${++lists}`, model: "stand-in-large" };
    return (await ada.api.post("/models/connections/openai-compatible/test", connection)).status;
  },
};

beforeAll(async () => {
  for (const message_input of ["The printer is out of toner.", "Toner for the printer is ordered."])
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  const areIndexed = async () => {
    const { body } = await ada.api.get(`/chats/${chat.id}/messages`);
    return body.every((message: { indexed: boolean }) => message.indexed);
  };
  await vi.waitFor(async () => expect(await areIndexed()).toBe(true), { timeout: 60_000, interval: 100 });
  await ada.api.put("/models/connections/openai", { api_key: "a-key", base_url: address });
  expect((await ada.api.put("/models/pictures", { model: "openai:gpt-image-1" })).status).toBe(200);
}, 90_000);

test(`${hostileProviderAnswers.length} hostile answers of providers stall nobody, fill no memory and end nothing`, {
  timeout: 3_600_000,
}, () => {
  const feed = async (input: HostileProviderAnswer) => {
    hostile = input;
    answers = 0;
    expect([200, 502, 503], input.name).toContain(await ASK[input.kind]());
    hostile = undefined;
    expect(answers, input.name).toBeGreaterThan(0);
  };
  return feedHostileInputs(child, hostileProviderAnswers, feed, MAX_GROWTH_MB);
});
