import { generateKeyPairSync } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { importSPKI, jwtVerify } from "jose";
import { afterAll, beforeEach, expect, test } from "vitest";
import { joined, person } from "@/test/client";
import { startCloudModels } from "@/test/fakes/cloud-models";
import { startServer } from "@/test/server";

// Covers how requests to clouds are authorized, and Ollama's own API.
const cloud = await startCloudModels();
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
process.env.AZURE_AUTHORITY_HOST = cloud.url;
const server = await startServer();
afterAll(async () => {
  await server.close();
  await cloud.close();
});
beforeEach(() => {
  cloud.requests.length = 0;
});
const ada = await person(server.url, "Ada Example");

async function connect(id: string, body: object) {
  const { status, body: answer } = await ada.api.put(`/models/connections/${id}`, {
    base_url: cloud.url,
    ...body,
  });
  expect([status, answer]).toEqual([200, expect.anything()]);
}
async function ask(model: string, message = "hello there") {
  const assistant = (await ada.api.post("/virtual-assistants", { name: "Aide", model })).body;
  const chat = (await ada.api.post("/chats", { name: "Named", virtual_assistant_id: assistant.id })).body;
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: message });
  const [reply] = (await ada.api.get(`/chats/${chat.id}/messages`)).body.slice(-1);
  expect(reply.extra.error).toBeUndefined();
  return reply.message as string;
}
const findRequest = (path: RegExp) => cloud.requests.find((request) => path.test(request.path))!;

test("Azure OpenAI takes the key of a resource in its own header", async () => {
  await connect("azure", { api_key: "resource-key", model: "our-gpt", models: ["our-gpt", "our-mini"] });
  expect(await ask("azure:our-gpt")).toBe("Hello from the cloud");
  const { path, headers, body } = findRequest(/chat\/completions/);
  expect(path).toBe("/openai/v1/chat/completions");
  expect(headers).toMatchObject({ "api-key": "resource-key" });
  expect(headers.authorization).toBeUndefined();
  expect(JSON.parse(body).model).toBe("our-gpt");
  const { models } = (await ada.api.get("/models")).body;
  expect(models.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(["azure:our-gpt", "azure:our-mini"]),
  );
});

test("Azure OpenAI signs in with Entra ID once for many requests", async () => {
  const options = { tenant_id: crypto.randomUUID(), client_id: crypto.randomUUID() };
  await connect("entra", { provider: "azure", api_key: "client-secret", model: "our-gpt", options });
  for (let n = 0; n < 3; n++) expect(await ask("entra:our-gpt")).toBe("Hello from the cloud");
  const signIns = cloud.requests.filter(({ path }) => path.endsWith("/token"));
  expect(signIns.map(({ path }) => path)).toEqual([`/${options.tenant_id}/oauth2/v2.0/token`]);
  expect(Object.fromEntries(new URLSearchParams(signIns[0]!.body))).toEqual({
    grant_type: "client_credentials",
    client_id: options.client_id,
    client_secret: "client-secret",
    scope: "https://cognitiveservices.azure.com/.default",
  });
  const { headers } = findRequest(/chat\/completions/);
  expect(headers.authorization).toBe("Bearer entra-token");
  expect(headers["api-key"]).toBeUndefined();
});

test("Amazon Bedrock serves Claude by Anthropic's API and other models by OpenAI's", async () => {
  await connect("bedrock", { api_key: "bedrock-key", options: { region: "us-east-1" } });
  expect(await ask("bedrock:anthropic.claude-opus-5-5")).toBe("Hello from Claude");
  const claude = findRequest(/messages$/);
  expect(claude.path).toBe("/anthropic/v1/messages");
  expect(claude.headers).toMatchObject({ authorization: "Bearer bedrock-key" });
  expect(claude.headers["x-api-key"]).toBeUndefined();
  expect(await ask("bedrock:qwen.qwen3")).toBe("Hello from the cloud");
  const other = findRequest(/chat\/completions/);
  expect(other.path).toBe("/v1/chat/completions");
  expect(other.headers.authorization).toBe("Bearer bedrock-key");
  const { models } = (await ada.api.get("/models")).body;
  expect(models.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(["bedrock:anthropic.claude", "bedrock:qwen.qwen3"]),
  );
});

test("Amazon Bedrock verifies signatures made with an access key", async () => {
  const options = { region: "eu-central-1", access_key_id: "AKIAEXAMPLEEXAMPLE01" };
  await connect("signed", { provider: "bedrock", api_key: "the-secret-access-key", options });
  for (const [model, path] of [
    ["anthropic.claude-opus-5-5", /messages$/],
    ["qwen.qwen3", /chat\/completions$/],
  ] as const) {
    await ask(`signed:${model}`);
    const sent = findRequest(path);
    const expected = await new AwsV4Signer({
      url: `${cloud.url}${sent.path}`,
      method: "POST",
      body: sent.body,
      accessKeyId: options.access_key_id,
      secretAccessKey: "the-secret-access-key",
      region: options.region,
      service: "bedrock-mantle",
      datetime: sent.headers["x-amz-date"] as string,
    }).sign();
    expect(sent.headers.authorization).toBe(expected.headers.get("authorization"));
    expect(JSON.stringify(sent)).not.toContain("the-secret-access-key");
  }
});

