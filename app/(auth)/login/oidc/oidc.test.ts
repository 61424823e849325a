import { sql } from "drizzle-orm";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { GET as finish } from "@/app/(auth)/login/oidc/[provider]/return/route";
import { GET as start } from "@/app/(auth)/login/oidc/[provider]/start/route";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { client, person } from "@/test/client";
import { type Claims, startHostileIssuer } from "@/test/fakes/hostile-issuer";
import { createOidcBrowser } from "@/test/oidc-browser";
import { startServer } from "@/test/server";

process.env.SIGN_UP = "open";
process.env.APP_URL = "http://localhost:3000";
const issuers = await startHostileIssuer();
const { url, sign, issuer, reset, close } = issuers;
const server = await startServer();
afterAll(async () => {
  await server.close();
  await close();
});

const { use, call, visit, comeBack, signIn, newPerson, newAddress } = createOidcBrowser(issuers);
use();
afterEach(() => {
  use();
  reset();
});

const read = async (path: string, session: string | undefined) =>
  (await client(server.url).get(path, { cookie: `parley-session=${session}` })).body;
const getMe = (session: string | undefined) => read("/users/me", session);

// The first account owns the installation and has a password.
const owner = await person(server.url, "Olga Owner");

test("somebody new gets an account, and comes back to the same one", async () => {
  const pat = newPerson();
  const first = await signIn(pat, "/assistants");
  expect(first.to).toBe("/assistants");
  const me = await getMe(first.session);
  expect(me).toMatchObject({ email: pat.email, full_name: "Pat Person" });
  // The address may change at the provider; the account stays the same.
  const again = await signIn({ ...pat, email: newAddress() });
  expect((await getMe(again.session)).id).toBe(me.id);
});

test("an account with a confirmed address is linked, and its owner is told in the audit log", async () => {
  const ada = await person(server.url, "Ada Example");
  const link = { sub: `sub-${crypto.randomUUID()}`, email: ada.email, email_verified: true };
  expect((await signIn(link)).to).toContain("error=Linked");
  await db().execute(sql`update users set email_confirmed_at = now() where id = ${ada.user.id}`);
  const { session } = await signIn(link);
  expect((await getMe(session)).id).toBe(ada.user.id);
  const entries = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: "identity_linked",
      details: { method: "oidc", provider: "acme" },
    }),
  );
  // Another identity of the same provider doesn't get the account.
  expect((await signIn({ ...link, sub: "another" })).to).toContain("error=Linked");
});

test("people join the group that the provider names, with the role of their claim", async () => {
  const roles = {
    group_id: owner.group.id,
    role_claim: "realm_access.roles",
    admin_values: ["parley-admin"],
  };
  use(roles);
  const pat = newPerson({ realm_access: { roles: ["staff", "parley-admin"] } });
  const getRole = async () => (await read("/groups", (await signIn(pat)).session))[0];
  expect(await getRole()).toMatchObject({ id: owner.group.id, role: "admin" });
  pat.realm_access = { roles: ["staff"] };
  expect(await getRole()).toMatchObject({ role: "member" });
  // Signing in doesn't bring back somebody who was removed.
  const { id } = await getMe((await signIn(pat)).session);
  const listIds = async () =>
    (await owner.api.get(`/groups/${owner.group.id}/members`)).body.map(
      (member: { id: number }) => member.id,
    );
  expect(await listIds()).toContain(id);
  await owner.api.del(`/groups/${owner.group.id}/members/${id}`);
  await signIn(pat);
  expect(await listIds()).not.toContain(id);
});

test("only people whom the provider's settings allow sign in", async () => {
  use({ role_claim: "groups", allowed_values: ["staff"], email_domains: ["acme.test"] });
  const allowed = newPerson({ groups: "staff" });
  expect((await signIn(allowed)).session).toBeDefined();
  const refused = [
    { ...allowed, groups: ["guests"] },
    { ...allowed, groups: undefined },
    { ...allowed, groups: { staff: true } },
    { ...allowed, email: "eve@acme.test.evil.test" },
    { ...allowed, email_verified: false },
  ];
  for (const claims of refused)
    expect(await signIn(claims), JSON.stringify(claims)).toMatchObject({
      to: expect.stringContaining("error=NotAllowed"),
      session: undefined,
    });
});

test("SIGN_UP decides where the provider creates no accounts", async () => {
  use({ creates_accounts: false });
  const { signUp } = config();
  try {
    config().signUp = { mode: "closed" };
    expect((await signIn(newPerson())).to).toContain("error=NotAllowed");
    use();
    expect((await signIn(newPerson())).session).toBeDefined();
  } finally {
    config().signUp = signUp;
  }
});

test("suspended people don't sign in", async () => {
  const pat = newPerson();
  const { id } = await getMe((await signIn(pat)).session);
  expect((await owner.api.post(`/installation/accounts/${id}/suspend`, {})).status).toBe(200);
  expect(await signIn(pat)).toMatchObject({ to: expect.stringContaining("error=Sso"), session: undefined });
});

