import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as registerForm } from "@/app/(auth)/register/submit/route";
import { handle as handleByNext } from "@/app/api/v1/next";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { summarizeStart } from "@/scripts/lifecycle";
import { client, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { setupTokenIn } from "@/test/process";
import { rawRequest } from "@/test/raw-request";
import { startServerWithFirebase } from "@/test/server-with-firebase";

/** Covers who may create the account that owns the installation. */
const { firebase, server } = await startServerWithFirebase();
const mails = outbox(config().DATA_DIR);
const usual = { ...config() };
beforeEach(() => db().execute(sql`delete from users`));
afterEach(() =>
  Object.assign(config(), { OWNER_EMAIL: undefined, REQUIRE_EMAIL_CONFIRMATION: undefined }, usual),
);

let addresses = 0;
const account = (fields: object = {}) => ({
  email: `first${++addresses}@example.test`,
  password: PASSWORD,
  full_name: "Olga Owner",
  ...fields,
});
const anyone = client(server.url);
const elsewhere = { "x-forwarded-for": "203.0.113.9" };
const register = (fields: object = {}, headers: Record<string, string> = {}) =>
  anyone.post("/auth/register", account(fields), headers);
const setupToken = async () => setupTokenIn(await summarizeStart()) ?? "there is no setup link";
const owners = async () => [
  ...(await db().execute<{ email: string }>(sql`select email from users where is_installation_owner`)),
];
const NOT_SET_UP = "This installation isn't set up yet. Ask your administrator for the setup link.";

describe("while an installation has no owner", () => {
  test("a local request creates the first account, which owns the installation", async () => {
    expect(await summarizeStart()).toContain("Nobody owns this installation yet.");
    const { status, body } = await register();
    expect(status).toBe(200);
    expect(await owners()).toEqual([{ email: body.email }]);
    expect(await summarizeStart()).not.toContain("setup=");
    const second = await register({}, elsewhere);
    expect(second.status).toBe(200);
    expect(await owners()).toEqual([{ email: body.email }]);
  });

  test.each([
    ["X-Forwarded-For", { "x-forwarded-for": "127.0.0.1" }],
    ["an empty X-Forwarded-For", { "x-forwarded-for": "" }],
    ["Forwarded", { forwarded: "for=127.0.0.1" }],
    ["X-Real-IP", { "x-real-ip": "127.0.0.1" }],
    ["Via", { via: "1.1 proxy" }],
    ["a page of another site", { origin: "https://evil.test" }],
    ["a page without an origin", { origin: "null" }],
    ["a page of another site, as the browser says", { "sec-fetch-site": "cross-site" }],
    ["a name that leads here", { host: "evil.test" }],
    ["the mark of the front", { via: "x", "x-parley-front": "1 127.0.0.1 local" }],
  ] as [string, Record<string, string>][])("a request with %s is not local", async (_, headers) => {
    const json = { "content-type": "application/json", ...headers };
    for (const path of ["register", "register/passwordless"]) {
      const body = JSON.stringify(account());
      const answer = await rawRequest(`${server.url}/api/v1/auth/${path}`, { headers: json, body });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body).message).toBe(NOT_SET_UP);
    }
    const token = await firebase.token({ sub: "uid-first", email: "first@firebase.test", name: "Fay" });
    const path = `/api/v1/auth/login/firebase?firebase_token=${token}`;
    expect((await rawRequest(server.url + path, { headers })).status).toBe(403);
    expect(await owners()).toEqual([]);
  });

  test("requests through a proxy, or without a known socket, are not local", async () => {
    Object.assign(config(), { TRUST_PROXY: 1 });
    expect((await register({}, elsewhere)).status).toBe(403);
    Object.assign(config(), { TRUST_PROXY: 0 });
    const asked = (headers: Record<string, string> = {}) =>
      new Request("http://localhost/api/v1/auth/register", {
        method: "POST",
        body: JSON.stringify(account()),
        headers: { "content-type": "application/json", ...headers },
      });
    expect((await handleByNext(asked())).status).toBe(403);
    expect((await handleByNext(asked({ "x-parley-front": "1 127.0.0.1 local" }))).status).toBe(403);
    const form = new Request("http://localhost/register/submit", {
      method: "POST",
      body: new URLSearchParams(account()),
      headers: { accept: "application/json" },
    });
    expect(await (await registerForm(form)).json()).toMatchObject({ message: NOT_SET_UP });
  });

  test("the printed setup link works once from anywhere", async () => {
    const setup_token = await setupToken();
    expect((await register({ setup_token: `${setup_token}x` }, elsewhere)).status).toBe(403);
    const both = await Promise.all([1, 2].map(() => register({ setup_token }, elsewhere)));
    // Only one of two concurrent registrations becomes the owner.
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await owners()).toHaveLength(1);
    // Without an owner, the installation prints another setup link.
    await db().execute(sql`delete from users`);
    expect((await register({ setup_token }, elsewhere)).status).toBe(403);
    expect((await register({ setup_token: await setupToken() }, elsewhere)).status).toBe(200);
  });

  test("the setup link allows the mailed confirmation link to be used anywhere", async () => {
    Object.assign(config(), { REQUIRE_EMAIL_CONFIRMATION: true });
    const email = "confirms@example.test";
    expect((await register({ email }, elsewhere)).status).toBe(403);
    const asked = await register({ email, setup_token: await setupToken() }, elsewhere);
    expect(asked.body.confirmation_required).toBe(true);
    const token = linkIn(await mails.next(email), "/register/confirm/")
      .split("/")
      .pop();
    expect((await anyone.get(`/auth/register/confirm/${token}`, elsewhere)).status).toBe(200);
    expect(await owners()).toEqual([{ email }]);
  });

  test("OWNER_EMAIL limits the first account to that address, confirmed by mail unless the request is local", async () => {
    const email = "olga@example.test";
    Object.assign(config(), { OWNER_EMAIL: email });
    expect((await register()).status).toBe(403);
    expect((await register({ setup_token: await setupToken() }, elsewhere)).status).toBe(403);
    const asked = await register({ email }, elsewhere);
    expect(asked.body).toMatchObject({ user_id: null, confirmation_required: true });
    expect(await owners()).toEqual([]);
    const token = linkIn(await mails.next(email), "/register/confirm/")
      .split("/")
      .pop();
    expect((await anyone.get(`/auth/register/confirm/${token}`, elsewhere)).status).toBe(200);
    expect(await owners()).toEqual([{ email }]);
    await db().execute(sql`delete from users`);
    expect((await register({ email })).body.user_id).toEqual(expect.any(Number));
    expect(await owners()).toEqual([{ email }]);
  });
});

test("an owner who leaves transfers the installation to the oldest account", async () => {
  const owner = await person(server.url, "Olga Owner");
  const next = await person(server.url, "Nora Next");
  expect(
    (
      await owner.api.send("DELETE", "/users/me", {
        body: JSON.stringify({ password: PASSWORD }),
        headers: { "content-type": "application/json" },
      })
    ).status,
  ).toBe(200);
  expect(await owners()).toEqual([{ email: next.email }]);
});
