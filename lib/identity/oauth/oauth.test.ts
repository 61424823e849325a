import { createHash, randomBytes } from "node:crypto";
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { client, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";
import { sweep } from "./service";

// Replaces the database's clock by the machine's clock, which these tests fake.
vi.mock("@/lib/platform/clock", async (actual) => ({
  ...(await actual<object>()),
  follow: async () => () => {},
}));
process.env.RATE_LIMIT_PROGRAMS = "250";
const server = await startServer();
config().appUrl = server.url;
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});
const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });

const ada = await person(server.url, "Ada Admin");
const mia = await colleague(server.url, ada.group, "Mia Member");
const anyone = client(server.url);
const MCP = `${server.url}/api/v1/mcp`;
const REDIRECT = "http://127.0.0.1:4321/callback";

// A client built on the official SDK, whose user consents immediately.
class Program implements OAuthClientProvider {
  information: OAuthClientInformationMixed | undefined;
  stored: OAuthTokens | undefined;
  verifier = "";
  page: URL | undefined;
  constructor(readonly redirectUrl = REDIRECT) {}
  get clientMetadata() {
    return { client_name: "Claude\u202e Code", redirect_uris: [this.redirectUrl] };
  }
  state = () => "the state of the program";
  clientInformation = () => this.information;
  saveClientInformation = (input: OAuthClientInformationMixed) => {
    this.information = input;
  };
  tokens = () => this.stored;
  saveTokens = (input: OAuthTokens) => {
    this.stored = input;
  };
  saveCodeVerifier = (text: string) => {
    this.verifier = text;
  };
  codeVerifier = () => this.verifier;
  redirectToAuthorization = (page: URL) => {
    this.page = page;
  };
}

const getParams = (page: URL) => Object.fromEntries(page.searchParams) as Record<string, string>;
const decide = (page: URL, more: object = {}, by: { api: typeof ada.api } = ada) =>
  by.api.post("/oauth/authorizations", { ...getParams(page), decision: "allow", ...more });
const getCode = async (page: URL) => new URL((await decide(page)).body.redirect_to).searchParams.get("code")!;
const connected = async (provider: Program) => {
  const mcp = new Client({ name: "a program", version: "1" });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(MCP), { authProvider: provider }));
  return mcp;
};
async function signedIn(provider = new Program()) {
  expect(await auth(provider, { serverUrl: MCP })).toBe("REDIRECT");
  const authorizationCode = await getCode(provider.page!);
  expect(await auth(provider, { serverUrl: MCP, authorizationCode })).toBe("AUTHORIZED");
  return provider;
}
const token = (values: Record<string, string>) => anyone.form("/oauth/token", values);
const renew = ({ refresh_token }: OAuthTokens) =>
  token({ grant_type: "refresh_token", refresh_token: refresh_token! });
const opens = async ({ access_token }: OAuthTokens) => {
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  return (await client(server.url, `Bearer ${access_token}`).post("/mcp", asked)).status;
};
const programs = async () => (await ada.api.get("/users/me/programs")).body;

// Requests the consent page with its own PKCE challenge.
async function asked(more: Record<string, string> = {}) {
  const { body } = await anyone.post("/oauth/register", { redirect_uris: [REDIRECT], client_name: "Raw" });
  const verifier = randomBytes(32).toString("base64url");
  const page = new URL(`${server.url}/oauth/authorize`);
  const values = {
    client_id: body.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "s&=é",
    ...more,
  };
  for (const [name, value] of Object.entries(values)) page.searchParams.set(name, value);
  return { page, verifier, client_id: body.client_id as string };
}

