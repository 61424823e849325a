import { base64url, exportSPKI, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { client, PASSWORD, person } from "@/test/client";
import { startServerWithFirebase } from "@/test/server-with-firebase";

const { firebase, server } = await startServerWithFirebase();

const anyone = client(server.url);
const at = (path: string, token: string) => `${path}?firebase_token=${encodeURIComponent(token)}`;
const login = (token: string) => anyone.post(at("/auth/login/firebase", token));
const link = (api: typeof anyone, token: string) => api.post(at("/auth/link_firebase_user", token));
let count = 0;
// An unknown Firebase identity.
const identity = () => ({
  sub: `uid-${++count}-new`,
  email: `visitor${count}@firebase.test`,
  name: "Fay Base",
});
const now = () => Math.floor(Date.now() / 1000);

// Simulates a mailed confirmation; the tests of lib/identity/auth cover the real one.
const confirm = (email: string) =>
  db().execute(`update users set email_confirmed_at = now() where email = '${email}'`);

describe("signing in with Firebase", () => {
  test("creates an account with a group for an unknown verified address once", async () => {
    const who = identity();
    const token = await firebase.token({ ...who, email: who.email.toUpperCase() });
    const made = await login(token);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      token_type: "bearer",
      expires_in: 600,
      groups: [{ name: "Fay Base's group", role: "owner" }],
      user: { email: who.email, full_name: "Fay Base" },
    });
    const again = await login(token);
    expect(again.body).toMatchObject({ user: made.body.user, groups: made.body.groups });
    const api = client(server.url, `Bearer ${made.body.access_token}`);
    expect((await api.get("/chats")).status).toBe(200);
    // The account has no password to guess.
    expect((await anyone.form("/auth/login", { username: who.email, password: PASSWORD })).status).toBe(401);
  });

  test("creates one account for concurrent uses of a token", async () => {
    const token = await firebase.token(identity());
    const answers = await Promise.all([1, 2, 3, 4].map(() => login(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
    expect(answers[0]!.body.groups).toHaveLength(1);
  });

  test.each([
    [undefined, (email: string) => email.split("@")[0]],
    ["  ", (email: string) => email.split("@")[0]],
    ["x".repeat(300), (email: string) => email.split("@")[0]],
    [{ first: "Fay" }, (email: string) => email.split("@")[0]],
    [" Fay ", () => "Fay"],
  ])("accepts the name %j if it is valid", async (name, expected) => {
    const who = identity();
    const { body } = await login(await firebase.token({ ...who, name }));
    expect(body.user.full_name).toBe(expected(who.email));
  });

  test("doesn't take over an account with an unconfirmed address", async () => {
    const ada = await person(server.url);
    const who = { ...identity(), email: ada.email };
    const refused = await login(await firebase.token(who));
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("Sign in with its password and link");
    // After the account's owner has linked the identity, the identity can sign in.
    expect((await link(ada.api, await firebase.token(who))).status).toBe(200);
    expect((await login(await firebase.token(who))).body.user).toEqual(ada.user);
    expect((await ada.api.get("/chats")).status).toBe(200);
  });

  test("links an account with a confirmed address", async () => {
    const ada = await person(server.url);
    await confirm(ada.email);
    const who = { ...identity(), email: ada.email };
    expect((await login(await firebase.token(who))).body.user).toEqual(ada.user);
    // A linked identity signs in to its account even if its address differs.
    const moved = await firebase.token({ ...who, email: "elsewhere@firebase.test", email_verified: false });
    expect((await login(moved)).body.user).toEqual(ada.user);
    // A second identity with the same address may belong to somebody else.
    const other = await login(await firebase.token({ ...identity(), email: ada.email }));
    expect(other.status).toBe(409);
  });

  test("is refused for a disabled account", async () => {
    const who = identity();
    const { body } = await login(await firebase.token(who));
    await db().execute(`update users set disabled_at = now() where id = ${body.user.id}`);
    expect((await login(await firebase.token(who))).status).toBe(401);
  });
});

describe("a token is refused", () => {
  test.each([
    ["of another issuer", { iss: "https://securetoken.google.com/other" }],
    ["of Google itself", { iss: "https://accounts.google.com" }],
    ["without issuer", { iss: undefined }],
    ["for another project", { aud: "other" }],
    ["for several projects", { aud: ["parley-test", "other"] }],
    ["for nobody", { aud: undefined }],
    ["that has expired", { exp: now() - 600 }],
    ["that never expires", { exp: undefined }],
    ["not issued yet", { iat: now() + 3600 }],
    ["issued at no time", { iat: undefined }],
    ["not valid yet", { nbf: now() + 3600 }],
    ["signed in in the future", { auth_time: now() + 3600 }],
    ["signed in at no time", { auth_time: undefined }],
    ["signed in at some text", { auth_time: "yesterday" }],
    ["without subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["with a long subject", { sub: "u".repeat(129) }],
    ["with NUL in its subject", { sub: "u\0" }],
    ["with half a character as subject", { sub: "\ud800" }],
    ["whose address is not verified", { email_verified: false }],
    ["whose address is verified in words", { email_verified: "true" }],
    ["without address", { email: undefined }],
    ["with a bad address", { email: "no address" }],
    ...["sub", "aud", "iss", "auth_time", "email", "email_verified"].flatMap((claim) =>
      [{}, [], ["x"], true, "x".repeat(5000)]
        .filter((value) => claim !== "email_verified" || value !== true)
        .map((value): [string, object] => [
          `with ${JSON.stringify(value).slice(0, 20)} as ${claim}`,
          { [claim]: value },
        ]),
    ),
  ])("%s", async (_, changes) => {
    const answer = await login(await firebase.token({ ...identity(), ...changes }));
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.body)).toEqual(["error", "message", "status_code"]);
  });

  test.each([[{}], [[]], [1], [true], [null], [""], ["\u3164"], ["x".repeat(2000)]])(
    "unless only its name is invalid: %j is ignored",
    async (name) => {
      const answer = await login(await firebase.token({ ...identity(), name }));
      expect(answer.status).toBe(200);
    },
  );

  test("without a signature, also with the algorithm none in its header", async () => {
    const claims = firebase.claims(identity());
    const unsigned = new UnsecuredJWT(claims).encode();
    expect((await login(unsigned)).status).toBe(401);
    const header = base64url.encode(JSON.stringify({ alg: "none", kid: "first" }));
    expect((await login(`${header}.${unsigned.split(".")[1]}.`)).status).toBe(401);
    const signed = await firebase.token(identity());
    expect((await login(signed.slice(0, signed.lastIndexOf(".") + 1))).status).toBe(401);
  });

  test("signed with the public key as a shared secret", async () => {
    const secret = new TextEncoder().encode(await exportSPKI(firebase.first.publicKey));
    const token = await new SignJWT(firebase.claims(identity()))
      .setProtectedHeader({ alg: "HS256", kid: "first" })
      .sign(secret);
    expect((await login(token)).status).toBe(401);
  });

  test("signed by a stranger with a known, an unknown or no key id", async () => {
    const stranger = await firebase.newKey("first");
    const signedBy = (header: { kid?: string }) =>
      new SignJWT(firebase.claims(identity()))
        .setProtectedHeader({ alg: "RS256", ...header, jwk: stranger.jwk } as never)
        .sign(stranger.privateKey);
    for (const header of [{ kid: "first" }, { kid: "stranger" }, {}]) {
      expect((await login(await signedBy(header))).status).toBe(401);
    }
  });

  test("with a changed payload", async () => {
    const [header, , signature] = (await firebase.token(identity())).split(".");
    const payload = base64url.encode(JSON.stringify(firebase.claims({ ...identity(), sub: "uid-1-new" })));
    expect((await login(`${header}.${payload}.${signature}`)).status).toBe(401);
  });

  test.each(["x", "a.b.c", "..", "e30.e30.", "😀", `${"a".repeat(8000)}.b.c`])(
    "that is malformed: %s",
    async (token) => {
      expect((await login(token)).status).toBe(401);
    },
  );

  test("that Parley issued", async () => {
    const { access_token } = (await login(await firebase.token(identity()))).body;
    expect((await login(access_token)).status).toBe(401);
  });

  test("that is missing or far too long", async () => {
    expect((await anyone.post("/auth/login/firebase")).status).toBe(422);
    expect((await login("a".repeat(9000))).status).toBe(422);
  });
});

describe("linking", () => {
  test("is idempotent, and refused for an identity of another account", async () => {
    const [ada, bob] = [await person(server.url), await person(server.url)];
    const token = await firebase.token(identity());
    for (let n = 0; n < 2; n++) {
      const linked = await link(ada.api, token);
      expect(linked).toMatchObject({ status: 200, body: { success: true } });
    }
    expect((await link(bob.api, token)).status).toBe(409);
    // An account has at most one identity.
    expect((await link(ada.api, await firebase.token(identity()))).status).toBe(409);
    expect((await login(token)).body.user).toEqual(ada.user);
    expect((await link(anyone, token)).status).toBe(401);
    expect((await link(bob.api, "no token")).status).toBe(401);
  });

  test("of one identity to two accounts at the same time succeeds once", async () => {
    const people = [await person(server.url), await person(server.url)];
    const token = await firebase.token(identity());
    const answers = await Promise.all(people.map(({ api }) => link(api, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is refused for API tokens", async () => {
    const ada = await person(server.url);
    const { body } = await ada.api.post("/users/me/api-tokens", { name: "Program" });
    const program = client(server.url, `Token ${body.token}`);
    expect((await link(program, await firebase.token(identity()))).status).toBe(403);
  });
});

describe("Firebase's keys", () => {
  test("are fetched once, and again for a new key id", async () => {
    const before = firebase.asked();
    for (let n = 0; n < 3; n++) expect((await login(await firebase.token(identity()))).status).toBe(200);
    expect(firebase.asked()).toBe(before);
    const second = await firebase.newKey("second");
    firebase.publish(firebase.first, second);
    const token = await firebase.token(identity(), second);
    // Unknown keys are fetched at most once per second.
    await expect.poll(async () => (await login(token)).status).toBe(200);
    expect((await login(await firebase.token(identity()))).status).toBe(200);
    // A withdrawn key is dropped when the keys are refreshed.
    const third = await firebase.newKey("third");
    firebase.publish(third);
    const newest = await firebase.token(identity(), third);
    await expect.poll(async () => (await login(newest)).status).toBe(200);
    expect((await login(token)).status).toBe(401);
    firebase.publish(firebase.first, third);
    const first = await firebase.token(identity());
    await expect.poll(async () => (await login(first)).status).toBe(200);
  });

  test("that cannot be fetched don't affect known ones, and unknown ones return 503", async () => {
    const next = await firebase.newKey("next");
    firebase.setDown(true);
    try {
      const token = await firebase.token(identity(), next);
      await expect.poll(async () => (await login(token)).status).toBe(503);
      expect((await login(await firebase.token(identity()))).status).toBe(200);
    } finally {
      firebase.setDown(false);
    }
  });
});
