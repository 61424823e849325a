import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test, vi } from "vitest";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();

const ada = await person(server.url, "Ada Admin");
const mia = await colleague(server.url, ada.group, "Mia Member");
const createToken = async (api: typeof ada.api) =>
  (await api.post("/users/me/api-tokens", { name: "MCP" })).body.token as string;

// biome-ignore lint/suspicious/noExplicitAny: what each tool gives is looked at where it is used
type Structured = Record<string, any>;

// Connects the official client with an API token.
async function connected(token: string) {
  const client = new Client({ name: "a test", version: "1" });
  const url = new URL(`${server.url}/api/v1/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return {
    client,
    use: async (name: string, input: Record<string, unknown> = {}) => {
      const result = await client.callTool({ name, arguments: input });
      const [{ text }] = result.content as [{ text: string }];
      return { isError: result.isError, text, json: () => result.structuredContent as Structured };
    },
  };
}
const adas = await connected(await createToken(ada.api));
const mias = await connected(await createToken(mia.api));

test("the official client connects, pings and lists the tools", async () => {
  expect(adas.client.getServerVersion()).toMatchObject({ name: "Parley" });
  expect(adas.client.getInstructions()).toMatch(/data/);
  await adas.client.ping();
  const { tools } = await adas.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "list_assistants",
    "ask_assistant",
    "list_chats",
    "read_chat",
    "send_message",
    "search",
    "list_documents",
    "read_document",
  ]);
  const writing = tools.filter(({ annotations }) => !annotations!.readOnlyHint);
  expect(writing.map(({ name }) => name)).toEqual(["send_message"]);
  for (const { inputSchema, outputSchema } of tools)
    expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
});

test("ask_assistant accepts the name or id of an assistant and stores nothing", async () => {
  const [parley] = (await adas.use("list_assistants")).json().assistants;
  expect(parley).toMatchObject({ name: "Parley", mention_name: "parley" });
  for (const assistant of ["parley", "@parley", String(parley.id)])
    expect((await adas.use("ask_assistant", { assistant, question: "How much?" })).text).toContain(
      "How much?",
    );
  expect((await adas.use("list_chats")).json()).toEqual({ chats: [] });
  const nobody = await adas.use("ask_assistant", { assistant: "nobody", question: "x" });
  expect(nobody).toMatchObject({ isError: true, text: "Assistant not found." });
});

test("read_chat returns long messages in small pages, and all messages page by page", async () => {
  const chat = (await ada.api.post("/chats", { name: "Long", virtual_assistant_id: null })).body;
  const texts = Array.from({ length: 8 }, (_, nth) => `${nth} ${"a".repeat(99_000)}`);
  for (const text of texts) await adas.use("send_message", { chat_id: chat.id, text });
  const read: { id: number; text: string }[] = [];
  const pages: number[] = [];
  for (;;) {
    const before_message_id = read[0]?.id;
    const page = await adas.use("read_chat", { chat_id: chat.id, before_message_id, count: 100 });
    const { messages } = page.json();
    if (messages.length === 0) break;
    pages.push(messages.length);
    read.unshift(...messages);
  }
  expect(pages).toEqual([5, 3]);
  expect(read.map(({ text }) => text)).toEqual(texts);
  const resource = await adas.client.readResource({ uri: `parley://chats/${chat.id}` });
  expect(JSON.stringify(resource).length).toBeLessThan(600_000);
});

test("send_message and read_chat write and read a chat as the person", async () => {
  const chat = (await ada.api.post("/chats", { name: "Budget" })).body;
  const sent = (await adas.use("send_message", { chat_id: chat.id, text: "What does it cost?" })).json();
  expect(sent).toMatchObject({ message_id: expect.any(Number), replies: [{ from: "Parley" }] });
  const read = (await adas.use("read_chat", { chat_id: chat.id })).json().messages;
  expect(read).toMatchObject([{ from: "Ada Admin", text: "What does it cost?" }, { from: "Parley" }]);
  const earlier = await adas.use("read_chat", { chat_id: chat.id, before_message_id: read[1].id, count: 1 });
  expect(earlier.json()).toMatchObject({ messages: [{ id: read[0].id }] });
  expect(JSON.parse(earlier.text)).toEqual(earlier.json());
  expect((await adas.use("list_chats", { search: "udge" })).json()).toMatchObject({
    chats: [{ id: chat.id, name: "Budget" }],
  });
  expect((await adas.use("search", { query: "Budget" })).json().found).toContainEqual(
    expect.objectContaining({ kind: "chats", text: "Budget" }),
  );
});