test("the official SDK discovers the server, registers, signs in, and acts as the user in their group only", async () => {
  const stranger = await fetch(MCP, { method: "POST", body: "{}", headers: { origin: "https://a.test" } });
  const challenge = stranger.headers.get("www-authenticate")!;
  const metadata = /resource_metadata="([^"]+)"/.exec(challenge)![1]!;
  expect([stranger.status, new URL(metadata).pathname]).toEqual([
    401,
    "/.well-known/oauth-protected-resource/api/v1/mcp",
  ]);
  const described = await fetch(metadata);
  expect(described.headers.get("access-control-allow-origin")).toBe("*");
  expect(await described.json()).toMatchObject({ resource: MCP, authorization_servers: [server.url] });
  const preflight = await fetch(metadata, { method: "OPTIONS" });
  expect(preflight.headers.get("access-control-allow-headers")).toContain("MCP-Protocol-Version");

  const program = await signedIn();
  const { state, scope, resource } = getParams(program.page!);
  expect([state, resource]).toEqual(["the state of the program", MCP]);
  expect(scope ?? "mcp").toBe("mcp");
  const mcp = await connected(program);
  await ada.api.post("/chats", { name: "Budget" });
  const { content } = await mcp.callTool({ name: "list_chats", arguments: {} });
  expect(JSON.stringify(content)).toContain("Budget");
  // The token is valid for the MCP server only.
  const bearer = client(server.url, `Bearer ${program.stored!.access_token}`);
  for (const path of ["/chats", "/users/me", "/openai/models"])
    expect((await bearer.get(path)).status, path).toBe(401);

  const [listed] = await programs();
  expect(listed).toMatchObject({ name: "Claude Code", group: { id: ada.group.id } });
  expect(listed.last_used_at).toEqual(expect.any(String));
  expect((await ada.api.get("/users/me/api-tokens")).body).toEqual([]);
  const log = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
  expect(log[0]).toMatchObject({ action: "program_connected", details: { name: "Claude Code" } });

  expect((await mia.api.del(`/users/me/programs/${listed.id}`)).status).toBe(404);
  expect((await ada.api.del(`/users/me/programs/${listed.id}`)).status).toBe(200);
  expect(await opens(program.stored!)).toBe(401);
  expect((await renew(program.stored!)).body).toMatchObject({ error: "invalid_grant" });
  expect(await programs()).toEqual([]);
  const after = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
  expect(after[0]).toMatchObject({ action: "program_disconnected", user: { id: ada.user.id } });
});

test("stored rows reveal no token", async () => {
  const { stored } = await signedIn();
  const rows = await db().execute(sql`
    select to_jsonb(t)::text as text from api_tokens t
    union all select to_jsonb(g)::text from oauth_grants g
    union all select to_jsonb(c)::text from oauth_codes c`);
  const text = JSON.stringify([...rows]);
  for (const secret of [stored!.access_token, stored!.refresh_token!]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.split("_").at(-1)!);
  }
});

