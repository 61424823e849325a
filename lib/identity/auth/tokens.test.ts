import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { encode } from "next-auth/jwt";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { client, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";
import { countStatements } from "@/test/statements";
import { generateApiToken } from "./tokens";

// Replaces the database's clock by the machine's clock, which these tests fake.
vi.mock("@/lib/platform/clock", async (actual) => ({
  ...(await actual<object>()),
  follow: async () => () => {},
}));
const server = await startServer();
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const get = (authorization?: string) => client(server.url, authorization).get("/chats");
const expectRefused = ({ status, body, headers }: Awaited<ReturnType<typeof get>>) => {
  expect(status).toBe(401);
  expect(body).toEqual({
    error: "Unauthorized",
    message: "Missing or invalid credentials.",
    status_code: 401,
  });
  expect(headers.get("www-authenticate")).toBe('Bearer realm="parley", Token realm="parley"');
};
// Malformed claims with valid signatures, which only the server could create.
const NOT_OURS = [
  ...[{}, { a: 1 }, [], ["x"], 1.5, 1e300, true, null, "", "x", "1; drop", "9".repeat(40), "-1", "1e9"],
  ...["2147483648", "x".repeat(3000), "\u0000", "\ud800"],
].map((value): [string, unknown] => [JSON.stringify(value).slice(0, 20), value]);

const now = () => Math.floor(Date.now() / 1000);

describe("an access token", async () => {
  const ada = await person(server.url);
  const token = ada.api.authorization!.slice("Bearer ".length);
  const claims = decodeJwt(token);
  const { typ } = decodeProtectedHeader(token);
  const ours = process.env.AUTH_SECRET!;
  const forged = (changed: JWTPayload, { secret = ours, alg = "HS256", type = typ } = {}) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg, typ: type })
      .sign(new TextEncoder().encode(secret));

  test("is valid for 15 minutes", async () => {
    expect(claims.exp! - now()).toBeGreaterThan(14 * 60);
    expect((await get(`Bearer ${token}`)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 14 * 60_000 });
    expect((await get(`Bearer ${token}`)).status).toBe(200);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expectRefused(await get(`Bearer ${token}`));
  });

  test("contains no readable personal data", () => {
    expect(Object.keys(claims).sort()).toEqual(["exp", "iat", "iss", "sid"]);
  });

  test("is refused with a foreign signature or changed claims", async () => {
    expect((await get(`Bearer ${await forged({})}`)).status).toBe(200);
    const [head, payload, signature] = token.split(".") as [string, string, string];
    for (const bad of [
      await forged({}, { secret: "a secret of somebody else, which is long enough" }),
      await forged({}, { alg: "HS512" }),
      await forged({}, { type: "JWT" }),
      await forged({}, { type: "parley-login" }),
      await forged({ iss: "elsewhere" }),
      await forged({ exp: now() - 1 }),
      await forged({ exp: undefined }),
      await forged({ sid: undefined }),
      await forged({ sid: crypto.randomUUID() }),
      await forged({ nbf: now() + 60 }),
      new UnsecuredJWT(claims).encode(),
      `${head}.${payload}.`,
      `${head}.${payload}`,
      `${head}.${Buffer.from(JSON.stringify({ ...claims, exp: claims.exp! + 60 })).toString("base64url")}.${signature}`,
      token.slice(0, -4),
      `${token}x`,
      ada.refreshToken,
    ]) {
      expectRefused(await get(`Bearer ${bad}`));
    }
  });

  test.each(NOT_OURS)("with %s for a session is refused", async (_, sid) => {
    expectRefused(await get(`Bearer ${await forged({ sid } as JWTPayload)}`));
    const cookie = `parley-session=${await encode({ token: { sid }, secret: ours })}`;
    const answer = await client(server.url).get("/chats", { cookie, "sec-fetch-site": "same-origin" });
    expectRefused(answer);
  });

  test("is not verified with a key that it references or contains", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    const asked: string[] = [];
    const sink = createServer((request, response) => {
      asked.push(request.url!);
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: "theirs", alg: "RS256" }] }));
    });
    await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
    const oct = { kty: "oct", k: Buffer.from("x".repeat(32)).toString("base64url") };
    for (const named of [
      { kid: "../../../../../../dev/null" },
      { kid: "/dev/null" },
      { kid: "x' union select 'theirs' --" },
      { kid: `${address}/kid` },
      { jku: `${address}/jku`, kid: "theirs" },
      { x5u: `${address}/x5u` },
      { jwk },
      { jwk: oct },
      { x5c: ["MIIB"] },
    ]) {
      for (const [alg, key] of [
        ["RS256", privateKey],
        ["HS256", new TextEncoder().encode("x".repeat(32))],
        ["HS256", new TextEncoder().encode(JSON.stringify(jwk))],
        ["HS256", new TextEncoder().encode("\0".repeat(32))],
      ] as const) {
        const bad = await new SignJWT({ ...claims, exp: 9e15 })
          .setProtectedHeader({ ...named, alg, typ } as never)
          .sign(key);
        expectRefused(await get(`Bearer ${bad}`));
      }
    }
    sink.close();
    expect(asked).toEqual([]);
  });

  test.each([
    "",
    "Bearer",
    "Bearer ",
    "Bearer x",
    "Bearer null",
    `Bearer ${"x".repeat(8000)}`,
    "Token",
    "Token x",
    "Basic YWRhOnNlY3JldA==",
    "Digest username=ada",
    "é",
  ])("the header %j is refused", async (header) => {
    expectRefused(await get(header));
  });

  test("is required in the header, with the matching scheme", async () => {
    expectRefused(await get());
    for (const bad of [token, `Token ${token}`, `Basic ${token}`, `Bearer ${token},Bearer x`]) {
      expectRefused(await get(bad));
    }
    expect((await get(`bearer ${token}`)).status).toBe(200);
    expect((await get(`BEARER ${token}`)).status).toBe(200);
  });

  test("in the query is ignored", async () => {
    expectRefused(
      await client(server.url).get(`/chats?access_token=${token}&authorization=Bearer%20${token}`),
    );
  });

  test.each(NOT_OURS)("a login token with %s for a user, a method or a time is refused", async (_, value) => {
    const login = (await client(server.url).form("/auth/login", { username: ada.email, password: PASSWORD }))
      .body;
    const sign = (changed: object) =>
      new SignJWT({ ...decodeJwt(login.access_token), ...changed })
        .setProtectedHeader({ alg: "HS256", typ: "parley-login" })
        .sign(new TextEncoder().encode(process.env.AUTH_SECRET!));
    expect((await client(server.url, `Bearer ${await sign({})}`).post("/auth/login/group", [])).status).toBe(
      200,
    );
    for (const name of ["sub", "method"]) {
      const api = client(server.url, `Bearer ${await sign({ [name]: value })}`);
      for (const answer of [
        await api.post("/auth/login/group", []),
        await api.post("/auth/test_passwordless"),
      ])
        expect([name, answer.status]).toEqual([name, 401]);
      expect((await api.get("/chats")).status).toBe(401);
    }
    for (const name of ["iat", "exp"])
      expect(
        (await client(server.url, `Bearer ${await sign({ [name]: value })}`).get("/chats")).status,
      ).toBeLessThan(500);
  });

  test("a login token expires after 10 minutes", async () => {
    const { body } = await client(server.url).form("/auth/login", {
      username: ada.email,
      password: PASSWORD,
    });
    expect((await get(`Bearer ${body.access_token}`)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 + 1000 });
    expectRefused(await get(`Bearer ${body.access_token}`));
    const chosen = await client(server.url, `Bearer ${body.access_token}`).post("/auth/login/group", []);
    expect(chosen.status).toBe(401);
  });
});

