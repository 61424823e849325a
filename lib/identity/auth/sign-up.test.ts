import { beforeEach, describe, expect, test } from "vitest";
import { ConfigError, config, readConfig } from "@/lib/platform/config";
import type { SignUp } from "@/lib/platform/config/sign-up";
import { summarizeStart } from "@/scripts/lifecycle";
import { client, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServerWithFirebase } from "@/test/server-with-firebase";

/** SIGN_UP: who may create an account once the installation has an owner. */
const { firebase, server } = await startServerWithFirebase();
const mails = outbox(config().DATA_DIR);
const anyone = client(server.url);
const host = await person(server.url, "Olga Owner");

const set = (signUp: SignUp) => Object.assign(config(), { signUp });
beforeEach(() => set({ mode: "open" }));

let addresses = 0;
const newEmail = (domain = "example.test") => `someone${++addresses}@${domain}`;
const given = (email: string) => ({ email, full_name: "Ada Example" });
const register = (email: string, fields: object = {}) =>
  anyone.post("/auth/register", { ...given(email), password: PASSWORD, ...fields });
const passwordless = (email: string, fields: object = {}) =>
  anyone.post("/auth/register/passwordless", { ...given(email), ...fields });
const byFirebase = async (email: string) =>
  anyone.post(
    `/auth/login/firebase?firebase_token=${await firebase.token({ sub: email, email, name: "Fay" })}`,
  );
const confirm = async (email: string) => {
  const token = linkIn(await mails.next(email), "/register/confirm/")
    .split("/")
    .pop();
  return anyone.get(`/auth/register/confirm/${token}`);
};
async function invitation(email?: string): Promise<string> {
  await host.api.post(`/groups/${host.group.id}/invitations`, { email });
  if (email)
    return linkIn(await mails.next(email), "/join/")
      .split("/")
      .pop()!;
  const { link } = (await host.api.post(`/groups/${host.group.id}/invitations`, {})).body;
  return link.split("/").pop();
}

test.each([
  ["http://localhost:3000", "open"],
  ["http://127.0.0.5:3000", "open"],
  ["http://[::1]:3000", "open"],
  ["http://parley.localhost", "open"],
  ["https://parley.example.com", "invited"],
  ["http://192.168.1.5:3000", "invited"],
  ["https://localhost.example.com", "invited"],
  ["https://127.0.0.1.example.com", "invited"],
])("sign-up at %s is %s unless SIGN_UP is set", (APP_URL, mode) => {
  const { DATA_DIR } = config();
  expect(readConfig({ DATA_DIR, APP_URL }).signUp.mode).toBe(mode);
  expect(readConfig({ DATA_DIR, APP_URL, SIGN_UP: "closed" }).signUp.mode).toBe("closed");
});

test.each(["opened", "domain:", "domain:example", "domain:a.test,,b.test", "domain:@a.test"])(
  "an invalid SIGN_UP=%s prevents the start with an error that names it",
  (SIGN_UP) => {
    expect(() => readConfig({ DATA_DIR: config().DATA_DIR, SIGN_UP })).toThrow(ConfigError);
    expect(() => readConfig({ DATA_DIR: config().DATA_DIR, SIGN_UP })).toThrow(/SIGN_UP: must be/);
  },
);

describe("closed", () => {
  test("sign-up creates no account in any way, and existing accounts can sign in", async () => {
    const mailed = newEmail();
    expect((await passwordless(mailed)).status).toBe(200);
    const invitation_token = await invitation();
    const known = newEmail("firebase.test");
    expect((await byFirebase(known)).status).toBe(200);
    set({ mode: "closed" });
    const refused = await register(newEmail());
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe("Sign-up is closed. Ask your administrator for an account.");
    expect((await register(newEmail(), { invitation_token })).status).toBe(403);
    expect((await passwordless(newEmail())).status).toBe(403);
    expect((await byFirebase(newEmail("firebase.test"))).status).toBe(403);
    // The response is the same for an address with an account.
    expect((await register(host.email)).body.message).toEqual(refused.body.message);
    expect((await confirm(mailed)).status).toBe(403);
    expect((await byFirebase(known)).status).toBe(200);
    expect((await anyone.form("/auth/login", { username: host.email, password: PASSWORD })).status).toBe(200);
    expect(await summarizeStart()).toMatch(/Sign-up +closed/);
  });

  test("a link mailed earlier works when sign-up is open again", async () => {
    const email = newEmail();
    await passwordless(email);
    const token = linkIn(await mails.next(email), "/register/confirm/")
      .split("/")
      .pop();
    const use = () => anyone.get(`/auth/register/confirm/${token}`);
    set({ mode: "closed" });
    expect((await use()).status).toBe(403);
    set({ mode: "open" });
    expect((await use()).status).toBe(200);
  });
});

describe("by invitation", () => {
  test("sign-up requires an invitation", async () => {
    set({ mode: "invited" });
    expect((await register(newEmail())).status).toBe(403);
    expect((await passwordless(newEmail())).status).toBe(403);
    expect((await byFirebase(newEmail("firebase.test"))).status).toBe(403);
    const email = newEmail();
    const byMail = await invitation(email);
    expect((await register(newEmail(), { invitation_token: byMail })).status).toBe(404);
    expect((await register(email, { invitation_token: byMail })).status).toBe(200);
    const byLink = await invitation();
    expect((await register(newEmail(), { invitation_token: byLink })).status).toBe(200);
    const other = newEmail();
    expect((await passwordless(other, { invitation_token: byLink })).status).toBe(200);
    expect((await confirm(other)).status).toBe(200);
  });

  test("an invitation that ends before the mailed link is used creates no account", async () => {
    set({ mode: "invited" });
    const email = newEmail();
    const invitation_token = await invitation();
    expect((await passwordless(email, { invitation_token })).status).toBe(200);
    await host.api.del(`/groups/${host.group.id}/invitations`);
    expect((await confirm(email)).status).toBe(403);
  });
});

test("sign-up by domain is limited to confirmed addresses of the domains", async () => {
  set({ mode: "domain", domains: ["example.com", "other.org"] });
  for (const domain of ["example.test", "sub.example.com", "notexample.com", "example.com.evil.test"]) {
    const refused = await register(newEmail(domain));
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("example.com or other.org");
  }
  const email = newEmail("OTHER.org");
  const asked = await register(email);
  expect(asked.body).toMatchObject({ user_id: null, confirmation_required: true });
  expect((await anyone.form("/auth/login", { username: email, password: PASSWORD })).status).toBe(401);
  expect((await confirm(email.toLowerCase())).status).toBe(200);
  expect((await anyone.form("/auth/login", { username: email, password: PASSWORD })).status).toBe(200);
  expect((await byFirebase(newEmail("example.com"))).status).toBe(200);
});
