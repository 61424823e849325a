import { createHmac } from "node:crypto";
import { request } from "node:http";
import { encode } from "next-auth/jwt";
import { afterAll, describe, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { signInBrowser } from "@/test/browser";
import { client, PASSWORD, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

// Every protected operation rejects every kind of invalid credential.
const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url);
const chat = (await ada.api.post("/chats", {})).body;
const jwt = ada.api.authorization!.slice("Bearer ".length);
const apiToken = (await ada.api.post("/users/me/api-tokens", { name: "Program" })).body.token as string;

const secured = routes.flatMap(({ name, operation: { access, method, path, speaks } }) =>
  access === "viewer"
    ? [
        {
          name,
          method,
          speaks,
          path: path.replace("{provider}", "openai").replace(/\{\w+\}/g, String(chat.id)),
        },
      ]
    : [],
);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const [head, claims, signature] = jwt.split(".") as [string, string, string];
const payload = JSON.parse(Buffer.from(claims, "base64url").toString());
const header = JSON.parse(Buffer.from(head, "base64url").toString());
// Forges a token; the key defaults to the correct one.
function forged(changes: { header?: object; payload?: object; key?: string; hash?: string }): string {
  const { key = process.env.AUTH_SECRET!, hash = "sha256" } = changes;
  const text = `${part({ ...header, ...changes.header })}.${part({ ...payload, ...changes.payload })}`;
  return `${text}.${createHmac(hash, key).update(text).digest("base64url")}`;
}

const noCredentials: Record<string, string> = {
  nothing: "",
  "a scheme alone": "Bearer",
  "a scheme and a space": "Bearer ",
  "a word": "Bearer x",
  "a percent sign": "Bearer %zz",
  "two parts": "Bearer a.b",
  "three empty parts": "Bearer ..",
  "a password": `Basic ${Buffer.from(`${ada.email}:${PASSWORD}`).toString("base64")}`,
  "an access token under Token": `Token ${jwt}`,
  "an access token without its scheme": jwt,
  "a refresh token": `Bearer ${ada.refreshToken}`,
  "an API token with another character": `Token ${apiToken.slice(0, -1)}${apiToken.endsWith("a") ? "b" : "a"}`,
  "a well-formed API token of nobody": "Token plt_000000000000000000000000000000000000000000EnHP",
  "no algorithm": `Bearer ${part({ ...header, alg: "none" })}.${claims}.`,
  "no algorithm, kept signature": `Bearer ${part({ ...header, alg: "None" })}.${claims}.${signature}`,
  "another algorithm": `Bearer ${forged({ header: { alg: "HS512" }, hash: "sha512" })}`,
  "another key": `Bearer ${forged({ key: "another secret that is long enough for it" })}`,
  "an empty key": `Bearer ${forged({ key: "" })}`,
  "a changed payload": `Bearer ${head}.${part({ ...payload, sid: "x" })}.${signature}`,
  "another type": `Bearer ${forged({ header: { typ: "JWT" } })}`,
  "another issuer": `Bearer ${forged({ payload: { iss: "evil" } })}`,
  "no expiry": `Bearer ${forged({ payload: { exp: undefined } })}`,
  "an expiry in the past": `Bearer ${forged({ payload: { exp: 1 } })}`,
  "not valid yet": `Bearer ${forged({ payload: { nbf: 9e9 } })}`,
  "a critical header": `Bearer ${forged({ header: { crit: ["x"], x: 1 } })}`,
  "a fourth part": `Bearer ${jwt}.x`,
  "the session of nobody": `Bearer ${forged({ payload: { sid: "00000000-0000-4000-8000-000000000000" } })}`,
};

test.each(["Token", "Bearer", "bearer", "TOKEN"])(
  "an API token as %s gives access to reads, documents, MCP and models",
  async (scheme) => {
    for (const { name, method, path } of secured.filter(({ method }) => method === "GET")) {
      const stop = new AbortController();
      const { status } = await fetch(`${server.url}/api/v1${path}`, {
        method,
        signal: stop.signal,
        headers: { authorization: `${scheme} ${apiToken}` },
      });
      stop.abort();
      expect([name, status]).not.toEqual([name, 401]);
    }
    const asked = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const program = ada.api.as(`${scheme} ${apiToken}`);
    expect((await program.post("/mcp", asked)).body.result.tools).not.toHaveLength(0);
    expect((await program.get("/openai/models")).status).toBe(200);
    const uploaded = await program.multipart("/documents", { files: [new File(["text"], "a.txt")] });
    const [{ id }] = uploaded.body;
    expect((await program.get(`/documents/${id}/content`)).body).toBe("text");
    expect((await program.get("/health/live")).status).toBe(200);
  },
);

test("tokens of the test's forger are valid without a forged part", async () => {
  expect((await ada.api.as(`Bearer ${forged({})}`).get("/chats")).status).toBe(200);
  expect((await ada.api.as(`Token ${apiToken}`).get("/chats")).status).toBe(200);
});

const toSignIn = expect.stringMatching(/^Bearer realm="parley", resource_metadata="[^"]+\/api\/v1\/mcp"$/);

test.each(Object.entries(noCredentials))("%s gives access to no operation", async (_, authorization) => {
  for (const { name, method, path, speaks } of secured) {
    const { status, headers, body } = await client(server.url, authorization || undefined).send(method, path);
    expect([name, status, speaks ? "Unauthorized" : body.error, headers.get("www-authenticate")]).toEqual([
      name,
      401,
      "Unauthorized",
      speaks === "mcp" ? toSignIn : 'Bearer realm="parley", Token realm="parley"',
    ]);
  }
});

test.each(["text/plain", "application/json", "multipart/form-data"])(
  "a caller without credentials gets 401 for any body of %s",
  async (type) => {
    const lacking = routes.filter(({ operation: { access } }) => access === "viewer" || access === "login");
    for (const { name, operation } of lacking) {
      if (operation.method === "GET") continue;
      const path = operation.path.replace(/\{\w+\}/g, "1");
      const sent = { body: "x", headers: { "content-type": type } };
      const { status } = await client(server.url).send(operation.method, path, sent);
      expect([name, status]).toEqual([name, 401]);
    }
  },
);

test("a valid token outside of the Authorization header is ignored", async () => {
  const anyone = client(server.url);
  for (const token of [jwt, apiToken]) {
    const answers = [
      await anyone.get(`/chats?token=${token}&access_token=${token}&api_key=${token}`),
      await anyone.get("/chats", { "x-api-key": token, "x-auth-token": token, "x-access-token": token }),
      await anyone.get("/chats", { "proxy-authorization": `Bearer ${token}`, "x-forwarded-user": ada.email }),
      await anyone.get("/chats", {
        cookie: `token=${token}; access_token=${token}; parley-session=${token}`,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  }
});

test("two Authorization headers are both ignored", async () => {
  const status = (authorization: string[]) =>
    new Promise<number | undefined>((resolve, reject) => {
      const call = request(
        `${server.url}/api/v1/chats`,
        { headers: { authorization } as never },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      call.on("error", reject).end();
    });
  const good = `Bearer ${jwt}`;
  expect(await status([good])).toBe(200);
  expect(await status([good, "Bearer x"])).toBe(401);
  expect(await status(["Bearer x", good])).toBe(401);
  expect(await status([good, good])).toBe(401);
});

test.each<Record<string, string>>([
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware" },
  { "x-nextjs-data": "1", rsc: "1", "next-router-prefetch": "1", "next-action": "x" },
  { "x-original-url": "/api/v1/health/live", "x-rewrite-url": "/api/v1/health/live" },
  { "x-http-method-override": "OPTIONS", "x-method-override": "OPTIONS" },
  { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "x-parley-front": "x 127.0.0.1 local" },
])("headers for infrastructure (%j) have no effect", async (headers) => {
  expect((await client(server.url).get("/chats", headers)).status).toBe(401);
  expect((await ada.api.get("/chats", headers)).status).toBe(200);
});

test("a login token selects a group, and gives access itself only with a single group", async () => {
  const login = (email: string) =>
    client(server.url).form("/auth/login", { username: email, password: PASSWORD });
  const api = client(server.url, `Bearer ${(await login(ada.email)).body.access_token}`);
  expect((await api.get("/chats")).status).toBe(200);
  const eve = await person(server.url, "Eve");
  const two = await colleague(server.url, eve.group, "Two Groups");
  const token = (await login(two.user.email)).body.access_token;
  const refused = await client(server.url, `Bearer ${token}`).get("/chats");
  expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining("/auth/login/group")]);
  for (const authorization of [`Bearer ${jwt}`, `Token ${apiToken}`, `Bearer ${ada.refreshToken}`]) {
    expect((await client(server.url, authorization).post("/auth/login/group", [])).status).toBe(401);
  }
  for (const path of ["/auth/refresh", "/auth/refresh-token"]) {
    for (const refresh_token of [jwt, apiToken, token, "", "undefined"]) {
      expect((await client(server.url).post(path, { refresh_token })).status).toBe(401);
    }
  }
});

describe("the workspace's cookie", async () => {
  const value = (await signInBrowser(ada.email)).slice("parley-session=".length);
  const cookie = `other=1; parley-session=${value}`;
  const anyone = client(server.url);
  const host = new URL(server.url).host;

  test.each<Record<string, string>>([
    { "sec-fetch-site": "same-origin" },
    { origin: `http://${host}` },
    { origin: `https://${host}` },
  ])("is accepted for a call of our own pages (%j)", async (headers) => {
    expect((await anyone.get("/chats", { cookie, ...headers })).status).toBe(200);
    expect((await anyone.post("/chats", { temp: true }, { cookie, ...headers })).status).toBe(200);
  });

  test.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "cross-site", origin: `http://${host}` },
    { origin: "https://evil.test" },
    { origin: `https://${host}.evil.test` },
    { origin: "null" },
    { origin: "" },
  ])("is ignored for another site's call (%j)", async (headers) => {
    expect((await anyone.get("/chats", { cookie, ...headers })).status).toBe(401);
    expect((await anyone.post("/chats", { temp: true }, { cookie, ...headers })).status).toBe(401);
  });

  test("is accepted for pages of its own account and group only", async () => {
    const own = { cookie, "sec-fetch-site": "same-origin" };
    const { id } = ada.user;
    const send = (owner: string) =>
      anyone.post("/chats", { temp: true }, { ...own, "x-parley-owner": owner });
    expect((await send(`${id} ${ada.group.id}`)).status).toBe(200);
    const grace = await person(server.url, "Grace");
    for (const owner of [
      `${grace.user.id} ${grace.group.id}`,
      `${id} ${grace.group.id}`,
      `${id}`,
      "",
      "undefined",
    ])
      expect((await send(owner)).status, owner).toBe(401);
    // API tokens identify their owner themselves.
    expect((await ada.api.get("/chats", { "x-parley-owner": "1 x" })).status).toBe(200);
  });

  test("is ignored for a change without an origin, and next to an Authorization header", async () => {
    expect((await anyone.post("/chats", { temp: true }, { cookie })).status).toBe(401);
    expect((await anyone.post("/chats", { temp: true }, { cookie, "sec-fetch-site": "none" })).status).toBe(
      401,
    );
    const both = { cookie, "sec-fetch-site": "same-origin", authorization: "Bearer x" };
    expect((await anyone.get("/chats", both)).status).toBe(401);
  });

  test("is ignored with an invalid or foreign signature", async () => {
    const other = await encode({
      token: { sid: payload.sid },
      secret: "another secret, just as long as that",
    });
    for (const text of [other, "x", "", "a.b.c.d.e", value.slice(0, -2), "%00"]) {
      const headers = { cookie: `parley-session=${text}`, "sec-fetch-site": "same-origin" };
      expect((await anyone.get("/chats", headers)).status).toBe(401);
    }
  });
});
