import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { createGroup } from "@/lib/identity/groups/service";
import { client, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";

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

const anyone = client(server.url);
const refresh = (refresh_token: unknown) => anyone.post("/auth/refresh", { refresh_token });
const rotate = (refresh_token: unknown) => anyone.post("/auth/refresh-token", { refresh_token });
const statusWith = async (accessToken: string) =>
  (await client(server.url, `Bearer ${accessToken}`).get("/chats")).status;
const getAccessToken = ({ api }: Pick<Awaited<ReturnType<typeof person>>, "api">) =>
  api.authorization!.split(" ")[1]!;
const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
const signIn = async (email: string) => {
  const { body } = await anyone.form("/auth/login", { username: email, password: PASSWORD });
  const chosen = await client(server.url, `Bearer ${body.access_token}`).post("/auth/login/group", []);
  return { loginToken: body.access_token as string, sessions: chosen.body as Session[] };
};
const rows = async (table: string) => {
  const [row] = [
    ...(await db().execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${table}`))),
  ];
  return row!.count;
};
type Session = { access_token: string; refresh_token: string; group: { id: string } };
const expectRefused = ({ status, body, headers }: Awaited<ReturnType<typeof refresh>>) => {
  expect(status).toBe(401);
  expect(body).toEqual({ error: "Unauthorized", message: expect.any(String), status_code: 401 });
  expect(headers.get("www-authenticate")).toBe('Bearer realm="parley", Token realm="parley"');
};

describe("refreshing", () => {
  test("/auth/refresh returns a new access token and keeps the refresh token", async () => {
    const { refreshToken } = await person(server.url);
    const answer = await refresh(refreshToken);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 900,
      refresh_token: null,
      refresh_expires_in: null,
    });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await statusWith(answer.body.access_token)).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  test("/auth/refresh-token returns a new pair", async () => {
    const { refreshToken } = await person(server.url);
    const { status, body } = await rotate(refreshToken);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "bearer", expires_in: 900, refresh_token: expect.any(String) });
    expect(body.refresh_token).not.toBe(refreshToken);
    expect(body.refresh_expires_in).toBeGreaterThan(30 * 86_400 - 60);
    expect(body.refresh_expires_in).toBeLessThanOrEqual(30 * 86_400);
    expect(await statusWith(body.access_token)).toBe(200);
    expect((await rotate(body.refresh_token)).status).toBe(200);
  });

  test("a parent token gets the same pair again within the grace period, also concurrently", async () => {
    const { refreshToken } = await person(server.url);
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect((await refresh(refreshToken)).status).toBe(200);
    expect((await rotate(answers[0]!.body.refresh_token)).status).toBe(200);
  });

  test("a lost response keeps the old token valid and ends no session", async () => {
    const { refreshToken } = await person(server.url);
    const before = await rows("used_refresh_tokens");
    const { hostname, port } = new URL(server.url);
    // A proxy that forwards requests and drops the connection at the response's first byte.
    const lossy = createServer((near) => {
      const far = connect(Number(port), hostname);
      near.pipe(far);
      far.once("data", () => near.resetAndDestroy());
      for (const socket of [near, far]) socket.on("error", () => far.destroy());
    });
    await new Promise<void>((resolve) => lossy.listen(0, "127.0.0.1", resolve));
    const there = client(`http://127.0.0.1:${(lossy.address() as AddressInfo).port}`);
    await expect(there.post("/auth/refresh-token", { refresh_token: refreshToken })).rejects.toThrow();
    lossy.close();
    // The server completed the request.
    await expect.poll(() => rows("used_refresh_tokens")).toBe(before + 1);
    const again = await rotate(refreshToken);
    expect(again.status).toBe(200);
    expect(await statusWith(again.body.access_token)).toBe(200);
    expect((await rotate(again.body.refresh_token)).status).toBe(200);
  });

  test.each([
    ["/auth/refresh-token", rotate],
    ["/auth/refresh", refresh],
  ])("a parent token ends the whole family after the grace period at %s", async (_, use) => {
    const { refreshToken, ...ada } = await person(server.url);
    const next = (await rotate(refreshToken)).body;
    later(11);
    expectRefused(await use(refreshToken));
    expectRefused(await rotate(next.refresh_token));
    expectRefused(await refresh(next.refresh_token));
    expect(await statusWith(next.access_token)).toBe(401);
    expect(await statusWith(getAccessToken(ada))).toBe(401);
  });

  test.each([
    ["/auth/refresh-token", rotate],
    ["/auth/refresh", refresh],
  ])("an older ancestor ends the family within and after the grace period at %s", async (_, use) => {
    const { refreshToken } = await person(server.url);
    const second = (await rotate(refreshToken)).body;
    const third = (await rotate(second.refresh_token)).body;
    expectRefused(await use(refreshToken));
    expectRefused(await rotate(third.refresh_token));
    expect(await statusWith(third.access_token)).toBe(401);
  });

  test("the end of one family leaves the user's other families", async () => {
    const { email, refreshToken } = await person(server.url);
    const other = (await signIn(email)).sessions[0]!;
    await rotate((await rotate(refreshToken)).body.refresh_token);
    expectRefused(await rotate(refreshToken));
    expect(await statusWith(other.access_token)).toBe(200);
    expect((await rotate(other.refresh_token)).status).toBe(200);
  });

  test("a refresh token is valid for 30 days, and its family for 180", async () => {
    const { refreshToken } = await person(server.url);
    const start = Date.now();
    const at = (days: number) => vi.useFakeTimers({ toFake: ["Date"], now: start + days * 86_400_000 });
    at(31);
    expectRefused(await rotate(refreshToken));

    vi.useRealTimers();
    let token = (await person(server.url)).refreshToken;
    for (const day of [29, 58, 87, 116, 145, 174]) {
      at(day);
      const { status, body } = await rotate(token);
      expect([day, status]).toEqual([day, 200]);
      token = body.refresh_token;
      if (day === 174) expect(body.refresh_expires_in).toBeLessThanOrEqual(6 * 86_400 + 60);
    }
    at(181);
    expectRefused(await rotate(token));
  });

  test.each(["", "x", "plt_x", "é".repeat(100), "r".repeat(10_000)])(
    "an unknown token is refused",
    async (token) => {
      expectRefused(await refresh(token));
      expectRefused(await rotate(token));
    },
  );

  test("access tokens and login tokens are refused as refresh tokens", async () => {
    const ada = await person(server.url);
    const { loginToken } = await signIn(ada.email);
    for (const token of [loginToken, getAccessToken(ada)]) expectRefused(await rotate(token));
  });

  test.each([[undefined], [null], [1], [["x"]], ["a\0"], ["\ud800"]])(
    "%j is refused as a token that is not text",
    async (token) => {
      for (const answer of [await refresh(token), await rotate(token)]) {
        expect(answer.status).toBe(422);
        expect(answer.body.detail[0].loc).toEqual(["body", "refresh_token"]);
      }
    },
  );
});

