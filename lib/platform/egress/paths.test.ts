import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { exportPKCS8, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { sendToDevice } from "@/lib/chat/push/google";
import { ProviderEmbedder } from "@/lib/llm/models/embedding-provider";
import { uploadToGoogle } from "@/lib/llm/models/providers/google-files";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { fixture } from "@/test/files";
import { startServer } from "@/test/server";

// SSRF: covers every way a caller can make the server request an address. No path may reach an internal service.
const SECRET = "secret-of-an-inner-service";
async function standIn(redirectTo?: () => string) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (redirectTo) return response.writeHead(302, { location: redirectTo() }).end();
    const named = [{ id: SECRET, name: SECRET }];
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(
        JSON.stringify({ data: named, models: named, text: SECRET, keys: [], error: { message: SECRET } }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}
const inner = await standIn();
const elsewhere = await standIn(() => `${inner.url}/inside`);
const model = await startModelServer();
Object.assign(process.env, {
  OPENAI_BASE_URL: model.url,
  OLLAMA_BASE_URL: model.url.replace("/v1", ""),
  TRANSCRIPTION_MODEL: "openai:whisper-1",
  FIREBASE_PROJECT_ID: "parley-test",
  FIREBASE_API_KEY: "a key",
  FIREBASE_KEYS_URL: elsewhere.url,
  FIREBASE_AUTH_URL: elsewhere.url,
  FIREBASE_FCM_URL: elsewhere.url,
});
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
  inner.close();
  elsewhere.close();
});
beforeEach(() => {
  inner.seen.length = 0;
});

const owner = await person(server.url, "Olga Owner");
const eve = await person(server.url, "Eve");
const connect = (provider: string, base_url: string, api = eve.api) =>
  api.put(`/models/connections/${provider}`, { base_url, api_key: "k", model: "m" });
const say = async (api: typeof eve.api, input = {}, path = "", fields: Record<string, File[]> = {}) => {
  const { body: chat } = await api.post("/chats", input);
  return api.multipart(`/chats/${chat.id}/messages${path}`, { message_input: "hello", ...fields });
};
const fetchReply = async (api: typeof eve.api, model?: string) => {
  const helper =
    model && (await api.post("/virtual-assistants", { name: `Helper ${randomUUID()}`, model })).body;
  const { body } = await say(api, helper ? { virtual_assistant_id: helper.id } : {});
  return body.responses[0];
};
const file = (name: string) => new File([new Uint8Array(fixture(name))], name);
const at = (host: string) => inner.url.replace("127.0.0.1", host);

const PROVIDERS = ["openai", "anthropic", "google", "openai-compatible", "ollama"];
const PATHS: [string, (url: string) => Promise<unknown>][] = [
  ...PROVIDERS.flatMap((provider): typeof PATHS => [
    [
      `trying ${provider}`,
      async (base_url) => {
        const path = `/models/connections/${provider}/test`;
        const { body } = await eve.api.post(path, { base_url, api_key: "k" });
        expect(body).toMatchObject({ ok: false, message: expect.stringMatching(/private network/) });
        return body;
      },
    ],
    [
      `a reply of ${provider}`,
      async (base_url) => {
        expect((await connect(provider, base_url)).status).toBe(200);
        const names = (await eve.api.get("/models")).body;
        const reply = await fetchReply(eve.api, `${provider}:m`);

        expect(reply.extra.error).toMatchObject({
          code: "refused",
          message: expect.stringMatching(/private network/),
        });
        await eve.api.del(`/models/connections/${provider}`);
        return [names, reply];
      },
    ],
  ]),
  [
    "a transcription",
    async (base_url) => {
      await connect("openai", base_url);
      const recording = new File(["ID3\x04 says:hello"], "voice.mp3");
      const { status, body } = await say(eve.api, {}, "/voice", { file: [recording] });
      expect([status, body.message]).toEqual([502, expect.stringMatching(/private network/)]);
      await eve.api.del("/models/connections/openai");
      return body;
    },
  ],
  [
    "a video",
    async (base_url) => {
      await connect("google", base_url);
      const { body } = await eve.api.multipart("/video/analyze", {
        file: [file("harbour.mp4")],
        model: "google:m",
      });
      await eve.api.del("/models/connections/google");
      return body;
    },
  ],
  [
    "a video that is uploaded first",
    async (baseUrl) => {
      const stream = Readable.toWeb(Readable.from([Buffer.alloc(8)])) as ReadableStream<Uint8Array>;
      const given = { stream, size: 8, mediaType: "video/mp4", signal: AbortSignal.timeout(10_000) };
      const upload = uploadToGoogle({ provider: "google", apiKey: "k", baseUrl }, given);
      await expect(upload).rejects.toThrow(/private network/);
    },
  ],
  [
    "embeddings",
    async (baseUrl) => {
      const embedder = new ProviderEmbedder({ provider: "openai-compatible", baseUrl }, "e");
      await expect(embedder.embed(["text"])).rejects.toThrow(/private network/);
    },
  ],
  [
    "an MCP server",
    async (url) => {
      const { body } = await eve.api.post("/mcp-servers", { name: `Tools of ${new URL(url).hostname}`, url });
      expect(body.error).toMatch(/private network/);
      return body;
    },
  ],
];

