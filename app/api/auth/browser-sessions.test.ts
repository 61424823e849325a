import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import NextAuth from "next-auth";
import { encode } from "next-auth/jwt";
import { afterAll, describe, expect, test } from "vitest";
import { getDeviceCookie, withUser } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";
import { client, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";
import { configureSessions } from "./browser-sessions";

process.env.APP_URL = "https://parley.test";
process.env.SIGN_UP = "open";
const COOKIE = "__Host-parley-session";
const server = await startServer();
const front = createServer((request, response) => void answer(request, response));
await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
const frontUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
afterAll(async () => {
  front.close();
  front.closeAllConnections();
  await server.close();
});

// Serves NextAuth at /api/auth as Next does.
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url!, frontUrl);
  const pairs = (request.headers.cookie ?? "").split("; ").filter(Boolean);
  const given = Object.assign(request, {
    query: { ...Object.fromEntries(searchParams), nextauth: pathname.split("/").slice(3) },
    cookies: Object.fromEntries(pairs.map((pair) => pair.split("=").map(decodeURIComponent))),
    body: getBody(request, await text(request)),
  });
  const end = (body: unknown) => response.end(typeof body === "object" ? JSON.stringify(body) : body);
  const status = (code: number) => Object.assign(response, { statusCode: code });
  await NextAuth(
    given as never,
    Object.assign(response, { status, json: end, send: end }) as never,
    configureSessions(),
  );
}

function getBody({ headers, method }: IncomingMessage, body: string): unknown {
  if (method !== "POST") return undefined;
  return headers["content-type"] === "application/json"
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body));
}

// Fakes a browser with a cookie jar.
function browser() {
  const jar = new Map<string, string>();
  const visit = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(`${frontUrl}/api/auth${path}`, {
      redirect: "manual",
      ...init,
      headers: { ...(init.headers as object), cookie },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    return answer;
  };
  const submit = async (path: string, fields: Record<string, string>) => {
    const { csrfToken } = (await (await visit("/csrf")).json()) as { csrfToken: string };
    return visit(path, { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }) });
  };
  return {
    jar,
    visit,
    submit,
    signIn: (email: string, password = PASSWORD) => submit("/callback/credentials", { email, password }),
    session: () => jar.get(COOKIE),
  };
}

const signedIn = async () => {
  const ada = await person(server.url);
  const own = browser();
  await own.signIn(ada.email);
  return { ...ada, browser: own, cookie: `${COOKIE}=${own.session()}` };
};
const api = client(server.url);

describe("signing in with NextAuth", () => {
  test("sets a cookie that is limited to this site's requests and hidden from scripts", async () => {
    const ada = await person(server.url);
    const { signIn, session, visit } = browser();
    const answer = await signIn(ada.email);
    expect(answer.headers.get("location")).toBe("https://parley.test/");
    const line = answer.headers.getSetCookie().find((one) => one.startsWith(`${COOKIE}=`))!;
    expect(
      line
        .split("; ")
        .slice(1)
        .map((part) => part.split("=")[0])
        .sort(),
    ).toEqual(["Expires", "HttpOnly", "Path", "SameSite", "Secure"]);
    expect(line).toMatch(/; Path=\/;.*; SameSite=Lax/);
    expect(line).not.toContain(ada.email);
    expect((await api.get("/chats", { cookie: `${COOKIE}=${session()}` })).status).toBe(200);
    expect(Object.keys((await (await visit("/session")).json()) as object)).toEqual(["expires"]);
  });

  test("refuses a wrong password and an unknown address alike", async () => {
    const ada = await person(server.url);
    const locations = [];
    for (const email of [ada.email, "nobody@example.test", "nul\0@example.test", "", "x".repeat(100_000)]) {
      const { signIn, session } = browser();
      locations.push((await signIn(email, "not the right one")).headers.get("location"));
      expect(session()).toBeUndefined();
    }
    expect(new Set(locations)).toEqual(new Set([expect.stringMatching(/error=CredentialsSignin/)]));
    expect(new Set(locations).size).toBe(1);
  });

  test("admits the owner on a known device after failed guesses from there", async () => {
    const [ada, eve] = [await person(server.url), await person(server.url)];
    const getError = (answer: Response) => new URL(answer.headers.get("location")!).searchParams.get("error");
    for (let guess = 0; guess < 10; guess++) {
      expect(getError(await browser().signIn(ada.email, "not the right one"))).toBe("CredentialsSignin");
    }
    const refusals = [];
    for (const cookie of [undefined, "x", withUser(undefined, eve.user.id)]) {
      const stranger = browser();
      if (cookie) stranger.jar.set(getDeviceCookie().name, cookie);
      refusals.push(getError(await stranger.signIn(ada.email)));
    }
    expect(refusals).toEqual(Array(3).fill(expect.stringContaining("Too many attempts to sign in.")));
    const own = browser();
    own.jar.set(getDeviceCookie().name, withUser(withUser(undefined, ada.user.id), eve.user.id));
    await own.signIn(ada.email);
    expect(own.session()).toBeDefined();
    // Even with a known device cookie, the number of attempts is limited.
    for (let guess = 0; guess < 10; guess++) await own.signIn(ada.email, "not the right one");
    expect(getError(await own.signIn(ada.email))).toContain("Too many attempts to sign in.");
  });

  test("refuses values that are not text", async () => {
    const { visit, session } = browser();
    const { csrfToken } = (await (await visit("/csrf")).json()) as { csrfToken: string };
    const answer = await visit("/callback/credentials", {
      method: "POST",
      body: JSON.stringify({ csrfToken, email: ["ada"], password: { x: 1 } }),
      headers: { "content-type": "application/json" },
    });
    expect(answer.headers.get("location")).toContain("error=CredentialsSignin");
    expect(session()).toBeUndefined();
  });

  test("accepts the token of a mailed link once", async () => {
    const { email } = await person(server.url);
    await api.form("/auth/login/email", { email });
    const link = linkIn(await outbox(config().DATA_DIR).next(email), "/login/magic/");
    const token = link.split("/").pop()!;
    const { submit, session } = browser();
    await submit("/callback/magic", { token });
    expect((await api.get("/chats", { cookie: `${COOKIE}=${session()}` })).status).toBe(200);
    for (const bad of [token, "x", ""]) {
      const other = browser();
      const answer = await other.submit("/callback/magic", { token: bad });
      expect(answer.headers.get("location")).toContain("error=CredentialsSignin");
      expect(other.session()).toBeUndefined();
    }
  });

  test("without a CSRF token is refused", async () => {
    const ada = await person(server.url);
    const { visit, session } = browser();
    await visit("/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ email: ada.email, password: PASSWORD }),
    });
    expect(session()).toBeUndefined();
  });

  test("always creates a new session, and never redirects to another site", async () => {
    const { browser: own, email, cookie } = await signedIn();
    const answer = await own.submit("/callback/credentials", {
      email,
      password: PASSWORD,
      callbackUrl: "https://evil.test/",
    });
    expect(answer.headers.get("location")).toBe("https://parley.test");
    const again = `${COOKIE}=${own.session()}`;
    expect(again).not.toBe(cookie);
    await own.submit("/signout", {});
    expect((await api.get("/chats", { cookie: again })).status).toBe(401);
    expect((await api.get("/chats", { cookie })).status).toBe(200);
  });

  test("a copied cookie is invalid after signing out", async () => {
    const { browser: own, cookie, api: program } = await signedIn();
    await own.submit("/signout", {});
    expect(own.session()).toBeUndefined();
    expect((await api.get("/chats", { cookie })).status).toBe(401);
    expect((await program.get("/chats")).status).toBe(200);
  });

  test("a session ends together with all other sessions of its user", async () => {
    const { cookie, api: program } = await signedIn();
    await program.post("/auth/logout");
    expect((await api.get("/chats", { cookie })).status).toBe(401);
  });
});