describe("an API token", async () => {
  const ada = await person(server.url);
  const path = "/users/me/api-tokens";
  const make = async (fields: object = {}) => (await ada.api.post(path, { name: "ci", ...fields })).body;

  test("is shown once, and later only its last four characters", async () => {
    const made = await ada.api.post(path, { name: " deploy " });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      name: "deploy",
      hint: made.body.token.slice(-4),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      last_used_at: null,
      expires_at: null,
      token: expect.stringMatching(/^plt_[0-9A-Za-z]{46}$/),
    });
    const { token, ...shown } = made.body;
    const list = await ada.api.get(path);
    expect(list.body).toContainEqual(shown);
    expect(JSON.stringify(list.body)).not.toContain(token.slice(0, -4));
    expect(Object.keys(list.body[0]).sort()).toEqual(Object.keys(shown).sort());
  });

  test("works as `Token` and as `Bearer`, not without a scheme, and reports its last use", async () => {
    const { token, id } = await make();
    expectRefused(await get(token));
    for (const scheme of ["Token", "token", "Bearer"])
      expect((await get(`${scheme} ${token}`)).status, scheme).toBe(200);
    const { body } = await ada.api.get(path);
    const { last_used_at } = body.find((one: { id: number }) => one.id === id);
    expect(Math.abs(Date.parse(last_used_at) - Date.now())).toBeLessThan(60_000);
  });

  test("remains valid after signing out", async () => {
    const bob = await person(server.url, "Bob Example");
    const { token } = (await bob.api.post(path, { name: "ci" })).body;
    await bob.api.post("/auth/logout");
    expect((await get(`Token ${token}`)).status).toBe(200);
  });

  test("is invalid immediately after its revocation", async () => {
    const { id, token } = await make();
    const kept = await make();
    expect((await get(`Token ${token}`)).status).toBe(200);
    const answer = await ada.api.del(`${path}/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: expect.any(String) }]);
    expectRefused(await get(`Token ${token}`));
    expect((await get(`Token ${kept.token}`)).status).toBe(200);
    const ids = (await ada.api.get(path)).body.map((one: { id: number }) => one.id);
    expect(ids).not.toContain(id);
    expect(ids).toContain(kept.id);
    expect((await ada.api.del(`${path}/${id}`)).status).toBe(404);
  });

  test("can revoke itself", async () => {
    const { id, token } = await make();
    expect((await client(server.url, `Token ${token}`).del(`${path}/${id}`)).status).toBe(200);
    expectRefused(await get(`Token ${token}`));
  });

  test("is accessible to its owner only", async () => {
    const eve = await person(server.url, "Eve Example");
    const { id, token } = await make();
    const foreign = await eve.api.del(`${path}/${id}`);
    expect(foreign).toMatchObject({ status: 404, body: (await eve.api.del(`${path}/2147483647`)).body });
    expect((await eve.api.get(path)).body).toEqual([]);
    expect((await get(`Token ${token}`)).status).toBe(200);
  });

  test.each(["0", "-1", "99999999999999999999", "2147483648"])(
    "with the unknown id %s returns 404",
    async (id) => {
      expect((await ada.api.del(`${path}/${id}`)).status).toBe(404);
    },
  );

  test("with an invalid id returns 422", async () => {
    for (const id of ["x", "1.5", "1e3", "%00"])
      expect((await ada.api.del(`${path}/${id}`)).status).toBe(422);
  });

  test("that is mistyped or made up is refused", async () => {
    const { token } = await make();
    const swapped = token.slice(0, 10) + (token[10] === "a" ? "b" : "a") + token.slice(11);
    for (const bad of [
      swapped,
      `${token}x`,
      token.slice(0, -1),
      token.toUpperCase(),
      `plt_${"0".repeat(46)}`,
    ]) {
      expectRefused(await get(`Token ${bad}`));
    }
  });

  test("that is mistyped causes no database query", async () => {
    const { token } = await make();
    const changed = (at: number) =>
      token.slice(0, at) + (token[at] === "a" ? "b" : "a") + token.slice(at + 1);
    const refused = (bad: string) => async () => expectRefused(await get(`Token ${bad}`));
    for (const bad of [changed(4), changed(25), changed(49), token.slice(0, -1), `${token}x`])
      expect(await countStatements(refused(bad)), bad).toBe(0);
    // A token with a valid checksum must be looked up.
    const unissued = async () => expectRefused(await get(`Token ${generateApiToken()}`));
    expect(await countStatements(unissued)).toBeGreaterThan(0);
  });

  test("expires at the given time", async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    const living = await make({ expires_at: inAnHour.toISOString().replace("Z", "+00:00") });
    expect(living.expires_at).toBe(inAnHour.toISOString());
    expect((await get(`Token ${living.token}`)).status).toBe(200);
    // Issued a day ago for one hour.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
    const expired = await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    vi.useRealTimers();
    expectRefused(await get(`Token ${expired.token}`));
    const { body } = await ada.api.get(path);
    expect(body.find((one: { id: number }) => one.id === expired.id)).toBeDefined();
  });

  test.each([
    ["name", {}],
    ["name", { name: " " }],
    ["name", { name: "n".repeat(101) }],
    ["name", { name: "\0" }],
    ["name", { name: "\ud800" }],
    ["expires_at", { name: "ci", expires_at: "2001-01-01T00:00:00Z" }],
    ["expires_at", { name: "ci", expires_at: "2030-02-30T00:00:00Z" }],
    ["expires_at", { name: "ci", expires_at: "2030-01-01" }],
    ["expires_at", { name: "ci", expires_at: "9999-12-31T23:59:59-12:00" }],
    ["expires_at", { name: "ci", expires_at: "+275760-09-13T00:00:00Z" }],
    ["expires_at", { name: "ci", expires_at: 1893456000 }],
  ])("with an invalid %s %j is not created", async (field, fields) => {
    const before = (await ada.api.get(path)).body.length;
    const answer = await ada.api.post(path, fields);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(["body", field]);
    expect((await ada.api.get(path)).body).toHaveLength(before);
  });

  test("requires a caller to be listed, created or revoked", async () => {
    const anyone = client(server.url);
    expectRefused(await anyone.get(path));
    expectRefused(await anyone.post(path, { name: "ci" }));
    expectRefused(await anyone.del(`${path}/1`));
  });
});
