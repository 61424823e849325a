import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { type Answer, client, PASSWORD, setupTokens } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

/**
 * Sources that request too many mails are rejected, while the owner of the address always has a working link and gets
 * no flood.
 */
Object.assign(process.env, { TRUST_PROXY: "1", RATE_LIMIT_MAILS: "2", REQUIRE_EMAIL_CONFIRMATION: "true" });
// All of this happens within one hour of the machine's clock.
vi.mock("@/lib/platform/clock", async (actual) => ({
  ...(await actual<object>()),
  follow: async () => () => {},
}));
vi.useFakeTimers({ toFake: ["Date"], now: Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 1000 });
const server = await startServer();
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});
const anyone = client(server.url);
const mails = outbox(process.env.DATA_DIR!);

let hosts = 0;
const newAddress = () => `198.51.100.${++hosts}`;
let names = 0;
const newEmail = () => `asked${++names}@example.test`;
type Ask = (email: string, from?: string) => Promise<Answer>;
const forgot: Ask = (email, from = newAddress()) =>
  anyone.post("/auth/forgot-password", { email }, { "x-forwarded-for": from });
const magic: Ask = (email, from = newAddress()) =>
  anyone.send("POST", "/auth/login/email", {
    body: new URLSearchParams({ email }),
    headers: { "x-forwarded-for": from },
  });
const register: Ask = (email, from = newAddress()) =>
  anyone.post(
    "/auth/register",
    { email, password: PASSWORD, full_name: "Ada Example" },
    { "x-forwarded-for": from },
  );
// Returns the next link to a page mailed to an address.
async function nextLink(email: string, path: string): Promise<string> {
  const received = await mails.next(email);
  return received.mail.text!.includes(path) ? linkIn(received, path) : nextLink(email, path);
}
const getToken = (link: string) => link.split("/").pop()!;

// Creates a user with a confirmed address.
async function member() {
  const email = newEmail();
  const setup_token = await setupTokens.get(server.url)?.();
  const account = { email, password: PASSWORD, full_name: "Ada Example", setup_token };
  const made = await anyone.post("/auth/register", account, { "x-forwarded-for": newAddress() });
  expect(made.status).toBe(200);
  const link = linkIn(await mails.next(email), "/register/confirm/");
  await anyone.get(`/auth/register/confirm/${getToken(link)}`);
  return email;
}
// Creates the installation's first account, which takes longer than others.
await member();
const linksTo = async (email: string, purpose: string) => {
  const rows = await db().execute<{ count: number }>(
    sql`select count(*)::int as count from mailed_tokens where email = ${email} and purpose = ${purpose} and used_at is null`,
  );
  return [...rows][0]!.count;
};
// Sends two requests per source and returns the statuses.
async function flood(ask: Ask, email: string, sources: number) {
  const statuses = [];
  for (let n = 0; n < sources; n++) {
    const from = newAddress();
    statuses.push((await ask(email, from)).status, (await ask(email, from)).status);
  }
  return statuses;
}

describe.each([
  [
    "a magic link",
    "magic",
    magic,
    "/login/magic/",
    (token: string) => anyone.get(`/auth/verify/magic_token/${token}`),
  ],
  [
    "a new password",
    "reset",
    forgot,
    "/reset-password/",
    (token: string) => anyone.post("/auth/reset-password", { token, new_password: `${PASSWORD} 2` }),
  ],
] as const)("requesting %s", (_what, purpose, ask, path, use) => {
  test("too often is refused for this sender only", async () => {
    for (const email of [await member(), newEmail()]) {
      const from = newAddress();
      const answers = [];
      for (let n = 0; n < 3; n++) answers.push(await ask(email, from));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(answers[2]!.body.retry_after).toBeGreaterThan(0);
      expect((await ask(email)).status).toBe(200);
      expect((await ask(newEmail(), from)).status).toBe(200);
    }
  });

  test("doesn't count toward other kinds of mail", async () => {
    const [email, from] = [await member(), newAddress()];
    for (const each of [ask, ask, ask]) await each(email, from);
    const other = ask === magic ? forgot : magic;
    expect([(await other(email, from)).status, (await register(email, from)).status]).toEqual([200, 200]);
  });

  test("sends at most eight mails an hour under a flood, and the owner can still get a working link", async () => {
    const email = await member();
    expect(await flood(ask, email, 6)).toEqual(Array(12).fill(200));
    const received = [];
    for (let n = 0; n < 8; n++) received.push(await mails.next(email));
    const newest = received.at(-1)!;
    const before = await linksTo(email, purpose);
    expect(await ask(email)).toMatchObject({ status: 200, body: (await ask(newEmail())).body });
    expect(await linksTo(email, purpose)).toBe(before);
    // Simulates that these links have nearly expired.
    await db().execute(
      sql`update mailed_tokens set expires_at = now() + interval '1 minute' where email = ${email}`,
    );
    expect((await ask(email)).status).toBe(200);
    const fresh = await nextLink(email, path);
    expect(fresh).not.toBe(linkIn(newest, path));
    expect((await use(getToken(fresh))).status).toBe(200);
    // No link is valid now, so the next request is mailed.
    expect((await ask(email)).status).toBe(200);
    expect((await use(getToken(await nextLink(email, path)))).status).toBe(200);
  });

  test("has the same limits for an address without an account", async () => {
    const email = newEmail();
    expect(await flood(ask, email, 6)).toEqual(Array(12).fill(200));
    expect((await ask(email)).status).toBe(200);
    expect(await linksTo(email, purpose)).toBe(purpose === "magic" ? 8 : 1);
    expect(await mails.to(email)).toEqual([]);
  });
});

test("registrations of one address are limited together, without effect on other addresses", async () => {
  const email = newEmail();
  expect(await flood(register, email, 4)).toEqual(Array(8).fill(200));
  expect((await register(email)).status).toBe(429);
  expect((await register(newEmail())).status).toBe(200);
});

test("mails that others request don't prevent a sign-in with the password", async () => {
  const ada = await member();
  await flood(forgot, ada, 3);
  await flood(magic, ada, 3);
  expect((await anyone.form("/auth/login", { username: ada, password: PASSWORD })).status).toBe(200);
});