test("a sign-in ends only in the browser that began it, once, and on our own pages", async () => {
  const first = await signIn(newPerson(), "//evil.test/");
  expect(first.to).toBe("/");
  const mine = await signIn(newPerson());
  expect((await comeBack(mine.back!, {})).session).toBeUndefined();
  const other = await signIn(newPerson());
  expect((await comeBack(mine.back!, other.pending)).session).toBeUndefined();
  expect((await call(finish, mine.back!, mine.pending, "gone")).headers.get("location")).toContain(
    "error=Sso",
  );
  expect(first.pending["parley-oidc"]).not.toContain("client-secret");
});

describe("lies of an issuer sign nobody in", () => {
  const forged = async (claims: Claims) => sign(claims, (await generateKeyPair("RS256")).privateKey);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const lies: [string, () => void][] = [
    [
      "a token without a signature",
      () => (issuer.sign = (claims) => `${encode({ alg: "none" })}.${encode(claims)}.`),
    ],
    ["a signature of another key", () => (issuer.sign = forged)],
    [
      "a signature with the client's secret",
      () =>
        (issuer.sign = (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: "HS256" })
            .sign(new TextEncoder().encode("client-secret-client-secret-1234"))),
    ],
    ["another issuer", () => (issuer.claims.iss = "https://issuer.test")],
    ["another audience", () => (issuer.claims.aud = "somebody")],
    ["several audiences without an authorized party", () => (issuer.claims.aud = ["parley", "somebody"])],
    ["another nonce", () => (issuer.claims.nonce = "other")],
    ["no nonce", () => (issuer.claims.nonce = undefined)],
    ["an expired token", () => (issuer.claims.exp = 1_000_000_000)],
    ["no subject", () => (issuer.claims.sub = undefined)],
    ["an empty subject", () => (issuer.claims.sub = "")],
    ["a subject with control characters", () => (issuer.claims.sub = "a\u0000b")],
    ["an endless subject", () => (issuer.claims.sub = "x".repeat(300))],
    ["no address", () => (issuer.claims.email = undefined)],
    ["an unconfirmed address", () => (issuer.claims.email_verified = false)],
    ["an address confirmed by a text", () => (issuer.claims.email_verified = "yes")],
    ["a list of addresses", () => (issuer.claims.email = [newAddress(), owner.email])],
    ["a changed state", () => (issuer.comeBack = (query) => query.set("state", "other"))],
    ["no state", () => (issuer.comeBack = (query) => query.delete("state"))],
    ["two states", () => (issuer.comeBack = (query) => query.append("state", "other"))],
    ["another issuer's answer", () => (issuer.comeBack = (query) => query.set("iss", "https://issuer.test"))],
    ["no code", () => (issuer.comeBack = (query) => query.delete("code"))],
    [
      "a page in place of tokens",
      () => (issuer.token = { body: "<html>", headers: { "content-type": "text/html" } }),
    ],
    [
      "a token that is no token",
      () => (issuer.token = { body: '{"access_token":"a","token_type":"Bearer","id_token":"x"}' }),
    ],
    ["no token", () => (issuer.token = { body: '{"access_token":"a","token_type":"Bearer"}' })],
    ["an endless answer", () => (issuer.token = { body: `{"access_token":"${"x".repeat(2_000_000)}"}` })],
    ["a deep answer", () => (issuer.token = { body: "[".repeat(100_000) })],
    [
      "a redirect",
      () =>
        (issuer.token = { status: 302, body: "", headers: { location: `${server.url}/api/v1/users/me` } }),
    ],
    [
      "a profile of somebody else",
      () => {
        issuer.claims.email = undefined;
        issuer.me = { sub: "somebody", email: owner.email, email_verified: true };
      },
    ],
  ];
  test.each(lies)("%s", async (_, lie) => {
    issuer.claims = newPerson();
    lie();
    const { to, session } = await visit();
    expect(to).toMatch(/^\/login\?error=(Sso|NotAllowed)/);
    expect(session).toBeUndefined();
  });

  test("but the truth does", async () => {
    const { to, session } = await signIn(newPerson());
    expect([to, session !== undefined]).toEqual(["/", true]);
  });
});

test.each([
  ["nothing answers", { issuer: "http://127.0.0.1:9" }],
  ["another issuer answers", { issuer: `${url}/other` }],
])("a sign-in where %s says so", async (_, change) => {
  use({ ...change, id: "acme", name: `Away ${crypto.randomUUID()}` });
  expect((await visit()).to).toBe("/login?error=Sso");
});

test("an unknown provider is refused", async () => {
  const refused = await call(start, "http://localhost:3000/login/oidc/none/start", {}, "none");
  expect(refused.headers.get("location")).toBe("/login?error=Sso");
});