describe.each(PATHS)("%s", (_, go) => {
  test.each(["127.0.0.1", "localhost"])("does not reach a private server by %s", async (host) => {
    expect(JSON.stringify((await go(at(host))) ?? "")).not.toContain(SECRET);
    expect(inner.seen).toEqual([]);
  });
});

test("a webhook does not reach a private server", async () => {
  const events = ["message.created"];
  expect((await eve.api.post("/webhooks", { url: inner.url, events })).status).toBe(422);
  const { body: hook } = await eve.api.post("/webhooks", { url: at("localhost"), events });
  const { body } = await eve.api.post(`/webhooks/${hook.id}/test`);
  expect(body).toMatchObject({ state: "failed", error: expect.stringMatching(/private network/) });
  expect(inner.seen).toEqual([]);
});

describe("an operator's address cannot redirect to a private server", () => {
  const OPERATORS: [string, () => Promise<unknown>][] = [
    [
      "Firebase's keys",
      async () => {
        const { privateKey } = await generateKeyPair("RS256");
        const token = await new SignJWT({}).setProtectedHeader({ alg: "RS256", kid: "k" }).sign(privateKey);
        const { status } = await eve.api.post(`/auth/login/firebase?firebase_token=${token}`);
        expect(status).toBe(503);
      },
    ],
    [
      "FCM",
      async () => {
        const { privateKey } = await generateKeyPair("RS256", { extractable: true });
        const account = {
          project_id: "p",
          client_email: "c",
          private_key: await exportPKCS8(privateKey),
          token_uri: elsewhere.url,
        };
        expect(await sendToDevice(account, {})).toBe("later");
      },
    ],
    [
      "the models of the environment",
      async () => {
        const before = config().OPENAI_BASE_URL;
        config().OPENAI_BASE_URL = elsewhere.url;
        const other = await person(server.url, "Otto");
        const reply = await fetchReply(other.api);
        config().OPENAI_BASE_URL = before;
        expect(reply.extra.error.code).toBe("failed");
      },
    ],
  ];
  test.each(OPERATORS)("%s", async (_, go) => {
    elsewhere.seen.length = 0;
    await go();
    expect(elsewhere.seen.length).toBeGreaterThan(0);
    expect(inner.seen).toEqual([]);
  });
});

