import { generateKeyPair } from "jose";
import { afterAll, expect, test } from "vitest";
import { POST as signOut } from "@/app/(auth)/login/oidc/[provider]/back-channel/route";
import { client, person } from "@/test/client";
import { type Claims, startHostileIssuer } from "@/test/fakes/hostile-issuer";
import { createOidcBrowser } from "@/test/oidc-browser";
import { startServer } from "@/test/server";

process.env.SIGN_UP = "open";
process.env.APP_URL = "http://localhost:3000";
const issuers = await startHostileIssuer();
const { url, sign, close } = issuers;
const server = await startServer();
afterAll(async () => {
  await server.close();
  await close();
});
const { use, signIn, newPerson } = createOidcBrowser(issuers);
use();
// The first account has a password.
await person(server.url, "Olga Owner");

const getMe = async (session: string | undefined) =>
  (await client(server.url).get("/users/me", { cookie: `parley-session=${session}` })).body;

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const now = () => Math.floor(Date.now() / 1000);
const getClaims = (sub: unknown): Claims => ({
  iss: url,
  aud: "parley",
  sub: sub as string,
  iat: now(),
  jti: crypto.randomUUID(),
  events: { [EVENT]: {} },
});
async function send(token: string | Promise<string>) {
  const body = new URLSearchParams({ logout_token: await token });
  const request = new Request("http://localhost:3000/login/oidc/acme/back-channel", {
    method: "POST",
    body,
  });
  return (await signOut(request, { params: Promise.resolve({ provider: "acme" }) })).status;
}

test("a provider signs somebody out everywhere, and nobody else", async () => {
  const [pat, kim] = [newPerson(), newPerson()];
  const sessions = [(await signIn(pat)).session, (await signIn(pat)).session];
  const other = (await signIn(kim)).session;
  expect(await send(sign(getClaims(pat.sub)))).toBe(200);
  for (const session of sessions) expect((await getMe(session)).status_code).toBe(401);
  expect((await getMe(other)).email).toBe(kim.email);
  expect(await send(sign(getClaims("nobody here")))).toBe(200);
});

test.each<[string, (claims: Claims) => string | Promise<string>]>([
  ["no token", () => "x"],
  ["a signature of another key", async (claims) => sign(claims, (await generateKeyPair("RS256")).privateKey)],
  ["another issuer", (claims) => sign({ ...claims, iss: "https://issuer.test" })],
  ["another audience", (claims) => sign({ ...claims, aud: "somebody" })],
  ["an ID token", (claims) => sign({ ...claims, events: undefined, nonce: "n" })],
  ["a nonce", (claims) => sign({ ...claims, nonce: "n" })],
  ["another event", (claims) => sign({ ...claims, events: { "https://other.test": {} } })],
  ["no subject", (claims) => sign({ ...claims, sub: undefined })],
  ["an old token", (claims) => sign({ ...claims, iat: now() - 3600 })],
])("a provider signs nobody out with %s", async (_, forge) => {
  const pat = newPerson();
  const { session } = await signIn(pat);
  expect(await send(forge(getClaims(pat.sub)))).toBe(400);
  expect((await getMe(session)).email).toBe(pat.email);
});
