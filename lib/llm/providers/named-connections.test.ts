import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startProxyServer } from "@/test/fakes/proxy-server";
import { query } from "@/test/query";
import { startServerWithModel } from "@/test/server-with-model";

// Covers several connections to one provider, and the settings of a connection.
const groq = await startModelServer({ models: [{ id: "llama-4" }, { id: "qwen-3" }] });
const vllm = await startModelServer({ models: [{ id: "mistral-small" }] });
const proxy = await startProxyServer("ada:secret");
const { server } = await startServerWithModel({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });
afterAll(async () => {
  await Promise.all([groq, vllm, proxy].map((each) => each.close()));
});
const compatible = { provider: "openai-compatible" };

async function group() {
  const { api, group } = await person(server.url, "Ada Example");
  const put = (id: string, body: object) => api.put(`/models/connections/${id}`, { ...compatible, ...body });
  const ask = async (model: string) => {
    const assistant = (await api.post("/virtual-assistants", { name: "Aide", model })).body;
    const chat = (await api.post("/chats", { name: "Named", virtual_assistant_id: assistant.id })).body;
    await api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there" });
    const [reply] = (await api.get(`/chats/${chat.id}/messages`)).body.slice(-1);
    return reply as { message: string; extra: { error?: { code: string; message: string } } };
  };
  const listModels = async () => (await api.get("/models")).body.models as Record<string, string>[];
  const find = async (id: string) =>
    (await api.get("/models/connections")).body.find((each: { id: string }) => each.id === id);
  return { api, group, put, ask, listModels, find };
}

test("connections to several servers work side by side, and their models carry their names", async () => {
  const { put, ask, listModels, api } = await group();
  expect((await put("groq", { name: "Groq", base_url: groq.url, api_key: "gsk-1" })).body).toMatchObject({
    id: "groq",
    name: "Groq",
    provider: "openai-compatible",
    has_key: true,
    enabled: true,
  });
  await put("rack", { name: "Our rack", base_url: vllm.url, api_key: "rack-key" });
  const models = await listModels();
  expect(models).toContainEqual(
    expect.objectContaining({ id: "groq:llama-4", label: "llama-4 (Groq)", connection: "groq" }),
  );
  expect(models).toContainEqual(
    expect.objectContaining({ id: "rack:mistral-small", label: "mistral-small (Our rack)" }),
  );
  expect((await ask("groq:qwen-3")).message).toBe("You said: hello there");
  expect(groq.requests.at(-1)?.model).toBe("qwen-3");
  expect(groq.authorizations.at(-1)).toBe("Bearer gsk-1");
  expect((await ask("rack:mistral-small")).message).toBe("You said: hello there");
  expect(vllm.authorizations.at(-1)).toBe("Bearer rack-key");

  expect((await api.del("/models/connections/rack")).status).toBe(200);
  expect((await ask("rack:mistral-small")).extra.error).toMatchObject({
    code: "not_configured",
    message: expect.stringContaining("“rack” is not connected"),
  });
});

test("only enabled models and connections can be used", async () => {
  const { put, ask, listModels } = await group();
  await put("groq", { name: "Groq", base_url: groq.url, models: ["llama-4"] });
  expect((await listModels()).filter(({ connection }) => connection === "groq").map(({ id }) => id)).toEqual([
    "groq:llama-4",
  ]);
  expect((await ask("groq:llama-4")).extra.error).toBeUndefined();
  expect((await ask("groq:qwen-3")).extra.error).toMatchObject({
    code: "not_configured",
    message: expect.stringContaining("isn't enabled"),
  });
  await put("groq", { name: "Groq", base_url: groq.url, enabled: false });
  expect(await listModels()).not.toContainEqual(expect.objectContaining({ connection: "groq" }));
  expect((await ask("groq:llama-4")).extra.error?.code).toBe("not_configured");
});