describe("the workspace's cookie at the API", async () => {
  const { cookie, browser: own } = await signedIn();
  const host = new URL(server.url).host;

  test.each([
    [{}, 200],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{ "sec-fetch-site": "same-site" }, 401],
    [{ "sec-fetch-site": "cross-site" }, 401],
    [{ "sec-fetch-site": "cross-site", origin: `http://${host}` }, 401],
    [{ origin: `http://${host}` }, 200],
    [{ origin: "https://evil.test" }, 401],
    [{ origin: `https://${host}.evil.test` }, 401],
    [{ origin: "null" }, 401],
  ])("reads with %j: %i", async (headers, status) => {
    const answer = await api.get("/chats", { cookie, ...headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test.each([
    [{}, 401],
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 401],
    [{ "sec-fetch-site": "same-site" }, 401],
    [{ "sec-fetch-site": "cross-site" }, 401],
    [{ origin: `http://${host}` }, 200],
    [{ origin: "https://evil.test" }, 401],
    [{ origin: "null" }, 401],
    [{ referer: `http://${host}/` }, 401],
  ])("writes with %j: %i", async (headers, status) => {
    const count = async () => (await api.get("/chats?page_size=100", { cookie })).body.length;
    const before = await count();
    expect((await api.post("/chats", {}, { cookie, ...headers })).status).toBe(status);
    expect(await count()).toBe(before + (status === 200 ? 1 : 0));
    for (const other of [
      await api.put("/models/connections/none", {}, { cookie, ...headers }),
      await api.patch("/virtual-assistants/999999", {}, { cookie, ...headers }),
      await api.del("/chats/999999", undefined, { cookie, ...headers }),
    ]) {
      expect(other.status === 401).toBe(status === 401);
      expect(other.status).not.toBe(405);
    }
  });

  test("does not replace an invalid Authorization header", async () => {
    for (const authorization of ["Bearer x", "Token x", "Basic x"]) {
      expect((await api.get("/chats", { cookie, authorization })).status).toBe(401);
    }
  });

  test("is refused if it is forged", async () => {
    const forged = await encode({ token: { sid: crypto.randomUUID() }, secret: "a secret of somebody else" });
    const value = own.session()!;
    const bearer = (await person(server.url)).api.authorization!.split(" ")[1];
    for (const bad of ["", "x", forged, `${value}x`, value.slice(1), bearer]) {
      expect((await api.get("/chats", { cookie: `${COOKIE}=${bad}` })).status).toBe(401);
    }
    for (const name of ["parley-session", "next-auth.session-token", `x${COOKIE}`]) {
      expect((await api.get("/chats", { cookie: `${name}=${value}` })).status).toBe(401);
    }
    expect((await api.get("/chats", { cookie: `a=b; ${cookie}; c` })).status).toBe(200);
    expect((await api.get("/chats", { authorization: `Bearer ${value}` })).status).toBe(401);
  });
});
