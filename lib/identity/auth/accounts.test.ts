import { hash } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { client, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { leastProcessorTime } from "@/test/processor-time";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const anyone = client(server.url);
let addresses = 0;
const newEmail = () => `someone${++addresses}@example.test`;
const register = (fields: object) =>
  anyone.post("/auth/register", {
    email: newEmail(),
    password: PASSWORD,
    full_name: "Ada Example",
    ...fields,
  });
const login = (username: string, password = PASSWORD) => anyone.form("/auth/login", { username, password });
const locations = ({ body }: { body: { detail: { loc: string[] }[] } }) => body.detail.map(({ loc }) => loc);

describe("registering", () => {
  test("creates a user with a group, and returns no secrets", async () => {
    const email = newEmail();
    const made = await register({ email, full_name: "  Grace Hopper ", group_name: " Navy " });
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      user_id: expect.any(Number),
      email,
      full_name: "Grace Hopper",
      confirmation_required: false,
    });
    const { body } = await login(email);
    expect(body.groups).toEqual([{ id: expect.any(String), name: "Navy", role: "owner" }]);
    expect(body.user).toEqual({ id: made.body.user_id, email, full_name: "Grace Hopper", avatar_url: null });
  });

  test("names the group after the user by default", async () => {
    const email = newEmail();
    await register({ email, full_name: "Linus" });
    expect((await login(email)).body.groups[0].name).toBe("Linus's group");
  });

  test("splits no character when it derives the group's name from a long name", async () => {
    const email = newEmail();
    const full_name = `${"x".repeat(99)}😀 and much more`;
    expect((await register({ email, full_name })).body.full_name).toBe(full_name);
    expect((await login(email)).body.groups[0].name).toBe("x".repeat(99));
  });

  test("reports all errors together", async () => {
    const answer = await anyone.post("/auth/register", { email: "nobody", password: "short", group_name: 7 });
    expect(answer.status).toBe(422);
    expect(locations(answer)).toEqual([
      ["body", "email"],
      ["body", "password"],
      ["body", "full_name"],
      ["body", "group_name"],
    ]);
    for (const fault of answer.body.detail) {
      expect(fault).toEqual({ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) });
    }
  });

  test.each([
    ["email", ""],
    ["email", "no-at.example.test"],
    ["email", "a@b"],
    ["email", "two@at@example.test"],
    ["email", "Ada <ada@example.test>"],
    ["email", "a b@example.test"],
    ["email", "ada@example.test\r\nBcc: eve@example.test"],
    ["email", "аda@example.test"],
    ["email", "ada@1.2.3.４"],
    ["email", "ada@bücher"],
    ["email", "a\u3164da@example.test"],
    ["email", "ada\u202e@bücher.example"],
    ["email", `${"a".repeat(310)}@example.test`],
    ["email", "nul\0@example.test"],
    ["email", "half\ud800@example.test"],
    ["email", null],
    ["email", { toString: "x" }],
    ["password", "nine char"],
    ["password", "p".repeat(201)],
    ["password", "p".repeat(10_000)],
    ["password", "a password with \0 in it"],
    ["password", "a password with \udc00 in it"],
    ["password", "password123"],
    ["password", "PassWord123"],
    ["password", 1234567890123],
    ["full_name", ""],
    ["full_name", " \t\n "],
    ["full_name", "\u200b\u2060"],
    ["full_name", "n".repeat(201)],
    ["full_name", "Ada\0"],
    ["full_name", "Ada\nLovelace"],
    ["full_name", "Ada\u202enimdA"],
    ["full_name", "Ada\ud83d"],
    ["full_name", ["Ada"]],
    ["group_name", ""],
    ["group_name", "g".repeat(101)],
    ["group_name", "g\0"],
    ["group_name", "\udfff"],
    ["invitation_token", 1],
  ])("refuses %s %j and names the field", async (field, value) => {
    const answer = await register({ [field]: value });
    expect(answer.status).toBe(422);
    expect(new Set(locations(answer).map(String))).toEqual(new Set([`body,${field}`]));
    expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
  });

  test("accepts the longest values and any script", async () => {
    const email = `${"a".repeat(64)}@${"b".repeat(60)}.example.test`;
    const password = "密".repeat(200);
    const full_name = `${"ö".repeat(198)}😀`;
    expect((await register({ email, password, full_name, group_name: "群".repeat(100) })).status).toBe(200);
    expect((await login(email, password)).body.groups[0].name).toBe("群".repeat(100));
  });

  test("normalizes passwords, and accepts those that were stored without normalization", async () => {
    const [composed, decomposed] = ["NFC", "NFD"].map((form) => "Größe über Höhe".normalize(form));
    for (const [chosen, typed] of [
      [composed!, decomposed!],
      [decomposed!, composed!],
    ] as const) {
      const email = newEmail();
      await register({ email, password: chosen });
      expect((await login(email, typed)).status).toBe(200);
      // A stored hash may be of a password without Unicode normalization.
      const stored = await hash(decomposed!);
      await db().execute(sql`update users set password_hash = ${stored} where email = ${email}`);
      for (const password of [chosen, typed]) expect((await login(email, password)).status).toBe(200);
      expect((await login(email, "Grosse uber Hohe")).status).toBe(401);
    }
    expect((await register({ password: "e\u0301".repeat(9) })).status).toBe(422);
    const longest = newEmail();
    expect((await register({ email: longest, password: "각".repeat(200).normalize("NFD") })).status).toBe(
      200,
    );
    expect((await login(longest, "각".repeat(200))).status).toBe(200);
    expect((await login(longest, "각".repeat(200).normalize("NFD"))).status).toBe(200);
  });

  test("preserves spaces around a password", async () => {
    const email = newEmail();
    await register({ email, password: `  ${PASSWORD} ` });
    expect((await login(email)).status).toBe(401);
    expect((await login(email, `  ${PASSWORD} `)).status).toBe(200);
  });

  test("ignores unknown fields", async () => {
    const made = await register({ is_installation_owner: true, role: "admin", id: 1 });
    expect(made.status).toBe(200);
  });

  test("creates one account per address, regardless of case and surrounding spaces", async () => {
    const email = newEmail();
    expect((await register({ email: ` ${email.toUpperCase()} ` })).body.email).toBe(email);
    const again = await register({ email, password: "quite another secret", full_name: "Eve" });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({
      error: "Conflict",
      message: "An account with this e-mail address already exists.",
      status_code: 409,
    });
    expect((await login(email)).body.user.full_name).toBe("Ada Example");
    expect((await login(email, "quite another secret")).status).toBe(401);
  });

  test("creates one account for concurrent requests with the same address", async () => {
    const email = newEmail();
    const answers = await Promise.all([1, 2, 3, 4].map(() => register({ email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await login(email)).body.groups).toHaveLength(1);
  });

  test("joins the inviting group and confirms an address that was invited by mail", async () => {
    const owner = await person(server.url);
    const email = newEmail();
    await owner.api.post(`/groups/${owner.group.id}/invitations`, { email, role: "admin" });
    const link = linkIn(await outbox(config().DATA_DIR).next(email), "/join/");
    const invitation_token = link.split("/").pop();
    expect((await register({ invitation_token })).status).toBe(404);
    expect((await register({ email, invitation_token: `${invitation_token}x` })).status).toBe(404);
    expect((await login(email)).status).toBe(401);
    expect((await register({ email, invitation_token })).status).toBe(200);
    expect((await login(email)).body.groups).toEqual([{ ...owner.group, role: "admin" }]);
    const rows = await db().execute(
      sql`select 1 from users where email = ${email} and email_confirmed_at is not null`,
    );
    expect([...rows]).toHaveLength(1);
  });

  test("describes the error of an invalid body", async () => {
    const send = (body: string | undefined, type = "application/json") =>
      anyone.send("POST", "/auth/register", { body, headers: { "content-type": type } });
    expect((await send("{")).status).toBe(400);
    expect((await send("")).status).toBe(422);
    expect((await send("[]")).status).toBe(422);
    expect((await send("null")).status).toBe(422);
    expect((await send("{}", "text/plain")).status).toBe(415);
    expect((await send(`{"email":${"[".repeat(40)}${"]".repeat(40)}}`)).status).toBe(422);
    const get = await anyone.get("/auth/register");
    expect([get.status, get.headers.get("allow")]).toEqual([405, expect.stringContaining("POST")]);
  });
});