test("headers are sent, never shown, kept for their address only, and can't replace those of the connection", async () => {
  const { put, ask, find, api } = await group();
  const headers = { Authorization: "Team of-a-secret", "X-Team": "blue" };
  expect((await put("rack", { base_url: vllm.url, headers })).body.header_names).toEqual([
    "authorization",
    "x-team",
  ]);
  await ask("rack:mistral-small");
  expect(vllm.authorizations.at(-1)).toBe("Team of-a-secret");
  expect(JSON.stringify((await api.get("/models/connections")).body)).not.toContain("of-a-secret");
  const [stored] =
    await query`select encrypted_headers from model_connections where slug = 'rack' and encrypted_headers is not null`;
  expect(stored?.encrypted_headers).not.toContain("of-a-secret");
  await put("rack", { base_url: vllm.url, name: "Renamed" });
  expect((await find("rack")).header_names).toEqual(["authorization", "x-team"]);
  await put("rack", { base_url: groq.url });
  expect((await find("rack")).header_names).toEqual([]);
  for (const name of ["host", "Content-Length", "a b", "x\ny"])
    expect((await put("rack", { base_url: vllm.url, headers: { [name]: "1" } })).status).toBe(422);
  expect((await put("rack", { base_url: vllm.url, headers: { "x-a": "1\r\nx-b: 2" } })).status).toBe(422);
});

test("a connection has its own timeout", async () => {
  const { put, ask } = await group();
  await put("rack", { base_url: vllm.url, timeout_seconds: 1 });
  vllm.setMode("echo first=30000");
  expect((await ask("rack:mistral-small")).extra.error?.code).toBe("stalled");
  vllm.setMode("echo");
});

test("requests go through the connection's proxy, which resolves the name of the server", async () => {
  const { put, ask, find } = await group();
  const { port } = new URL(groq.url);
  const base_url = `http://only-the-proxy-knows.invalid:${port}/v1`;
  const set = (credentials: string) =>
    put("far", { base_url, api_key: "far-key", proxy: `http://${credentials}@${proxy.address}` });
  expect((await set("ada:secret")).body.proxy).toBe(`http://${proxy.address}`);
  expect((await ask("far:llama-4")).message).toBe("You said: hello there");
  expect(proxy.asked).toContain(`only-the-proxy-knows.invalid:${port}`);
  expect(groq.authorizations.at(-1)).toBe("Bearer far-key");
  expect(JSON.stringify(await find("far"))).not.toContain("secret");
  // Without the proxy in the request, the stored one is kept.
  await put("far", { base_url, name: "Far away" });
  expect((await ask("far:llama-4")).extra.error).toBeUndefined();
  await set("ada:wrong");
  expect((await ask("far:llama-4")).extra.error?.message).toContain("proxy");
});

test.each(["169.254.169.254:80", "10.0.0.1:3128", "[::1]:1"])(
  "a proxy in a private network (%s) is refused",
  async (address) => {
    const { put, ask } = await group();
    await put("far", { base_url: "http://example.com/v1", proxy: `http://${address}` });
    expect((await ask("far:m")).extra.error).toMatchObject({
      code: "refused",
      message: expect.stringContaining("private"),
    });
  },
);

test("a proxy in a private network is refused for the operator's own servers, too", async () => {
  const { put, ask } = await group();
  await put("mine", { provider: "ollama", proxy: "http://10.0.0.5:6379" });
  expect((await ask("mine:m")).extra.error).toMatchObject({
    code: "refused",
    message: expect.stringContaining("private"),
  });
});

test("a proxy that says nothing, or refuses, fails in time and is named", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { put, api } = await group();
  await put("far", { base_url: "http://example.com/v1", proxy: `http://127.0.0.1:${port}` });
  // Listing gives up after two seconds.
  expect((await api.get("/models")).body.problems).toContainEqual(
    expect.objectContaining({ connection: "far" }),
  );
  silent.close();
  await put("far", { base_url: groq.url, proxy: `http://nobody:wrong@${proxy.address}` });
  expect((await api.get("/models")).body.problems).toContainEqual(
    expect.objectContaining({ connection: "far", message: "The proxy refused its user name or password." }),
  );
});

