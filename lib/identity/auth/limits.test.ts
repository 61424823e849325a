import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { type Answer, client, PASSWORD, person } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

Object.assign(process.env, {
  TRUST_PROXY: "1",
  RATE_LIMIT_SIGN_IN_ACCOUNT: "3",
  RATE_LIMIT_SIGN_IN_ADDRESS: "8",
  RATE_LIMIT_REQUESTS: "20",
});
// Replaces the database's clock by the machine's clock, which these tests fake.
vi.mock("@/lib/platform/clock", async (actual) => ({
  ...(await actual<object>()),
  follow: async () => () => {},
}));
const server = await startServer();
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

// Creates the installation's first account, which takes longer than others.
await person(server.url, "Olga Owner");

// Each test starts one second into a new rate limit window of 15 minutes.
const WINDOW = 900_000;
let start = Math.ceil(Date.now() / WINDOW) * WINDOW + 1000;
beforeEach(() => {
  start += WINDOW;
  vi.useFakeTimers({ toFake: ["Date"], now: start });
});

const anyone = client(server.url);
const mails = outbox(process.env.DATA_DIR!);
let hosts = 0;
const newAddress = () => `203.0.${113 + Math.floor(++hosts / 250)}.${hosts % 250}`;
let emails = 0;
const newEmail = () => `limited${++emails}@example.test`;
const register = (email: string, from = newAddress()) =>
  anyone.post(
    "/auth/register",
    { email, password: PASSWORD, full_name: "Ada Example" },
    { "x-forwarded-for": from },
  );
const login = (username: string, from = newAddress(), password = "not the right one") =>
  anyone.send("POST", "/auth/login", {
    body: new URLSearchParams({ username, password }),
    headers: { "x-forwarded-for": from },
  });