test("read_document returns a document in parts", async () => {
  const text = "The tower is 300 metres high. ".repeat(1000);
  const files = [new File([text], "tower.txt")];
  const [document] = (await ada.api.multipart("/documents", { files })).body;
  await expect
    .poll(async () => (await ada.api.get(`/documents/${document.id}`)).body.characters)
    .toBe(text.length);
  const listed = (await adas.use("list_documents", { search: "tower" })).json().documents;
  expect(listed).toMatchObject([{ id: document.id, file_name: "tower.txt", chat_id: null }]);
  const first = (await adas.use("read_document", { document_id: document.id })).json();
  expect(first).toMatchObject({ text: text.slice(0, 20_000), next_offset: 20_000 });
});

test("resources list the person's chats and documents page by page, and no others", async () => {
  const { client } = adas;
  const listed = async (by: Client) => {
    const all: { uri: string; name: string }[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await by.listResources({ cursor });
      all.push(...page.resources);
      cursor = page.nextCursor;
    }
    return all;
  };
  const chat = (await ada.api.post("/chats", { name: "Readable" })).body;
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "A **secret** number: 42" });
  const files = [new File(["Opening hours: 9 to 5"], "hours.txt")];
  const [document] = (await ada.api.multipart("/documents", { files, chat_id: String(chat.id) })).body;
  await expect.poll(async () => (await ada.api.get(`/documents/${document.id}`)).body.status).toBe("ready");
  // Exceeds one page.
  for (let n = 0; n < 51; n++) await ada.api.post("/chats", { name: `Filler ${n}` });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "parley://chats/{chat_id}",
    "parley://documents/{document_id}",
  ]);
  const resources = await listed(client);
  const getUri = (name: string) => resources.find((one) => one.name === name)!.uri;
  expect([getUri("Readable"), getUri("hours.txt")]).toEqual([
    `parley://chats/${chat.id}`,
    `parley://documents/${document.id}`,
  ]);
  const getText = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return (content as { text: string }).text;
  };
  expect(await getText(getUri("Readable"))).toMatch(/### Ada Admin, .*\n\nA \*\*secret\*\* number: 42/);
  expect(await getText(getUri("hours.txt"))).toBe("Opening hours: 9 to 5");
  expect((await listed(mias.client)).map(({ name }) => name)).not.toContain("Readable");
  for (const uri of [
    getUri("Readable"),
    getUri("hours.txt"),
    "parley://chats/999999",
    "file:///etc/passwd",
    "",
  ])
    await expect(mias.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
  await expect(client.listResources({ cursor: "x" })).rejects.toMatchObject({ code: -32602 });
});

test("prompts of the group are listed and filled in", async () => {
  const prompt = "Shorten to one line:\n{{input}}";
  await ada.api.post("/tasks/actions", {
    name: "Shorten",
    action_name: "shorten",
    description: "Short",
    prompt,
  });
  const { prompts } = await mias.client.listPrompts();
  expect(prompts.find(({ name }) => name === "shorten")).toMatchObject({
    title: "Shorten",
    description: "Short",
    arguments: [{ name: "input", required: true }],
  });
  const { messages } = await mias.client.getPrompt({
    name: "shorten",
    arguments: { input: "{{files}} text" },
  });
  expect(messages).toEqual([
    { role: "user", content: { type: "text", text: "Shorten to one line:\n{{files}} text" } },
  ]);
  for (const given of [{ name: "shorten" }, { name: "none", arguments: { input: "x" } }])
    await expect(mias.client.getPrompt(given)).rejects.toMatchObject({ code: -32602 });
});

describe("the MCP server refuses", () => {
  test("access to chats of other people", async () => {
    const chat = (await ada.api.post("/chats", { name: "Secret plan" })).body;
    for (const [tool, input] of [
      ["read_chat", { chat_id: chat.id }],
      ["send_message", { chat_id: chat.id, text: "x" }],
      ["list_documents", { chat_id: chat.id }],
      ["search", { query: "plan", chat_id: chat.id }],
    ] as const)
      expect(await mias.use(tool, input), tool).toMatchObject({ isError: true, text: "Chat not found." });
    expect((await mias.use("list_chats")).text).not.toContain("Secret");
    expect((await mias.use("search", { query: "Secret plan" })).text).not.toContain("Secret");
  });

  test("a wrong token and a revoked token", async () => {
    await expect(connected("plt_wrong")).rejects.toThrow("Missing or invalid credentials.");
    const { id, token } = (await ada.api.post("/users/me/api-tokens", { name: "Short" })).body;
    const short = await connected(token);
    await ada.api.del(`/users/me/api-tokens/${id}`);
    await expect(short.use("list_chats")).rejects.toThrow("Missing or invalid credentials.");
  });
});