test("a connection that is off hides the operator's with its id", async () => {
  const { put, ask, listModels } = await group();
  expect((await ask("openai-compatible:stand-in-large")).extra.error).toBeUndefined();
  await put("openai-compatible", { provider: undefined, base_url: groq.url, enabled: false });
  expect(await listModels()).not.toContainEqual(expect.objectContaining({ connection: "openai-compatible" }));
  expect((await ask("openai-compatible:stand-in-large")).extra.error?.code).toBe("not_configured");
});

test("stored secrets aren't sent through a new proxy without encryption", async () => {
  const { put, find } = await group();
  const proxied = `http://ada:secret@${proxy.address}`;
  await put("far", { base_url: groq.url, api_key: "far-key", headers: { "x-team": "blue" } });
  await put("far", { base_url: groq.url, proxy: proxied });
  expect(await find("far")).toMatchObject({ has_key: false, header_names: [] });
  await put("safe", { base_url: "https://example.com/v1", api_key: "safe-key" });
  await put("safe", { base_url: "https://example.com/v1", proxy: proxied });
  expect(await find("safe")).toMatchObject({ has_key: true });
});

test("a private server is refused behind a proxy, too", async () => {
  const { put, ask } = await group();
  await put("far", { base_url: "http://10.0.0.7/v1", proxy: `http://ada:secret@${proxy.address}` });
  expect((await ask("far:m")).extra.error).toMatchObject({ code: "refused" });
  expect(proxy.asked).not.toContain("10.0.0.7:80");
});

test("invalid connections are refused with the field at fault, and change nothing", async () => {
  const { api, put } = await group();
  const cases: [string, object, string][] = [
    ["Groq", { base_url: groq.url }, "connection"],
    ["builtin", { base_url: groq.url }, "connection"],
    ["openai", { base_url: groq.url }, "provider"],
    ["rack", { provider: undefined, base_url: groq.url }, "provider"],
    ["rack", {}, "base_url"],
    ["rack", { base_url: groq.url, options: { region: "us-east-1" } }, "region"],
    ["rack", { base_url: groq.url, proxy: "socks5://127.0.0.1:1080" }, "proxy"],
    ["rack", { base_url: groq.url, proxy: "http://proxy.example.com/path" }, "proxy"],
    ["rack", { base_url: groq.url, timeout_seconds: 0 }, "timeout_seconds"],
    ["aws", { provider: "bedrock", api_key: "k" }, "region"],
    ["aws", { provider: "bedrock", api_key: "k", options: { region: "evil.example.com/" } }, "region"],
    ["corp", { provider: "azure", base_url: groq.url, api_key: "k" }, "model"],
    [
      "corp",
      {
        provider: "azure",
        base_url: groq.url,
        api_key: "k",
        model: "m",
        options: { client_id: crypto.randomUUID() },
      },
      "tenant_id",
    ],
  ];
  for (const [id, body, field] of cases) {
    const { status, body: answer } = await put(id, body);
    expect([status, JSON.stringify(answer.detail ?? answer)], `${id} ${JSON.stringify(body)}`).toEqual([
      422,
      expect.stringContaining(`"${field}"`),
    ]);
  }
  const own = (await api.get("/models/connections")).body.filter(
    (each: Record<string, unknown>) => !each.from_environment,
  );
  expect(own).toEqual([]);
});

test("a group has at most 50 connections, and another group none of them", async () => {
  const { api, put } = await group();
  for (let n = 1; n <= 50; n++) expect((await put(`server-${n}`, { base_url: groq.url })).status).toBe(200);
  expect((await put("server-51", { base_url: groq.url })).status).toBe(409);
  expect((await put("server-50", { base_url: vllm.url })).status).toBe(200);
  const other = await group();
  expect(await other.find("server-1")).toBeUndefined();
  expect((await other.api.del("/models/connections/server-1")).status).toBe(404);
  expect(
    (await api.get("/models/connections")).body.filter(({ id }: { id: string }) => id.startsWith("server-")),
  ).toHaveLength(50);
});
