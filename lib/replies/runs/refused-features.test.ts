import { afterAll, beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { startWireServer, type WireRequest } from "@/test/fakes/wire-server";
import { startServer } from "@/test/server";

// Servers that reject a feature are asked again without it, and later requests omit it from the start.
const wire = await startWireServer();
const server = await startServer();
afterAll(async () => {
  await server.close();
  wire.close();
});

const { api } = await person(server.url);
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let models = 0;
let refusal = { isFor: (_: WireRequest): boolean => false, status: 400, says: "" };
const reply = (request: WireRequest) =>
  refusal.isFor(request)
    ? {
        status: refusal.status,
        type: "application/json",
        chunks: [JSON.stringify({ error: { message: refusal.says } })],
      }
    : { chunks: ['data: {"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\n'] };
// Each test uses a new model, for which no refused features are cached.
beforeEach(async () => {
  const connection = { base_url: wire.url, api_key: "k", model: `vision-${++models}` };
  await api.put("/models/connections/openai-compatible", connection);
  wire.requests.length = 0;
});

type SentMessage = { files?: File[]; text?: string };
async function send(chat: { id: number }, { files = [], text = "hello" }: SentMessage = {}) {
  wire.answer(...Array.from({ length: 9 }, () => reply));
  const fields = { message_input: text, ...(files.length > 0 && { files }) };
  return (await api.multipart(`/chats/${chat.id}/messages`, fields)).body.responses[0];
}
const newChat = async (body: object = {}) =>
  (await api.post("/chats", { instructions: "Be kind.", canvas: "text", ...body })).body;
const picture = () => new File([PICTURE], "map.png", { type: "image/png" });
const roles = ({ messages }: WireRequest) => messages.map(({ role }) => role);
const hasImage = (request: WireRequest) => JSON.stringify(request.messages).includes("image_url");

const refusals: [string, number, string, (request: WireRequest) => boolean][] = [
  ["a system role (Gemma)", 400, "System role not supported", (each) => roles(each).includes("system")],
  [
    "a system role (Mistral)",
    500,
    "Conversation roles must alternate user/assistant/user/assistant/...",
    (each) => roles(each)[0] !== "user",
  ],
  [
    "a system role by its list",
    422,
    "'system' is not one of ['user', 'assistant'] - role",
    (each) => roles(each)[0] === "system",
  ],
  [
    "stream_options",
    400,
    "Extra inputs are not permitted: stream_options",
    (each) => "stream_options" in each,
  ],
  ["tools", 400, '"auto" tool choice requires --enable-auto-tool-choice', (each) => "tools" in each],
];

test.each(refusals)(
  "a server that refuses %s still replies, and receives later requests without it",
  async (_, status, says, isFor) => {
    refusal = { isFor, status, says };
    const chat = await newChat();
    const first = await send(chat);
    expect([first.message, first.extra.error, first.extra.left_out]).toEqual(["Hi.", undefined, undefined]);
    expect(wire.requests.map(isFor)).toEqual([true, false]);
    expect(JSON.stringify(wire.requests[1]!.messages)).toContain("Be kind.");
    await send(chat);
    expect(wire.requests.map(isFor)).toEqual([true, false, false]);
    // The cache is per model, and testing the connection clears it.
    await api.post("/models/connections/openai-compatible/test", {
      base_url: wire.url,
      model: `vision-${models}`,
    });
    refusal = { ...refusal, isFor: () => false };
    await send(chat);
    expect(roles(wire.requests.at(-1)!)).toContain("system");
  },
);

test("pictures that a model refuses are omitted, and the reply names them", async () => {
  refusal = { isFor: hasImage, status: 404, says: "No endpoints found that support image input" };
  const chat = await newChat();
  const first = await send(chat, { files: [picture()] });
  expect(first.message).toBe("Hi.");
  expect(first.extra).toMatchObject({ unseen_pictures: ["map.png"] });
  await send(chat, { files: [picture()] });
  expect(wire.requests.map(hasImage)).toEqual([true, false, false]);
});

test("a broken picture is omitted once", async () => {
  refusal = { isFor: hasImage, status: 400, says: "Invalid image data" };
  const chat = await newChat();
  expect((await send(chat, { files: [picture()] })).message).toBe("Hi.");
  await send(chat, { files: [picture()] });
  expect(wire.requests.map(hasImage)).toEqual([true, false, true, false]);
});

test("a server that refuses everything fails after a few requests", async () => {
  refusal = {
    isFor: () => true,
    status: 400,
    says: "Unsupported: tools, stream_options, image, system role, roles must alternate, temperature",
  };
  const chat = await newChat({ temperature: 1 });
  const reply = await send(chat, { files: [picture()] });
  expect(reply.extra.error.code).toBe("failed");
  expect(wire.requests.length).toBeLessThan(8);
  refusal = { ...refusal, isFor: () => false };
  expect((await send(chat)).message).toBe("Hi.");
  expect(roles(wire.requests.at(-1)!)).toContain("system");
});

test("a template that requires alternating roles gets consecutive turns merged from then on", async () => {
  const isRepeated = (each: WireRequest) => roles(each).some((role, at, all) => role === all[at - 1]);
  refusal = { isFor: () => true, status: 503, says: "down" };
  const chat = await newChat();
  await send(chat, { text: "one" });
  await send(chat, { text: "two" });
  refusal = { isFor: isRepeated, status: 400, says: "Conversation roles must alternate user/assistant" };
  expect((await send(chat, { text: "three" })).message).toBe("Hi.");
  const [, ...turns] = wire.requests.at(-1)!.messages;
  expect(turns).toEqual([{ role: "user", content: "one\n\ntwo\n\nthree" }]);
  await send(chat, { text: "four" });
  expect(wire.requests.map(isRepeated).slice(-3)).toEqual([true, false, false]);
});