describe("signing out", () => {
  test("of all groups ends all sessions and login tokens of the user immediately, and no others", async () => {
    const ada = await person(server.url);
    const stranger = await person(server.url, "Stranger Danger");
    const { loginToken, sessions } = await signIn(ada.email);
    const answer = await ada.api.post("/auth/logout");
    expect(answer.body).toEqual({ success: true, message: expect.any(String), groups: [ada.group.id] });
    expect((await ada.api.get("/chats")).status).toBe(401);
    expect(await statusWith(sessions[0]!.access_token)).toBe(401);
    expectRefused(await refresh(ada.refreshToken));
    expectRefused(await rotate(sessions[0]!.refresh_token));
    expect(await statusWith(loginToken)).toBe(401);
    expectRefused(await client(server.url, `Bearer ${loginToken}`).post("/auth/login/group", []));
    expectRefused(await ada.api.post("/auth/logout"));
    expect((await stranger.api.get("/chats")).status).toBe(200);
  });

  test("allows signing in again immediately", async () => {
    const ada = await person(server.url);
    await ada.api.post("/auth/logout");
    const { loginToken, sessions } = await signIn(ada.email);
    expect(await statusWith(sessions[0]!.access_token)).toBe(200);
    expect(await statusWith(loginToken)).toBe(200);
  });

  test("of some groups keeps the sessions of the others", async () => {
    const ada = await person(server.url);
    const second = await createGroup(ada.user.id, `Second of ${ada.email}`);
    const { sessions } = await signIn(ada.email);
    const own = sessions.find(({ group }) => group.id === ada.group.id)!;
    const other = sessions.find(({ group }) => group.id === second.id)!;
    const none = await ada.api.post("/auth/logout", []);
    expect(none.body.groups).toEqual([]);
    const answer = await ada.api.post("/auth/logout", [second.id.toUpperCase()]);
    expect(answer.body.groups).toEqual([second.id]);
    expect(await statusWith(other.access_token)).toBe(401);
    expectRefused(await rotate(other.refresh_token));
    expect(await statusWith(own.access_token)).toBe(200);
    expect((await ada.api.get("/chats")).status).toBe(200);
    expect((await ada.api.post("/auth/logout", null)).body.groups).toEqual([ada.group.id]);
    expect(await statusWith(own.access_token)).toBe(401);
  });

  test("of a foreign group ends nothing", async () => {
    const ada = await person(server.url);
    const stranger = await person(server.url, "Stranger Danger");
    const answer = await ada.api.post("/auth/logout", [stranger.group.id]);
    expect([answer.status, answer.body.groups]).toEqual([200, []]);
    expect((await stranger.api.get("/chats")).status).toBe(200);
    expect((await ada.api.get("/chats")).status).toBe(200);
  });

  test.each([[["x"]], ["all"], [{}], [[1]], [Array(101).fill(crypto.randomUUID())]])(
    "refuses %j",
    async (groups) => {
      const ada = await person(server.url);
      expect((await ada.api.post("/auth/logout", groups)).status).toBe(422);
      expect((await ada.api.get("/chats")).status).toBe(200);
    },
  );

  test("requires a caller", async () => {
    expectRefused(await anyone.post("/auth/logout"));
  });
});
