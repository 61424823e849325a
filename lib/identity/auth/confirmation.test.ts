import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { client, PASSWORD } from "@/test/client";
import { linkIn, startMailServer } from "@/test/fakes/mail-server";
import { processorTime } from "@/test/processor-time";
import { startServer } from "@/test/server";

const mailServer = await startMailServer();
Object.assign(process.env, { SMTP_URL: mailServer.url, RATE_LIMIT_MAILS: "5" });
const server = await startServer();
afterAll(async () => {
  await server.close();
  await mailServer.stop();
});

const anyone = client(server.url);
let addresses = 0;
const newEmail = () => `someone${++addresses}@example.test`;
const register = (email: string, fields: object = {}) =>
  anyone.post("/auth/register", { email, password: PASSWORD, full_name: "Ada Example", ...fields });
const passwordless = (email: string, fields: object = {}) =>
  anyone.post("/auth/register/passwordless", { email, full_name: "Ada Example", ...fields });
const login = (username: string, password = PASSWORD) => anyone.form("/auth/login", { username, password });
const confirm = (token: string) => anyone.get(`/auth/register/confirm/${token}`);
const tokenIn = async (email: string) => {
  const link = new URL(linkIn(await mailServer.next(email), "/register/confirm/"));
  return link.pathname.split("/").pop()!;
};
async function member(fields: object = {}) {
  const email = newEmail();
  await register(email, fields);
  expect((await confirm(await tokenIn(email))).status).toBe(200);
  const { access_token } = (await login(email)).body;
  const [tokens] = (await anyone.as(`Bearer ${access_token}`).post("/auth/login/group", [])).body;
  return { email, group: tokens.group, api: anyone.as(`Bearer ${tokens.access_token}`) };
}
const accounts = async (email: string) =>
  [
    ...(await db().execute<{ full_name: string }>(sql`select full_name from users where email = ${email}`)),
  ].map(({ full_name }) => full_name);