describe("private addresses are allowed", () => {
  const tried = async (api: typeof eve.api, body: object = { base_url: model.url }) =>
    (await api.post("/models/connections/openai-compatible/test", body)).body.ok;

  test("by the environment, for its connection only", async () => {
    const { api } = await person(server.url, "Nina");
    expect((await fetchReply(api)).message).toBe("You said: hello");
    expect(await tried(api)).toBe(false);
    await connect("ollama", model.url, api);
    const { body } = await api.get("/models");
    const ofOllama = body.models.filter(({ provider }: { provider: string }) => provider === "ollama");
    expect(ofOllama.map(({ id }: { id: string }) => id)).toEqual(["ollama:m"]);
  });

  test("to the owner of an installation that only this machine reaches", async () => {
    expect(await tried(owner.api)).toBe(true);
    const { appUrl } = config();
    config().appUrl = "https://chat.example.com";
    expect(await tried(owner.api)).toBe(false);
    config().appUrl = appUrl;
  });

  test("for the address that the owner entered, also after another admin's edits", async () => {
    const admin = await colleague(server.url, owner.group, "Adam Admin");
    await owner.api.patch(`/groups/${owner.group.id}/members/${admin.user.id}`, { role: "admin" });
    await connect("openai-compatible", model.url, owner.api);
    await admin.api.put("/models/connections/openai-compatible", { base_url: model.url, model: "other" });
    expect((await fetchReply(admin.api)).message).toBe("You said: hello");
    await connect("openai-compatible", inner.url, admin.api);
    expect((await fetchReply(admin.api)).extra.error.code).toBe("refused");
    expect(inner.seen).toEqual([]);
    await owner.api.del("/models/connections/openai-compatible");
  });
});

describe("no address becomes another one", () => {
  const TRICKS = [
    ..."/admin# /admin#/ /admin? /admin?x=1 /a/../admin /a/.. /a/%2e%2e/admin /a/.%2E /a/./b /a%2f..%2fb".split(
      " ",
    ),
    ..."/a\\..\\b /a%00 /a%0d%0ab /a\u0001b /a\u007fb".split(" "),
  ];
  test.each(
    TRICKS.map((trick) => inner.url + trick).concat(inner.url.replace("//", "//u:p@"), "ftp://127.0.0.1"),
  )("%j is refused", async (base_url) => {
    for (const act of [owner.api.put, owner.api.post]) {
      const path = `/models/connections/openai-compatible${act === owner.api.post ? "/test" : ""}`;
      const { status, body } = await act(path, { base_url });
      expect([status, body.detail?.[0]?.loc]).toEqual([422, ["body", "base_url"]]);
    }
    expect(inner.seen).toEqual([]);
  });

  test("a key with a line break is refused", async () => {
    const given = { base_url: inner.url, api_key: "k\r\nx-admin: 1" };
    expect((await owner.api.put("/models/connections/openai-compatible", given)).status).toBe(422);
  });

  test("an invalid address stored earlier is not requested", async () => {
    await connect("openai-compatible", inner.url, owner.api);
    await db().execute(sql`update model_connections set base_url = ${`${inner.url}/admin#`}`);
    const reply = await fetchReply(owner.api);
    expect(reply.extra.error).toMatchObject({ code: "not_configured" });
    expect(inner.seen).toEqual([]);
    await owner.api.del("/models/connections/openai-compatible");
  });

  test.each(["../../admin", "m?x=", "m#", "..%2fadmin"])(
    "a model called %j does not change the address",
    async (name) => {
      await connect("google", inner.url, owner.api);
      const reply = await fetchReply(owner.api, `google:${name}`);
      expect(reply.extra.error).toMatchObject({ code: "not_configured" });
      // In the background, title generation requests the connection's own model, which is permitted.
      expect(inner.seen.filter((path) => !path.includes("/models/m:"))).toEqual([]);
      await owner.api.del("/models/connections/google");
    },
  );
});

test("error texts of servers are not passed on", async () => {
  for (const provider of PROVIDERS) {
    const given = { base_url: inner.url, api_key: "k", model: "m" };
    const { body } = await owner.api.post(`/models/connections/${provider}/test`, given);
    expect(body.ok).toBe(false);
    expect(body.message).not.toMatch(new RegExp(`${SECRET}|127.0.0.1`));
  }
  expect(inner.seen.length).toBeGreaterThan(0);
});