describe("signing in", () => {
  test("returns a token, the groups and the user, and no secrets", async () => {
    const ada = await person(server.url);
    const answer = await login(ada.email);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 600,
      groups: [ada.group],
      user: ada.user,
    });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("accepts the address in any case, a trailing slash and the fields of OAuth", async () => {
    const { email } = await person(server.url);
    const form = {
      username: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      grant_type: "password",
      scope: "",
    };
    expect((await anyone.form("/auth/login/", form)).status).toBe(200);
  });

  test("gives the same answer to an unknown address and to a wrong password", async () => {
    const { email } = await person(server.url);
    const [unknown, wrong] = [await login(newEmail()), await login(email, "not the right one")];
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      error: "Unauthorized",
      message: "Incorrect e-mail address or password.",
      status_code: 401,
    });
    expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body });
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
    expect(wrong.headers.get("www-authenticate")).toBe('Bearer realm="parley", Token realm="parley"');
  });

  test("spends the same processor time for an unknown address as for a wrong password", async () => {
    const { email } = await person(server.url);
    const measureCpu = (address: () => string) =>
      leastProcessorTime(() => login(address(), "not the right one"));
    expect(await measureCpu(newEmail)).toBeGreaterThan(0.5 * (await measureCpu(() => email)));
  });

  test.each([
    ["username", { password: PASSWORD }],
    ["password", { username: "ada@example.test" }],
    ["username", { username: "a\0@example.test", password: PASSWORD }],
    ["password", { username: "ada@example.test", password: "a\0" }],
    ["username", { username: "a".repeat(10_000), password: PASSWORD }],
    ["password", { username: "ada@example.test", password: "p".repeat(10_000) }],
  ])("refuses an invalid %s before it checks credentials", async (field, form) => {
    const answer = await anyone.form("/auth/login", form as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(locations(answer)).toEqual([["body", field]]);
  });

  test("accepts a form, not JSON", async () => {
    const answer = await anyone.post("/auth/login", { username: "ada@example.test", password: PASSWORD });
    expect(answer.status).toBe(415);
  });
});