describe("registering with address confirmation", () => {
  test("creates the account when the link is first used", async () => {
    const email = newEmail();
    const made = await register(email, { group_name: "Navy", full_name: "Grace Hopper" });
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      user_id: null,
      email,
      full_name: "Grace Hopper",
      confirmation_required: true,
    });
    expect(await accounts(email)).toEqual([]);
    expect((await login(email)).status).toBe(401);
    const token = await tokenIn(email);
    const confirmed = await confirm(token);
    expect(confirmed.status).toBe(200);
    expect(confirmed.body).toEqual({ success: true, message: expect.any(String) });
    const { body } = await login(email);
    expect(body.groups).toEqual([{ id: expect.any(String), name: "Navy", role: "owner" }]);
    expect(body.user.full_name).toBe("Grace Hopper");
    expect((await confirm(token)).status).toBe(401);
    expect(await accounts(email)).toHaveLength(1);
  });

  test.each([
    {
      written: "Ada@BÜCHER.example",
      email: "ada@xn--bcher-kva.example",
      again: "ada@bu\u0308cher.example",
      to: "ada@bücher.example",
      header: "ada@xn--bcher-kva.example",
    },
    {
      written: "Пётр@ПОЧТА.рф",
      email: "пётр@xn--80a1acny.xn--p1ai",
      again: "П\u0435\u0308тр@почта。рф",
      to: "пётр@почта.рф",
      header: "пётр@почта.рф",
    },
  ])("mails $written, also when it is written as $again", async ({ written, email, again, to, header }) => {
    expect((await register(written)).body.email).toBe(email);
    const received = await mailServer.next(to);
    expect(received.raw).toMatch(new RegExp(`^To: ${header}`, "m"));
    const [token] = linkIn(received, "/register/confirm/").split("/").slice(-1);
    expect((await confirm(token!)).status).toBe(200);
    for (const name of [written, email, again]) expect((await login(name)).status).toBe(200);
    expect((await anyone.post("/auth/forgot-password", { email: again })).status).toBe(200);
    expect(linkIn(await mailServer.next(to), "/reset-password/")).toBeTruthy();
  });

  test("gives the same answer for a known address, notifies its owner by mail, and changes nothing", async () => {
    const { email } = await member();
    const other = newEmail();
    const [known, unknown] = [
      await register(email, { password: "quite another secret" }),
      await register(other),
    ];
    expect(known.status).toBe(200);
    expect({ ...known.body, email: "" }).toEqual({ ...unknown.body, email: "" });
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
    const { mail } = await mailServer.next(email);
    expect(mail.subject).toBe("You already have a Parley account");
    expect(mail.text).not.toContain("/register/confirm/");
    expect((await login(email)).status).toBe(200);
    expect((await login(email, "quite another secret")).status).toBe(401);
  });

  test("spends the same processor time for a known address, and has the same limit", async () => {
    const known = (await member()).email;
    const unknown = newEmail();
    const least = { [known]: Number.POSITIVE_INFINITY, [unknown]: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 4; round++) {
      for (const email of [known, unknown]) {
        least[email] = Math.min(least[email]!, await processorTime(() => register(email)));
        // Excludes the time of sending the mail from the measurement.
        await mailServer.next(email);
      }
    }
    expect(least[known]).toBeGreaterThan(0.5 * least[unknown]!);
    expect(least[unknown]).toBeGreaterThan(0.5 * least[known]!);
    // The member's own registration counts as a mail.
    expect((await register(known)).status).toBe(429);
    expect([(await register(unknown)).status, (await register(unknown)).status]).toEqual([200, 429]);
  });

  test("mails no text of the sender, and stores no password", async () => {
    const email = newEmail();
    await register(email, { full_name: "Win at https://evil.test <b>now</b>", group_name: "evil.test" });
    const { raw } = await mailServer.next(email);
    expect(raw).not.toMatch(/evil\.test|Win at/);
    const stored = JSON.stringify([...(await db().execute(sql`select * from mailed_tokens`))]);
    expect(stored).not.toContain(PASSWORD);
  });

  test("accepts only the first used link of several for an address", async () => {
    const email = newEmail();
    await register(email, { full_name: "First" });
    await register(email, { full_name: "Second" });
    const [first, second] = [await tokenIn(email), await tokenIn(email)];
    const answers = await Promise.all([first, second, first, second].map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(await accounts(email)).toHaveLength(1);
  });

  test("refuses a link after 24 hours, and a forged one", async () => {
    const email = newEmail();
    await register(email);
    const token = await tokenIn(email);
    await db().execute(
      sql`update mailed_tokens set expires_at = expires_at - interval '24 hours' where email = ${email}`,
    );
    for (const bad of [token, "x", "undefined", "a".repeat(43)])
      expect((await confirm(bad)).status).toBe(401);
    expect(await accounts(email)).toEqual([]);
  });

  test("validates the same fields as without confirmation", async () => {
    expect((await register(newEmail(), { password: "password123" })).status).toBe(422);
    expect((await register("nobody")).status).toBe(422);
    expect((await register(newEmail(), { invitation_token: "x".repeat(43) })).status).toBe(404);
  });
});

