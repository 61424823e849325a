import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { client, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";
import { sweep } from "./mailed-links";

process.env.APP_URL = "https://parley.test/";
process.env.SIGN_UP = "open";
const server = await startServer();
afterAll(() => server.close());

const anyone = client(server.url);
const mails = outbox(config().DATA_DIR);
let addresses = 0;
const newEmail = () => `nobody${++addresses}@example.test`;
const ask = (email: string, path = "/auth/login/email") => anyone.form(path, { email });
const verify = (token: string) => anyone.get(`/auth/verify/magic_token/${token}`);
const tokenIn = async (email: string) => {
  const link = new URL(linkIn(await mails.next(email), "/login/magic/"));
  return link.pathname.split("/").pop()!;
};
const tokenFor = async (email: string) => {
  expect((await ask(email)).status).toBe(200);
  return tokenIn(email);
};
const confirm = (email: string) =>
  db().execute(sql`update users set email_confirmed_at = now() where email = ${email}`);
const counted = async (table: string) => {
  const [row] = [
    ...(await db().execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${table}`))),
  ];
  return row!.count;
};

// Creates a user with a confirmed address.
async function member() {
  const ada = await person(server.url);
  await confirm(ada.email);
  return ada;
}

describe("requesting a magic link", () => {
  test("mails a link to the configured address of the installation, whatever the request's headers say", async () => {
    const { email } = await member();
    const answer = await anyone.send("POST", "/auth/login/email/", {
      body: new URLSearchParams({ email: ` ${email.toUpperCase()} ` }),
      headers: { "x-forwarded-host": "evil.test", "x-forwarded-proto": "http", forwarded: "host=evil.test" },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: expect.any(String) });
    const mail = await mails.next(email);
    expect(mail.to).toEqual([email]);
    expect(linkIn(mail, "/login/magic/")).toMatch(/^https:\/\/parley\.test\/login\/magic\/[\w-]{43}$/);
    expect(mail.raw).not.toContain("evil.test");
  });

  test("does the same for an address without an account, up to the same limit", async () => {
    const { email } = await member();
    const statuses: number[][] = [];
    for (const address of [email, newEmail()]) {
      const before = await Promise.all(["mailed_tokens", "background_events"].map(counted));
      const answers = [];
      for (let i = 0; i < 7; i++) answers.push(await ask(address));
      statuses.push(answers.map(({ status }) => status));
      const after = await Promise.all(["mailed_tokens", "background_events"].map(counted));
      expect(after.map((count, i) => count - before[i]!)).toEqual([5, 5]);
    }
    expect(statuses).toEqual([
      [200, 200, 200, 200, 200, 429, 429],
      [200, 200, 200, 200, 200, 429, 429],
    ]);
    const [known, unknown] = [await ask((await member()).email), await ask(newEmail())];
    expect(unknown.body).toEqual(known.body);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
  });

  test("mails nothing to unknown addresses and disabled accounts", async () => {
    const [unknown, disabled, known] = [newEmail(), (await member()).email, (await member()).email];
    await db().execute(sql`update users set disabled_at = now() where email = ${disabled}`);
    for (const email of [unknown, disabled, known]) expect((await ask(email)).status).toBe(200);
    await mails.next(known);
    await expect.poll(() => counted("mails")).toBe(0);
    expect(await mails.to(unknown)).toEqual([]);
    expect(await mails.to(disabled)).toEqual([]);
  });

  test.each([
    "",
    "nobody",
    "a@b.test,c@d.test",
    '"e@evil.test"@b.test',
    "a@b.test\r\nBcc: c@d.test",
    "а@b.test",
  ])("refuses the address %j", async (email) => {
    const answer = await ask(email);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(["body", "email"]);
  });

  test("stores no mailed token", async () => {
    const { email } = await member();
    const token = await tokenFor(email);
    const rows = [...(await db().execute(sql`select * from mailed_tokens`))];
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("a magic link", () => {
  test("signs in once", async () => {
    const ada = await member();
    const token = await tokenFor(ada.email);
    const answer = await verify(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 600,
      groups: [ada.group],
      user: ada.user,
      password_removed: false,
    });
    const groups = await anyone.as(`Bearer ${answer.body.access_token}`).post("/auth/login/group", []);
    expect(groups.status).toBe(200);
    const again = await verify(token);
    expect(again.status).toBe(401);
    expect(again.body.error).toBe("Unauthorized");
    // The password and earlier sessions remain valid.
    expect((await ada.api.get("/chats")).status).toBe(200);
    expect((await anyone.form("/auth/login", { username: ada.email, password: PASSWORD })).status).toBe(200);
  });

  test("succeeds once for concurrent uses", async () => {
    const token = await tokenFor((await member()).email);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => verify(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test("works also after a newer one was mailed, and its use invalidates the others", async () => {
    const { email } = await member();
    const [first, second] = [await tokenFor(email), await tokenFor(email)];
    expect((await verify(first)).status).toBe(200);
    expect((await verify(second)).status).toBe(401);
  });

  test("expires after 15 minutes", async () => {
    const { email } = await member();
    const [old, young] = [await tokenFor(email), await tokenFor((await member()).email)];
    const age = (minutes: number) => sql`expires_at - ${`${minutes} minutes`}::interval`;
    await db().execute(sql`update mailed_tokens set expires_at = case when email = ${email}
      then ${age(15)} else ${age(14)} end`);
    expect((await verify(old)).status).toBe(401);
    expect((await verify(young)).status).toBe(200);
  });

  test("is deleted after its expiry", async () => {
    const [old, young] = [(await member()).email, (await member()).email];
    const [, token] = [await tokenFor(old), await tokenFor(young)];
    await db().execute(
      sql`update mailed_tokens set expires_at = now() - interval '1 second' where email = ${old}`,
    );
    await sweep();
    const rows = await db().execute<{ email: string }>(
      sql`select email from mailed_tokens where email in (${old}, ${young})`,
    );
    expect([...rows].map(({ email }) => email)).toEqual([young]);
    expect((await verify(token)).status).toBe(200);
  });

  test("of a disabled account is refused", async () => {
    const { email } = await member();
    const token = await tokenFor(email);
    await db().execute(sql`update users set disabled_at = now() where email = ${email}`);
    expect((await verify(token)).status).toBe(401);
  });

  test.each(["x", "undefined", "null", "%00", "a".repeat(43), "a".repeat(5000), "%27%20or%201=1"])(
    "that is forged is refused: %s",
    async (token) => {
      expect([401, 422]).toContain((await verify(token)).status);
    },
  );

  test("is valid for signing in only", async () => {
    const token = await tokenFor((await member()).email);
    const reset = await anyone.post("/auth/reset-password", { token, new_password: "another long secret" });
    expect(reset.status).toBe(400);
    expect((await anyone.get(`/auth/register/confirm/${token}`)).status).toBe(401);
    expect((await anyone.post("/auth/refresh", { refresh_token: token })).status).toBe(401);
    expect((await anyone.as(`Bearer ${token}`).get("/chats")).status).toBe(401);
    expect((await verify(token)).status).toBe(200);
  });
});

test("an unconfirmed address belongs only to the person who reads its mail", async () => {
  const mallory = await person(server.url);
  const { token: apiToken } = (await mallory.api.post("/users/me/api-tokens", { name: "back door" })).body;
  const login = await anyone.form("/auth/login", { username: mallory.email, password: PASSWORD });
  const answer = await verify(await tokenFor(mallory.email));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { id: mallory.user.id }, password_removed: true });
  expect((await mallory.api.get("/chats")).status).toBe(401);
  expect((await anyone.as(`Token ${apiToken}`).get("/chats")).status).toBe(401);
  expect((await anyone.as(`Bearer ${login.body.access_token}`).post("/auth/login/group", [])).status).toBe(
    401,
  );
  expect((await anyone.post("/auth/refresh", { refresh_token: mallory.refreshToken })).status).toBe(401);
  expect((await anyone.form("/auth/login", { username: mallory.email, password: PASSWORD })).status).toBe(
    401,
  );
  const owner = anyone.as(`Bearer ${answer.body.access_token}`);
  expect((await owner.post("/auth/login/group", [])).status).toBe(200);
  const again = await verify(await tokenFor(mallory.email));
  expect(again.body.password_removed).toBe(false);
});

test("a password reset of an unconfirmed address reports that API tokens were removed", async () => {
  const mallory = await person(server.url);
  const { token: apiToken } = (await mallory.api.post("/users/me/api-tokens", { name: "back door" })).body;
  await anyone.post("/auth/forgot-password", { email: mallory.email });
  const token = linkIn(await mails.next(mallory.email), "/reset-password/")
    .split("/")
    .pop();
  const answer = await anyone.post("/auth/reset-password", { token, new_password: "quite another secret" });
  expect(answer.body.message).toContain("API tokens were removed");
  expect((await anyone.as(`Token ${apiToken}`).get("/chats")).status).toBe(401);
});

describe("test_passwordless", () => {
  const passwordless = (token?: string) =>
    anyone.as(token && `Bearer ${token}`).post("/auth/test_passwordless");

  test("succeeds for the login token of a magic link only", async () => {
    const ada = await member();
    const magic = (await verify(await tokenFor(ada.email))).body.access_token;
    const yes = await passwordless(magic);
    expect(yes.status).toBe(200);
    expect(yes.body).toEqual({ success: true, message: expect.any(String) });
    const password = await anyone.form("/auth/login", { username: ada.email, password: PASSWORD });
    for (const token of [password.body.access_token, ada.refreshToken, "x", undefined]) {
      expect((await passwordless(token)).status).toBe(401);
    }
    const access = await anyone.as(ada.api.authorization).post("/auth/test_passwordless");
    expect(access.status).toBe(401);
    await ada.api.post("/auth/logout");
    expect((await passwordless(magic)).status).toBe(401);
  });
});

test("the audit log records users, methods and failures of sign-ins, and no secrets", async () => {
  const { email, user } = await member();
  const token = await tokenFor(email);
  await verify(token);
  await verify(token);
  await anyone.form("/auth/login", { username: email, password: "not the right one" });
  const rows = await db().execute<{ action: string; method: string }>(sql`
    select action, details->>'method' as method from audit_entries
    where user_id = ${user.id} and action like '%sign%' order by id`);
  expect([...rows].map(({ action, method }) => `${action} ${method}`)).toEqual([
    "signed_in password",
    "signed_in magic",
    "sign_in_failed password",
  ]);
  const all = JSON.stringify([...(await db().execute(sql`select * from audit_entries`))]);
  expect(all).not.toContain(token);
  expect(all).not.toContain("not the right one");
});
