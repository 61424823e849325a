import { UnsecuredJWT } from "jose";
import { afterAll, expect, test } from "vitest";
import { client } from "@/test/client";
import { startFirebaseKeys } from "@/test/fakes/firebase-keys";
import { startServer } from "@/test/server";

const firebase = await startFirebaseKeys();
Object.assign(process.env, {
  FIREBASE_PROJECT_ID: firebase.project,
  FIREBASE_KEYS_URL: firebase.url,
  FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099",
});
const server = await startServer();
afterAll(async () => {
  await server.close();
  await firebase.close();
});

const login = (token: string) =>
  client(server.url).post(`/auth/login/firebase?firebase_token=${encodeURIComponent(token)}`);
const unsigned = (changes: object = {}) =>
  new UnsecuredJWT(firebase.claims({ email: "emil@firebase.test", ...changes })).encode();

test("the emulator's unsigned tokens are accepted, but their claims are verified", async () => {
  expect((await login(unsigned())).body.user.email).toBe("emil@firebase.test");
  for (const changes of [
    { aud: "other" },
    { exp: 1 },
    { auth_time: undefined },
    { email_verified: false, sub: "2" },
  ]) {
    expect((await login(unsigned(changes))).status).toBe(401);
  }
  expect((await login(await firebase.token({ email: "emil@firebase.test" }))).status).toBe(200);
});

test("the emulator's unsigned tokens are refused in production", async () => {
  const before = process.env.NODE_ENV;
  Object.assign(process.env, { NODE_ENV: "production" });
  try {
    expect((await login(unsigned())).status).toBe(401);
    expect((await login(await firebase.token({ email: "emil@firebase.test" }))).status).toBe(200);
  } finally {
    Object.assign(process.env, { NODE_ENV: before });
  }
});