describe("registering without a password", () => {
  test("creates the account through the link, and then signs in by mail", async () => {
    const email = newEmail();
    const answer = await passwordless(email, { group_name: "Sailors" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: expect.any(String) });
    expect((await confirm(await tokenIn(email))).status).toBe(200);
    for (const password of [PASSWORD, "x", "null"]) expect((await login(email, password)).status).toBe(401);
    await anyone.form("/auth/login/email", { email });
    const link = linkIn(await mailServer.next(email), "/login/magic/");
    const signedIn = await anyone.get(`/auth/verify/magic_token/${link.split("/").pop()}`);
    expect(signedIn.body.groups).toEqual([{ id: expect.any(String), name: "Sailors", role: "owner" }]);
    const access = anyone.as(`Bearer ${signedIn.body.access_token}`);
    const change = await access.patch("/auth/change-password/", {
      current_password: "",
      new_password: PASSWORD,
    });
    expect(change.status).toBe(400);
    expect(change.body.message).toContain("has no password");
    // An account without a password can set one with "forgot password".
    await anyone.post("/auth/forgot-password", { email });
    const reset = linkIn(await mailServer.next(email), "/reset-password/");
    await anyone.post("/auth/reset-password", { token: reset.split("/").pop(), new_password: PASSWORD });
    expect((await login(email)).status).toBe(200);
  });

  test("gives the same answer for an address that has an account", async () => {
    const { email } = await member();
    const [known, unknown] = [await passwordless(email), await passwordless(newEmail())];
    expect(known).toMatchObject({ status: 200, body: unknown.body });
    expect((await mailServer.next(email)).mail.subject).toBe("You already have a Parley account");
  });
});

describe("an invitation", () => {
  const invite = async (body: object) => {
    const owner = await member();
    const answer = await owner.api.post(`/groups/${owner.group.id}/invitations`, body);
    expect(answer.status).toBeLessThan(300);
    return owner;
  };

  test("adds the new account to its group instead of a new group", async () => {
    const email = newEmail();
    const { group } = await invite({ email, role: "member" });
    const invitation_token = linkIn(await mailServer.next(email), "/join/")
      .split("/")
      .pop()!;
    expect((await register(newEmail(), { invitation_token })).status).toBe(404);
    expect((await register(email, { invitation_token })).status).toBe(200);
    const stored = JSON.stringify([...(await db().execute(sql`select * from mailed_tokens`))]);
    expect(stored).not.toContain(invitation_token);
    await confirm(await tokenIn(email));
    expect((await login(email)).body.groups).toEqual([{ id: group.id, name: group.name, role: "member" }]);
  });

  test("that ends before the link is used leaves the account with a new group", async () => {
    const email = newEmail();
    await invite({ email, role: "member" });
    const invitation_token = linkIn(await mailServer.next(email), "/join/")
      .split("/")
      .pop()!;
    await passwordless(email, { invitation_token });
    await db().execute(sql`update invitations set revoked_at = now() where email = ${email}`);
    expect((await confirm(await tokenIn(email))).status).toBe(200);
    expect(await accounts(email)).toHaveLength(1);
  });
});

test("only the first confirmed account owns the installation", async () => {
  const rows = await db().execute(sql`select id from users where is_installation_owner`);
  expect([...rows]).toHaveLength(1);
});

test("an unavailable mail server delays no request, and the mail is sent later", async () => {
  await mailServer.stop();
  const email = newEmail();
  expect((await register(email)).status).toBe(200);
  expect((await anyone.post("/auth/forgot-password", { email })).status).toBe(200);
  await mailServer.start();
  expect((await confirm(await tokenIn(email))).status).toBe(200);
  expect((await login(email)).status).toBe(200);
});

describe("registering with mail but without address confirmation", () => {
  beforeEach(() => Object.assign(config(), { REQUIRE_EMAIL_CONFIRMATION: false }));
  afterEach(() => Object.assign(config(), { REQUIRE_EMAIL_CONFIRMATION: undefined }));

  test("creates an account that can sign in without a link", async () => {
    const email = newEmail();
    const made = await register(email);
    expect(made.body).toEqual({
      user_id: expect.any(Number),
      email,
      full_name: "Ada Example",
      confirmation_required: false,
    });
    expect((await login(email)).status).toBe(200);
    expect((await register(email)).status).toBe(409);
    expect(mailServer.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });

  test("mails a link for an account without a password", async () => {
    const email = newEmail();
    expect((await passwordless(email)).status).toBe(200);
    expect((await confirm(await tokenIn(email))).status).toBe(200);
    expect(await accounts(email)).toEqual(["Ada Example"]);
  });
});
