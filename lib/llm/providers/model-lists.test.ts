import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const GOOGLE_PAGES: Record<string, object> = {
  "": {
    models: [
      { name: "models/gemini-2.5-flash", supportedGenerationMethods: ["generateContent"] },
      { name: "models/gemini-embedding-001", supportedGenerationMethods: ["embedContent"] },
      { name: "models/imagen-4.0", supportedGenerationMethods: ["predict"] },
      { name: "models/gemini-2.5-flash-image", supportedGenerationMethods: ["generateContent"] },
    ],
    nextPageToken: "second page",
  },
  "second page": {
    models: [
      {
        name: "models/gemini-9-new",
        supportedGenerationMethods: ["generateContent"],
        inputTokenLimit: 2_000_000,
      },
      { name: "models/gemini-3.8-flash", supportedGenerationMethods: ["generateContent"] },
    ],
  },
};

// The lists of Anthropic, Google, Vertex AI and Azure OpenAI. The key says how they are answered.
function answer({ url, headers }: IncomingMessage): { status: number; body: object } {
  const { pathname, searchParams } = new URL(url!, "http://lists");
  const key = [headers["x-api-key"], headers["x-goog-api-key"], headers["api-key"]].join("");
  if (key === "without-lists") return { status: 403, body: { error: { message: "No permission." } } };
  if (key !== "right-key")
    return pathname.startsWith("/google")
      ? {
          status: 400,
          body: { error: { status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] } },
        }
      : { status: 401, body: {} };
  const body = {
    "/anthropic/v1/models": {
      data: [
        { type: "model", id: "claude-opus-9", display_name: "Claude Opus 9", max_input_tokens: 3_000_000 },
        { type: "model", id: "claude-sonnet-5-5", display_name: "Claude Sonnet 5.5" },
      ],
      has_more: false,
    },
    "/google/v1beta/models": GOOGLE_PAGES[searchParams.get("pageToken") ?? ""],
    "/vertex/v1beta1/publishers/google/models": {
      publisherModels: [
        { name: "publishers/google/models/gemini-9-new", versionId: "default" },
        { name: "publishers/google/models/text-bison", versionId: "002" },
      ],
    },
    "/azure/openai/v1/models": { data: [{ id: "gpt-4o" }] },
  }[pathname];
  return body ? { status: 200, body } : { status: 404, body: {} };
}

const lists = createServer((request, response) => {
  const { status, body } = answer(request);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});
await new Promise<void>((resolve) => lists.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(lists.address() as AddressInfo).port}`;
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const server = await startServer();
afterAll(async () => {
  await server.close();
  lists.closeAllConnections();
  lists.close();
});
const { api } = await person(server.url, "Ada Example");

const BASE_PATHS = {
  anthropic: "/anthropic/v1",
  google: "/google/v1beta",
  vertex: "/vertex",
  azure: "/azure",
};
type CloudName = keyof typeof BASE_PATHS;
type Listed = { id: string; connection: string; context_length: number | null };

async function connect(provider: CloudName, key: string, more: object = {}) {
  const body = { base_url: address + BASE_PATHS[provider], api_key: key, ...more };
  expect((await api.put(`/models/connections/${provider}`, body)).status).toBe(200);
  const { models, problems } = (await api.get("/models")).body;
  return {
    models: models.filter(({ connection }: Listed) => connection === provider) as Listed[],
    problem: problems.find(({ connection }: { connection: string }) => connection === provider),
  };
}

test.each([
  ["anthropic", ["claude-sonnet-5-5", "claude-opus-9"]],
  ["google", ["gemini-3.8-flash", "gemini-2.5-flash", "gemini-9-new"]],
  ["vertex", ["gemini-9-new"]],
] as const)("%s's chat models are those that its server lists", async (provider, names) => {
  const { models, problem } = await connect(provider, "right-key");
  expect(models.map(({ id }) => id)).toEqual(names.map((name) => `${provider}:${name}`));
  expect(problem).toBeUndefined();
});

test("a model's context length is what its server says", async () => {
  const [, opus] = (await connect("anthropic", "right-key")).models;
  expect(opus).toMatchObject({ id: "anthropic:claude-opus-9", context_length: 3_000_000 });
  const newest = (await connect("google", "right-key")).models.at(-1);
  expect(newest).toMatchObject({ id: "google:gemini-9-new", context_length: 2_000_000 });
});

test.each(["anthropic", "google", "vertex"] as const)(
  "%s offers no model with a wrong key",
  async (provider) => {
    const { models, problem } = await connect(provider, "wrong-key");
    expect(models).toEqual([]);
    expect(problem.code).toBe("unauthorized");
  },
);

test.each(["anthropic", "google", "vertex"] as const)(
  "%s offers the usual models if the key may not list them",
  async (provider) => {
    const { models, problem } = await connect(provider, "without-lists");
    expect(models.length).toBeGreaterThan(2);
    expect(problem).toBeUndefined();
  },
);

test("Azure's deployments are those of the connection, and a wrong key is reported", async () => {
  const named = { model: "our-gpt", models: ["our-gpt", "our-mini"] };
  const right = await connect("azure", "right-key", named);
  expect(right.models.map(({ id }) => id)).toEqual(["azure:our-gpt", "azure:our-mini"]);
  expect(right.problem).toBeUndefined();
  expect((await connect("azure", "wrong-key", named)).problem.code).toBe("unauthorized");
});
