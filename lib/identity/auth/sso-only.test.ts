import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { POST as signIn } from "@/app/(auth)/login/submit/route";
import { POST as register } from "@/app/(auth)/register/submit/route";
import { config } from "@/lib/platform/config";
import { client, joined, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";
import { submit } from "@/test/submit";

process.env.SIGN_UP = "open";
const server = await startServer();
afterAll(server.close);
const api = client(server.url);
const mails = outbox(config().DATA_DIR);
// The first account owns the installation.
const owner = await person(server.url, "Olga Owner");
const max = await joined(server.url, owner, "Max Member");

beforeEach(() => {
  config().SIGN_IN = "sso";
});
afterEach(() => {
  config().SIGN_IN = "any";
});

test("a right password is refused, for the API and in browsers, and a wrong one says the same as ever", async () => {
  const signInTo = (password: string) => api.form("/auth/login", { username: max.email, password });
  expect(await signInTo(PASSWORD)).toMatchObject({
    status: 403,
    body: { message: "People sign in with single sign-on here." },
  });
  expect((await signInTo("a wrong password")).status).toBe(401);
  expect(await submit(signIn, { email: max.email, password: PASSWORD })).toMatchObject({ status: 400 });
  const entries = (await owner.api.get(`/groups/${owner.group.id}/audit-log?action=sign_in_failed`)).body;
  expect(entries).toContainEqual(
    expect.objectContaining({ user: expect.objectContaining({ id: max.user.id }) }),
  );
});

test("the owner of the installation gets in with a password", async () => {
  const answer = await api.form("/auth/login", { username: owner.email, password: PASSWORD });
  expect(answer.status).toBe(200);
  expect((await submit(signIn, { email: owner.email, password: PASSWORD })).status).toBe(200);
});

test("nobody gets a link by mail, and links from before don't work", async () => {
  config().SIGN_IN = "any";
  const asks = [
    (email: string) => api.form("/auth/login/email", { email }),
    (email: string) => api.post("/auth/forgot-password", { email }),
  ];
  const getToken = async (ask: (typeof asks)[number], page: string) => {
    expect((await ask(max.email)).status).toBe(200);
    return new URL(linkIn(await mails.next(max.email), page)).pathname.split("/").at(-1)!;
  };
  const magic = await getToken(asks[0]!, "/login/magic/");
  const reset = await getToken(asks[1]!, "/reset-password/");
  config().SIGN_IN = "sso";
  expect((await api.get(`/auth/verify/magic_token/${magic}`)).status).toBe(401);
  const change = { token: reset, new_password: "another long secret" };
  expect((await api.post("/auth/reset-password", change)).status).toBe(400);

  for (const ask of asks) {
    const asked = await ask(max.email);
    const unknown = await ask("nobody@example.test");
    expect([asked.status, asked.body]).toEqual([200, unknown.body]);
    // The owner's mail is sent after the other one would have been.
    await ask(owner.email);
    await mails.next(owner.email);
  }
  expect(await mails.to(max.email)).toHaveLength(2);
});

test("accounts are created with single sign-on only", async () => {
  const fields = { email: "new@example.test", password: PASSWORD, full_name: "New Person" };
  expect(await api.post("/auth/register", fields)).toMatchObject({
    status: 403,
    body: { message: "Accounts are created with single sign-on only." },
  });
  expect((await submit(register, fields)).status).toBe(400);
});

test("a signed-in person can't set a password, and keeps the session", async () => {
  const change = { current_password: PASSWORD, new_password: "another long secret" };
  expect((await max.api.patch("/auth/change-password", change)).status).toBe(403);
  expect((await max.api.get("/users/me")).status).toBe(200);
});