describe("an authorization code", () => {
  const exchange = (code: string, verifier: string, client_id: string, more: Record<string, string> = {}) =>
    token({
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      client_id,
      redirect_uri: REDIRECT,
      ...more,
    });

  test("comes with the state and the issuer, works once, and its reuse revokes the grant", async () => {
    const { page, verifier, client_id } = await asked();
    const back = new URL((await decide(page)).body.redirect_to);
    expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect([back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual(["s&=é", server.url]);
    const code = back.searchParams.get("code")!;
    const answers = await Promise.all([
      exchange(code, verifier, client_id),
      exchange(code, verifier, client_id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const first = answers.find(({ status }) => status === 200)!;
    expect(first.headers.get("cache-control")).toContain("no-store");
    expect(await opens(first.body)).toBe(401);
    expect((await renew(first.body)).status).toBe(400);
  });

  test.each<[string, (code: string, verifier: string, id: string) => ReturnType<typeof exchange>]>([
    ["without the right verifier", (code, _, id) => exchange(code, "x".repeat(43), id)],
    ["of another program", async (code, verifier) => exchange(code, verifier, (await asked()).client_id)],
    [
      "for another address",
      (code, verifier, id) => exchange(code, verifier, id, { redirect_uri: `${REDIRECT}/x` }),
    ],
    [
      "after a minute",
      (code, verifier, id) => {
        later(61);
        return exchange(code, verifier, id);
      },
    ],
  ])("%s is refused and used up", async (_, run) => {
    const { page, verifier, client_id } = await asked();
    const code = await getCode(page);
    expect((await run(code, verifier, client_id)).body).toMatchObject({ error: "invalid_grant" });
    vi.useRealTimers();
    expect((await exchange(code, verifier, client_id)).body.error).toBe("invalid_grant");
  });

  test("is valid for this installation's MCP server only", async () => {
    const { page, verifier, client_id } = await asked();
    const wrong = await exchange(await getCode(page), verifier, client_id, {
      resource: "https://other.test/mcp",
    });
    expect([wrong.status, wrong.body.error]).toEqual([400, "invalid_target"]);
    expect((await token({ grant_type: "password", client_id })).body.error).toBe("unsupported_grant_type");
    expect((await token({ client_id })).body.error).toBe("invalid_request");
  });
});

describe("a refresh token", () => {
  test("is replaced on each use; its parent gets the same pair for ten seconds, then ends the grant", async () => {
    const { stored } = await signedIn();
    const pairs = (await Promise.all([renew(stored!), renew(stored!), renew(stored!)])).map(
      ({ body }) => body,
    );
    expect(new Set(pairs.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect(await opens(stored!)).toBe(401);
    expect(await opens(pairs[0])).toBe(200);
    const next = (await renew(pairs[0])).body;
    expect(await opens(next)).toBe(200);
    // Neither the grandparent nor, after the grace period, the parent works.
    later(11);
    expect((await renew(pairs[0])).body.error).toBe("invalid_grant");
    expect(await opens(next)).toBe(401);
    expect((await renew(next)).body.error).toBe("invalid_grant");
  });

  test("of another grant, another number or another client is refused", async () => {
    const { stored } = await signedIn();
    const [prefix, id, , mac] = stored!.refresh_token!.split("_");
    for (const refresh_token of [`${prefix}_${id}_2_${mac}`, `${prefix}_${id}_1_${"A".repeat(43)}`, "x", ""])
      expect((await renew({ ...stored!, refresh_token })).body.error).toBe("invalid_grant");
    const { client_id } = await asked();
    const values = { grant_type: "refresh_token", refresh_token: stored!.refresh_token!, client_id };
    expect((await token(values)).body.error).toBe("invalid_grant");
    expect(await opens(stored!)).toBe(200);
  });

  test.each(["access_token", "refresh_token"] as const)(
    "and its grant end by revoking the %s",
    async (which) => {
      const { stored } = await signedIn();
      const { status, body } = await anyone.form("/oauth/revoke", { token: stored![which]! });
      expect([status, body]).toEqual([200, {}]);
      expect(await opens(stored!)).toBe(401);
      expect((await renew(stored!)).status).toBe(400);
      expect((await anyone.form("/oauth/revoke", { token: "none" })).status).toBe(200);
    },
  );
});

test("a user who is suspended or leaves the group loses access until they sign in again", async () => {
  const program = new Program();
  await auth(program, { serverUrl: MCP });
  const back = new URL((await decide(program.page!, {}, mia)).body.redirect_to);
  await auth(program, { serverUrl: MCP, authorizationCode: back.searchParams.get("code")! });
  expect(await opens(program.stored!)).toBe(200);
  const suspend = (what: string) => ada.api.post(`/installation/accounts/${mia.user.id}/${what}`);
  expect((await suspend("suspend")).status).toBe(200);
  expect(await opens(program.stored!)).toBe(401);
  expect((await renew(program.stored!)).body.error).toBe("invalid_grant");
  await suspend("reactivate");
  const own = { group_id: ada.group.id };
  const stranger = await person(server.url);
  expect((await decide(program.page!, own, stranger)).status).toBe(404);
  await ada.api.del(`/groups/${ada.group.id}/members/${mia.user.id}`);
  expect(await opens(program.stored!)).toBe(401);
  expect((await renew(program.stored!)).status).toBe(400);
});

describe("an authorization request", () => {
  test("is refused with its state if the user cancels or it is invalid", async () => {
    const { page } = await asked();
    const error = async (more: object) =>
      new URL((await decide(page, more)).body.redirect_to).searchParams.get("error");
    expect(await error({ decision: "refuse" })).toBe("access_denied");
    expect(await error({ response_type: "token" })).toBe("unsupported_response_type");
    expect(await error({ code_challenge_method: "plain" })).toBe("invalid_request");
    expect(await error({ code_challenge: "short" })).toBe("invalid_request");
    expect(await error({ resource: "https://other.test" })).toBe("invalid_target");
    const token = (await ada.api.post("/users/me/api-tokens", { name: "Program" })).body.token;
    const byToken = { api: ada.api.as(`Bearer ${token}`) };
    expect((await decide(page, {}, byToken)).status).toBe(403);
  });

  test("redirects only to registered addresses, except that the port of a loopback address may differ", async () => {
    const { page } = await asked();
    for (const redirect_uri of [
      "http://127.0.0.1:4321/other",
      "http://localhost:4321/callback",
      "http://127.0.0.1.evil.test/callback",
      "https://127.0.0.1:4321/callback",
      `${REDIRECT}#x`,
      `${REDIRECT}?x=1`,
    ])
      expect((await decide(page, { redirect_uri })).status, redirect_uri).toBe(400);
    expect((await decide(page, { client_id: "none" })).status).toBe(400);
    const elsewhere = await decide(page, { redirect_uri: "http://127.0.0.1:9999/callback" });
    expect(elsewhere.body.redirect_to).toMatch(/^http:\/\/127\.0\.0\.1:9999\/callback\?code=/);
  });
});

const OTHER_VALUES = [{}, { a: 1 }, [], [1], 1, true, "", "x".repeat(5000), "\ud800", "a\u0000"];
test.each(OTHER_VALUES.map((value): [string, unknown] => [JSON.stringify(value).slice(0, 20), value]))(
  "%s in place of a value is refused without a server error",
  async (_, value) => {
    const { page, verifier, client_id } = await asked();
    const exchange = { grant_type: "authorization_code", client_id, code: "x", code_verifier: verifier };
    const metadata = { redirect_uris: [REDIRECT], client_name: "Raw", grant_types: ["authorization_code"] };
    const requests = [
      ...Object.keys(metadata).map(
        (name) => () => anyone.post("/oauth/register", { ...metadata, [name]: value }),
      ),
      ...["response_types", "token_endpoint_auth_method"].map(
        (name) => () => anyone.post("/oauth/register", { ...metadata, [name]: value }),
      ),
      () => anyone.post("/oauth/register", value),
      ...Object.keys({ ...exchange, redirect_uri: "", refresh_token: "", resource: "" }).map(
        (name) => () => token({ ...exchange, [name]: String(value) }),
      ),
      () => anyone.form("/oauth/revoke", { token: String(value) }),
      ...[
        "client_id",
        "redirect_uri",
        "response_type",
        "code_challenge",
        "resource",
        "scope",
        "state",
        "group_id",
        "decision",
      ].map((name) => () => decide(page, { [name]: value })),
    ];
    for (const request of requests) expect((await request()).status).toBeLessThan(500);
  },
);

test("an unknown well-known address returns an error, and never a page", async () => {
  for (const path of [
    "openid-configuration",
    "oauth-protected-resource",
    "oauth-authorization-server/x",
    "security.txt",
    "",
  ]) {
    const answer = await fetch(`${server.url}/.well-known/${path}`, { headers: { accept: "text/html" } });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.json()).toMatchObject({ status_code: 404 });
  }
});

test("unused clients and expired grants are deleted", async () => {
  const { stored } = await signedIn();
  const unused = await asked();
  await db().execute(sql`update oauth_clients set created_at = now() - interval '2 days'`);
  await sweep();
  expect((await decide(unused.page)).status).toBe(400);
  expect(await opens(stored!)).toBe(200);
  await db().execute(sql`update oauth_grants set expires_at = now() - interval '1 second'`);
  expect((await renew(stored!)).status).toBe(400);
  await sweep();
  expect(await opens(stored!)).toBe(401);
});

// Includes schemes whose handlers in operating systems, browsers and clients do more than sign in.
const REFUSED_URIS = [
  "http://evil.test/cb",
  "http://127.0.0.1.evil.test/cb",
  "javascript:alert(1)",
  "data:text/html,x",
  "ms-officecmd:{}",
  "shell:startup",
  "search:query=x",
  "search-ms:query=x&crumb=location:\\\\evil.test",
  "ssh://-oProxyCommand=calc/x",
  "ms-msdt:/id",
  "x-apple.systempreferences:com.apple.preference.security",
  "steam://run/1",
  "app:/cb",
  "app.:/cb",
  ".com.example:/cb",
  "cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=y",
  "cursor://anysphere.cursor-mcp/oauth/callback?x=1",
  "vscode://vscode.git/clone?url=https://evil.test",
  "vscode://saoudrizwan.claude-dev/task?prompt=x",
  "warp://action/new_tab?path=/",
  "raycast://extensions/a/b/c",
  "https://a.test/#x",
  "https://u:p@a.test/",
  "/relative",
  "",
];

test("a client whose registered address is now refused cannot redirect there", async () => {
  const uri = "ms-officecmd:{}";
  const { page, client_id } = await asked();
  await db().execute(sql`update oauth_clients set redirect_uris = array[${uri}] where id = ${client_id}`);
  for (const decision of ["allow", "refuse"])
    expect((await decide(page, { redirect_uri: uri, decision })).status).toBe(400);
  expect((await decide(page, { redirect_uri: undefined })).status).toBe(400);
});

test("registration validates redirect addresses, and is limited per network address", async () => {
  const register = (uri: string, more: object = {}) =>
    anyone.post("/oauth/register", { redirect_uris: [uri], ...more });
  for (const uri of [
    "https://claude.ai/cb",
    "http://localhost/cb",
    "http://127.0.0.1:33418",
    "http://[::1]:9/cb",
    "com.example.app:/cb",
    "com.example.app://cb",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "cursor://anysphere.cursor-retrieval/oauth/user-parley/callback",
    "vscode://saoudrizwan.claude-dev/mcp-auth/callback/abc123",
    "warp://mcp/oauth2callback",
    "raycast://oauth?package_name=Extension",
  ])
    expect([uri, (await register(uri)).status]).toEqual([uri, 201]);
  for (const uri of REFUSED_URIS)
    expect([uri, (await register(uri)).body.error]).toEqual([uri, "invalid_redirect_uri"]);
  const basic = await register("https://a.test/", {
    token_endpoint_auth_method: "client_secret_basic",
    client_name: "\u3164\u202e",
  });
  expect(basic.body).toMatchObject({ client_name: "a.test", token_endpoint_auth_method: "none" });
  const other = await register("https://a.test/", { grant_types: ["client_credentials"] });
  expect(other.body.error).toBe("invalid_client_metadata");
  let last = other;
  for (let count = 0; last.status !== 429 && count < 250; count++) last = await register("https://a.test/");
  expect([last.status, last.body.error]).toEqual([429, "slow_down"]);
});
