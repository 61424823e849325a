import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { client, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

process.env.RATE_LIMIT_MAILS = "20";
const server = await startServer();
afterAll(() => server.close());

const NEW = "quite another secret";
const anyone = client(server.url);
const mails = outbox(config().DATA_DIR);
let addresses = 0;
const newEmail = () => `nobody${++addresses}@example.test`;
const login = async (username: string, password: string) =>
  (await anyone.form("/auth/login", { username, password })).status;
const forgot = (email: string) => anyone.post("/auth/forgot-password", { email });
const reset = (token: unknown, new_password: unknown = NEW) =>
  anyone.post("/auth/reset-password", { token, new_password });
const tokenFor = async (email: string) => {
  expect((await forgot(email)).status).toBe(200);
  const link = new URL(linkIn(await mails.next(email), "/reset-password/"));
  return link.pathname.split("/").pop()!;
};
// Tries every kind of credential and returns which of them work.
async function listWorkingCredentials(ada: Awaited<ReturnType<typeof person>>) {
  const { body } = await anyone.form("/auth/login", { username: ada.email, password: PASSWORD });
  const others = await anyone.as(`Bearer ${body.access_token}`).post("/auth/login/group", []);
  const { access_token, refresh_token } = others.body[0];
  const { token } = (await ada.api.post("/users/me/api-tokens", { name: "nightly build" })).body;
  return async () => ({
    own: (await ada.api.get("/chats")).status,
    other: (await anyone.as(`Bearer ${access_token}`).get("/chats")).status,
    refresh: (await anyone.post("/auth/refresh", { refresh_token })).status,
    login: (await anyone.as(`Bearer ${body.access_token}`).post("/auth/login/group", [])).status,
    apiToken: (await anyone.as(`Token ${token}`).get("/chats")).status,
  });
}

let ada: Awaited<ReturnType<typeof person>>;
beforeEach(async () => {
  ada = await person(server.url);
  await db().execute(sql`update users set email_confirmed_at = now() where email = ${ada.email}`);
});

describe("changing a password", () => {
  const change = (current_password: unknown, new_password: unknown) =>
    ada.api.patch("/auth/change-password/", { current_password, new_password });

  test("ends all other sessions, keeps the current one, and sends a mail", async () => {
    const works = await listWorkingCredentials(ada);
    const answer = await change(PASSWORD, NEW);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: expect.any(String) });
    expect(await works()).toEqual({ own: 200, other: 401, refresh: 401, login: 401, apiToken: 200 });
    expect(await login(ada.email, PASSWORD)).toBe(401);
    expect(await login(ada.email, NEW)).toBe(200);
    const { mail } = await mails.next(ada.email);
    expect(mail.subject).toBe("Your Parley password was changed");
    expect(mail.text).not.toContain(NEW);
  });

  test("invalidates links that were mailed before", async () => {
    const token = await tokenFor(ada.email);
    await change(PASSWORD, NEW);
    expect((await reset(token, "a third long secret")).status).toBe(400);
    expect(await login(ada.email, NEW)).toBe(200);
  });

  test("requires the current password and an uncommon new one", async () => {
    const wrong = await change("not the right one", NEW);
    expect(wrong.status).toBe(400);
    expect(wrong.body.message).toBe("The current password is incorrect.");
    for (const [current, given] of [
      [PASSWORD, "password123"],
      [PASSWORD, "short"],
      [PASSWORD, null],
      [7, NEW],
    ]) {
      expect((await change(current, given)).status).toBe(422);
    }
    expect(await login(ada.email, PASSWORD)).toBe(200);
    expect((await anyone.patch("/auth/change-password/", {})).status).toBe(401);
  });

  test("is limited to ten wrong guesses", async () => {
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await change(`wrong guess ${i}`, NEW)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});

describe("a password reset", () => {
  test("by a mailed link ends all sessions, and keeps and names API tokens", async () => {
    const works = await listWorkingCredentials(ada);
    const token = await tokenFor(ada.email);
    expect(await works()).toEqual({ own: 200, other: 200, refresh: 200, login: 200, apiToken: 200 });
    const answer = await reset(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: expect.any(String) });
    expect(await works()).toEqual({ own: 401, other: 401, refresh: 401, login: 401, apiToken: 200 });
    expect(await login(ada.email, PASSWORD)).toBe(401);
    expect(await login(ada.email, NEW)).toBe(200);
    const { mail } = await mails.next(ada.email);
    expect(mail.subject).toBe("Your Parley password was reset");
    expect(mail.text).toContain("nightly build");
    expect((await reset(token, "a third long secret")).status).toBe(400);
    expect(await login(ada.email, NEW)).toBe(200);
  });

  test("does the same for an address without an account, but mails nothing", async () => {
    const email = newEmail();
    const [known, unknown] = [await forgot(ada.email), await forgot(email)];
    expect(unknown).toMatchObject({ status: 200, body: known.body });
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    const tokens = await db().execute<{ email: string }>(
      sql`select email from mailed_tokens where email in (${email}, ${ada.email})`,
    );
    expect([...tokens].map((row) => row.email).sort()).toEqual([email, ada.email].sort());
    await mails.next(ada.email);
    await expect.poll(async () => [...(await db().execute(sql`select id from mails`))].length).toBe(0);
    expect(await mails.to(email)).toEqual([]);
    for (const address of [ada.email, email]) {
      const statuses = [];
      for (let i = 0; i < 20; i++) statuses.push((await forgot(address)).status);
      expect(statuses).toEqual([...Array(19).fill(200), 429]);
    }
  });

  test("accepts the newest link only", async () => {
    const [first, second] = [await tokenFor(ada.email), await tokenFor(ada.email)];
    expect((await reset(first)).status).toBe(400);
    expect(await login(ada.email, PASSWORD)).toBe(200);
    expect((await reset(second)).status).toBe(200);
  });

  test("accepts a link for 60 minutes", async () => {
    const token = await tokenFor(ada.email);
    const age = (minutes: number) =>
      db().execute(sql`update mailed_tokens set expires_at = created_at + interval '1 hour'
        - ${`${minutes} minutes`}::interval where email = ${ada.email}`);
    await age(60);
    expect((await reset(token)).status).toBe(400);
    await age(59);
    expect((await reset(token)).status).toBe(200);
  });

  test("accepts a link once, also for concurrent uses", async () => {
    const token = await tokenFor(ada.email);
    const passwords = [1, 2, 3, 4].map((i) => `${NEW} ${i}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const logins = await Promise.all(passwords.map((password) => login(ada.email, password)));
    expect(logins).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  test("accepts no other token in any form, and a refused password keeps the link valid", async () => {
    const token = await tokenFor(ada.email);
    for (const other of [
      "",
      null,
      [],
      {},
      "undefined",
      0,
      true,
      "a".repeat(43),
      `${token}x`,
      "x".repeat(10_000),
    ]) {
      expect([400, 422]).toContain((await reset(other)).status);
    }
    expect((await anyone.post("/auth/reset-password", { new_password: NEW })).status).toBe(422);
    for (const password of ["short", "password123", null, "", [NEW], `${NEW}\0`]) {
      expect((await reset(token, password)).status).toBe(422);
    }
    expect((await anyone.get(`/auth/verify/magic_token/${token}`)).status).toBe(401);
    expect(await login(ada.email, PASSWORD)).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  test("is refused for a disabled account", async () => {
    const token = await tokenFor(ada.email);
    await db().execute(sql`update users set disabled_at = now() where email = ${ada.email}`);
    expect((await reset(token)).status).toBe(400);
    expect((await forgot(ada.email)).status).toBe(200);
  });

  test("of an unconfirmed account also revokes its API tokens", async () => {
    const mallory = await person(server.url);
    const { token } = (await mallory.api.post("/users/me/api-tokens", { name: "back door" })).body;
    expect((await reset(await tokenFor(mallory.email))).status).toBe(200);
    expect((await anyone.as(`Token ${token}`).get("/chats")).status).toBe(401);
    expect(await login(mallory.email, NEW)).toBe(200);
  });
});

test("the audit log records password changes and resets", async () => {
  await ada.api.patch("/auth/change-password", { current_password: PASSWORD, new_password: NEW });
  await mails.next(ada.email);
  await reset(await tokenFor(ada.email), PASSWORD);
  const rows = await db().execute<{ action: string }>(
    sql`select action from audit_entries where user_id = ${ada.user.id} and action like 'password%' order by id`,
  );
  expect([...rows].map(({ action }) => action)).toEqual(["password_changed", "password_reset"]);
});