test("invalid arguments are reported to the model", async () => {
  expect(await adas.use("read_chat", {})).toMatchObject({
    isError: true,
    text: expect.stringContaining("chat_id"),
  });
  expect(await adas.use("read_chat", { chat_id: "x" })).toMatchObject({ isError: true });
  expect(await adas.use("__proto__", {})).toMatchObject({ isError: true });
  model.setMode("500");
  const failed = await adas.use("ask_assistant", { assistant: "parley", question: "x" });
  expect(failed).toMatchObject({ isError: true, text: expect.not.stringContaining("127.0.0.1") });
  model.setMode("echo");
});

test("each call of a batch counts towards the rate limit", async () => {
  const api = ada.api.as(`Bearer ${await createToken(ada.api)}`);
  const batch = Array.from({ length: 12 }, (_, id) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "list_chats", arguments: {} },
  }));
  vi.spyOn(config(), "RATE_LIMIT_REQUESTS", "get").mockReturnValue(10);
  const { status, body } = await api.post("/mcp", batch);
  vi.restoreAllMocks();
  expect(status).toBe(200);
  const refused = body.filter(({ result }: { result: { isError: boolean } }) => result.isError);
  expect(refused).toHaveLength(2);
  expect(refused[0].result.content[0].text).toMatch(/Too many requests. Try again in \d+ s/);
});

test("a batch has at most 20 messages", async () => {
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
  const send = (count: number) =>
    ada.api.post(
      "/mcp",
      Array.from({ length: count }, (_, id) => ping(id)),
    );
  const { status, body } = await send(21);
  expect(status).toBe(400);
  expect(body.error.message).toContain("A batch may have at most 20 messages.");
  expect((await send(20)).body).toHaveLength(20);
});

test("notifications and unknown methods get the responses of the protocol", async () => {
  const api = ada.api.as(ada.api.authorization);
  const call = (body: unknown) => api.post("/mcp", body, { accept: "application/json, text/event-stream" });
  expect((await call({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  const unknown = await call({ jsonrpc: "2.0", id: 7, method: "logging/setLevel" });
  expect(unknown.body).toMatchObject({ id: 7, error: { code: -32601 } });
  for (const method of ["GET", "DELETE"]) expect((await api.send(method, "/mcp")).status).toBe(405);
});

test.each<[string, number, number, { method?: string; body?: string; headers?: Record<string, string> }]>([
  ["no JSON", 400, -32700, { body: "{bad" }],
  ["no message", 400, -32700, { body: `{"hello":1}` }],
  ["a text", 400, -32600, { body: `"x"` }],
  ["another type of body", 415, -32000, { body: "x", headers: { "content-type": "text/plain" } }],
  ["another method", 405, -32000, { method: "GET" }],
  ["a version that is not spoken", 400, -32600, { body: "{}", headers: { "mcp-protocol-version": "x" } }],
  ["no credentials", 401, -32000, { body: "{}", headers: { authorization: "" } }],
])("%s is refused with a JSON-RPC error", async (_, expected, code, { method = "POST", ...init }) => {
  const headers = { "content-type": "application/json", ...init.headers };
  const { status, body } = await ada.api.send(method, "/mcp", { ...init, headers });
  const error = { code, message: expect.any(String) };
  expect({ status, body }).toEqual({ status: expected, body: { jsonrpc: "2.0", error, id: null } });
});

test.each([
  ["2025-11-25", 200],
  ["2024-11-05", 200],
  ["1999-01-01", 400],
  ["2025-11-25, 2024-11-05", 400],
  ["x", 400],
])("a request of protocol version %s returns %i", async (version, expected) => {
  for (const message of [{ method: "ping", id: 1 }, { method: "notifications/cancelled" }]) {
    const headers = { "mcp-protocol-version": version };
    const { status, body } = await ada.api.post("/mcp", { jsonrpc: "2.0", ...message }, headers);
    expect([message, status]).toEqual([message, expected === 200 && !message.id ? 202 : expected]);
    if (expected === 400) expect(body.error.message).toContain("2025-11-25");
  }
});