const times = async (count: number, ask: () => Promise<Answer>) => {
  const statuses = [];
  for (let i = 0; i < count; i++) statuses.push((await ask()).status);
  return statuses;
};
const rateHeaders = ({ headers }: Answer) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`));
const TOO_MANY_SIGN_INS =
  "Too many attempts to sign in. Try again in 15 minutes, or sign in with a link by e-mail.";
const expectTooMany = (answer: Answer, limit: number, seconds = 899, message = TOO_MANY_SIGN_INS) => {
  expect(answer.status).toBe(429);
  expect(answer.body).toEqual({
    error: "Too Many Requests",
    message,
    status_code: 429,
    retry_after: seconds,
  });
  expect(answer.headers.get("retry-after")).toBe(String(seconds));
  expect(rateHeaders(answer)).toEqual([String(limit), "0", String(seconds)]);
};

test("an attacker who guesses is blocked, even with the right password, and the owner elsewhere is not", async () => {
  const [email, guesser] = [newEmail(), newAddress()];
  await register(email);
  expect(await times(3, () => login(email, guesser))).toEqual([401, 401, 401]);
  expectTooMany(await login(email, guesser, PASSWORD), 3);
  expectTooMany(await login(` ${email.toUpperCase()}`, guesser), 3);
  expect((await login(email, newAddress(), PASSWORD)).status).toBe(200);
  expect((await login(newEmail(), guesser)).status).toBe(401);
  vi.setSystemTime(start + WINDOW);
  expect((await login(email, guesser, PASSWORD)).status).toBe(200);
});

test("sign-ins with the right password don't count", async () => {
  const [email, from] = [newEmail(), newAddress()];
  await register(email, from);
  expect(await times(2, () => login(email, from))).toEqual([401, 401]);
  expect(await times(4, () => login(email, from, PASSWORD))).toEqual([200, 200, 200, 200]);
  expect((await login(email, from)).status).toBe(401);
});

test("persistent guessing gets fewer and fewer attempts", async () => {
  const day = 57_600_000;
  start = Math.ceil(start / day) * day + 1000;
  const [email, guesser] = [newEmail(), newAddress()];
  const guesses: number[] = [];
  for (let window = 0; window < day / WINDOW; window++) {
    vi.setSystemTime(start + window * WINDOW);
    const statuses = await times(4, () => login(email, guesser));
    guesses.push(statuses.filter((status) => status === 401).length);
  }
  const until = (hours: number) => guesses.slice(0, hours * 4).reduce((sum, count) => sum + count, 0);
  expect([until(0.25), until(1), until(4), until(16)]).toEqual([3, 6, 12, 24]);
  start += day;
});

test("guesses from many sources together are blocked, except from sources that the account knows", async () => {
  const [email, known] = [newEmail(), newAddress()];
  await register(email);
  expect((await login(email, known, PASSWORD)).status).toBe(200);
  for (let guesser = 0; guesser < 10; guesser++) {
    const from = newAddress();
    expect(await times(3, () => login(email, from))).toEqual([401, 401, 401]);
  }
  expectTooMany(await login(email, newAddress(), PASSWORD), 30);
  expect((await login(email, known, PASSWORD)).status).toBe(200);
  expect((await login(newEmail())).status).toBe(401);
});

test("a network without remaining password attempts can still sign in by a mailed link", async () => {
  const [email, from] = [newEmail(), newAddress()];
  await register(email);
  await times(8, () => login(newEmail(), from));
  expectTooMany(await login(email, from, PASSWORD), 8);
  const there = { "x-forwarded-for": from };
  const asked = await anyone.send("POST", "/auth/login/email", {
    body: new URLSearchParams({ email }),
    headers: there,
  });
  expect(asked.status).toBe(200);
  const token = linkIn(await mails.next(email), "/login/magic/")
    .split("/")
    .pop();
  expect((await anyone.get(`/auth/verify/magic_token/${token}`, there)).status).toBe(200);
});

test("an address without an account has the same limit and the same answer", async () => {
  const [email, guesser] = [newEmail(), newAddress()];
  expect(await times(3, () => login(email, guesser))).toEqual([401, 401, 401]);
  expectTooMany(await login(email, guesser), 3);
});

test("concurrent attempts don't exceed the limit", async () => {
  const [email, guesser] = [newEmail(), newAddress()];
  const answers = await Promise.all(Array.from({ length: 10 }, () => login(email, guesser)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test("the attempts of one network address are limited across all accounts", async () => {
  const from = newAddress();
  expect(await times(8, () => login(newEmail(), from))).toEqual(Array(8).fill(401));
  expectTooMany(await login(newEmail(), from), 8);
  expectTooMany(await login(newEmail(), `198.51.100.7, ${from}`), 8);
  expect((await login(newEmail())).status).toBe(401);
});

test("an attempt that the network limit refuses doesn't count for the account", async () => {
  const [email, from] = [newEmail(), newAddress()];
  await register(email);
  await times(8, () => login(newEmail(), from));
  await times(5, () => login(email, from));
  expect((await login(email, newAddress(), PASSWORD)).status).toBe(200);
});

test("addresses of one IPv6 network share a limit", async () => {
  let host = 0;
  expect(await times(8, () => login(newEmail(), `2001:db8:1:2::${++host}`))).toEqual(Array(8).fill(401));
  expectTooMany(await login(newEmail(), "2001:db8:1:2:ffff::1"), 8);
  expect((await login(newEmail(), "2001:db8:1:3::1")).status).toBe(401);
});

test("registrations count, whether refused or not", async () => {
  const from = newAddress();
  const email = newEmail();
  const statuses = await times(8, () => register(email, from));
  expect(statuses).toEqual([200, ...Array(7).fill(409)]);
  expectTooMany(await register(newEmail(), from), 8, 899, "Too many requests. Try again in 899 s.");
  expectTooMany(await login(email, from, PASSWORD), 8);
  expect((await register(newEmail())).status).toBe(200);
});

test("responses state the remaining limit, and each caller has its own", async () => {
  const ada = await person(server.url);
  expect(rateHeaders(await ada.api.get("/chats"))).toEqual(["20", "19", "59"]);
  expect(rateHeaders(await ada.api.get("/chats/x"))).toEqual(["20", "18", "59"]);
  expect(rateHeaders(await ada.api.get("/chats/999999"))).toEqual(["20", "17", "59"]);
  const { token } = (await ada.api.post("/users/me/api-tokens", { name: "ci" })).body;
  const program = client(server.url, `Token ${token}`);
  expect(rateHeaders(await program.get("/chats"))).toEqual(["20", "19", "59"]);
  await times(19, () => program.get("/chats"));
  expectTooMany(await program.get("/chats"), 20, 59, "Too many requests. Try again in 59 s.");
  expect((await ada.api.get("/chats")).status).toBe(200);
  vi.setSystemTime(start + 60_000);
  expect((await program.get("/chats")).status).toBe(200);
});

test("guesses of credentials are limited by network address", async () => {
  const from = { "x-forwarded-for": newAddress() };
  const guess = () => client(server.url, "Bearer x").get("/chats", from);
  const first = await guess();
  expect([first.status, ...rateHeaders(first)]).toEqual([401, "20", "19", "59"]);
  expect(await times(19, guess)).toEqual(Array(19).fill(401));
  const message = "Too many requests. Try again in 59 s.";
  expectTooMany(await guess(), 20, 59, message);
  expectTooMany(await anyone.get("/users/me/api-tokens", from), 20, 59, message);
  const ada = await person(server.url);
  expect((await ada.api.get("/chats", from)).status).toBe(200);
});