test("Vertex AI verifies tokens that the service account signs", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const file = {
    type: "service_account",
    client_email: "parley@example.iam.gserviceaccount.com",
    private_key: privateKey,
    private_key_id: "key-1",
  };
  const options = { project: "our-project", location: "europe-west4" };
  await connect("vertex", { api_key: JSON.stringify(file, null, 2), options });
  expect(await ask("vertex:gemini-4-argon")).toBe("Hello from Gemini");
  const { path, headers } = findRequest(/streamGenerateContent/);
  expect(path.split("?")[0]).toBe(
    "/v1/projects/our-project/locations/europe-west4/publishers/google/models/gemini-4-argon:streamGenerateContent",
  );
  expect(headers["x-goog-api-key"]).toBeUndefined();
  const token = headers.authorization!.replace("Bearer ", "");
  const { payload, protectedHeader } = await jwtVerify(token, await importSPKI(publicKey, "RS256"));
  expect(protectedHeader.kid).toBe("key-1");
  expect(payload).toMatchObject({
    iss: file.client_email,
    sub: file.client_email,
    scope: "https://www.googleapis.com/auth/cloud-platform",
  });
});

test("Vertex AI takes an API key, and a broken file of a service account is reported", async () => {
  await connect("vertex", { api_key: "express-key" });
  expect(await ask("vertex:gemini-4-argon")).toBe("Hello from Gemini");
  const { path, headers } = findRequest(/streamGenerateContent/);
  expect(path).toContain("/v1/publishers/google/models/gemini-4-argon:");
  expect(headers["x-goog-api-key"]).toBe("express-key");
  const broken = {
    base_url: cloud.url,
    api_key: '{"type": "service_account"}',
    options: { project: "our-project" },
  };
  expect((await ada.api.post("/models/connections/vertex/test", broken)).body).toMatchObject({
    ok: false,
    message: expect.stringContaining("service account"),
  });
});

test("OpenAI gets the organization", async () => {
  const options = { organization: "org-example" };
  await connect("paid", { provider: "openai", api_key: "sk-1", options });
  await ask("paid:gpt-6-astra");
  expect(findRequest(/chat\/completions/).headers["openai-organization"]).toBe("org-example");
});

test("Ollama reads as many tokens as the connection says, by its own API", async () => {
  await connect("ollama", { options: { context_size: "32768" } });
  const { models } = (await ada.api.get("/models")).body;
  expect(models).toContainEqual(expect.objectContaining({ id: "ollama:llama", context_length: 32_768 }));
  expect(await ask("ollama:llama")).toBe("Hello from Ollama");
  const sent = JSON.parse(findRequest(/api\/chat$/).body);
  expect(sent).toMatchObject({ model: "llama", stream: true, options: { num_ctx: 32_768 } });
  expect(sent.messages.at(-1)).toMatchObject({
    role: "user",
    content: expect.stringContaining("hello there"),
  });
});

test("what Ollama's models can do is read from the server", async () => {
  await connect("ollama", { options: { context_size: "32768" } });
  const { models } = (await ada.api.get("/models")).body;
  const can = { sees_pictures: true, calls_tools: false, reasons: false };
  expect(models).toContainEqual(expect.objectContaining({ id: "ollama:our-eyes", ...can }));
  expect(models).toContainEqual(
    expect.objectContaining({ id: "ollama:llama", sees_pictures: false, calls_tools: true }),
  );
  await ada.api.put("/web", { read_pages: true });
  const readSent = () => JSON.parse(cloud.requests.findLast(({ path }) => path === "/api/chat")!.body);
  await ask("ollama:llama");
  expect(readSent().tools).not.toHaveLength(0);
  await ask("ollama:our-eyes");
  expect(readSent().tools).toBeUndefined();
  const shown = (await ada.api.get("/models/settings")).body.models;
  const eyes = shown.find(({ model }: { model: string }) => model === "ollama:our-eyes");
  expect(eyes).toMatchObject({ sees_pictures_guess: true, calls_tools: false, reasons: false });
});

test("Ollama downloads models with their progress, for admins and their own servers only", async () => {
  await connect("ollama", {});
  const path = "/models/connections/ollama/download";
  const download = async (model: string) => {
    const { body } = await ada.api.post(path, { model }, { accept: "text/event-stream" });
    const found = [...(body as string).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    return found.map(([, event, data]) => ({ event, data: JSON.parse(data!) }));
  };
  expect(await download("llama3.2:3b")).toEqual([
    { event: "progress", data: { percent: 0 } },
    { event: "progress", data: { percent: 25 } },
    { event: "progress", data: { percent: 99 } },
    { event: "progress", data: { percent: 100 } },
    { event: "done", data: { model: "llama3.2:3b" } },
  ]);
  expect(JSON.parse(findRequest(/api\/pull$/).body)).toEqual({ model: "llama3.2:3b", stream: true });
  expect((await download("missing")).at(-1)).toEqual({
    event: "error",
    data: { message: "Ollama could not download the model: pull model manifest: file does not exist" },
  });
  expect((await ada.api.post(path, { model: "llama3.2:3b" })).body).toEqual({ model: "llama3.2:3b" });
  expect((await ada.api.post(path, { model: "missing" })).status).toBe(502);
  expect((await ada.api.post(path, { model: "../etc" })).status).toBe(422);
  await connect("azure", { api_key: "resource-key", model: "our-gpt" });
  expect((await ada.api.post("/models/connections/azure/download", { model: "m" })).status).toBe(422);
  const max = await joined(server.url, ada, "Max Member");
  expect((await max.api.post(path, { model: "m" })).status).toBe(403);
  // A server of the environment belongs to the operator.
  const eve = await person(server.url, "Eve Example");
  expect((await eve.api.post(path, { model: "m" })).status).toBe(404);
});
