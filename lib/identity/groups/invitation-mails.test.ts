import { afterAll, describe, expect, test, vi } from "vitest";
import { client, PASSWORD, person } from "@/test/client";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

Object.assign(process.env, {
  APP_URL: "https://parley.example.test",
  SIGN_UP: "open",
  RATE_LIMIT_MAILS: "3",
  RATE_LIMIT_INVITATIONS: "5",
});
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
const mails = outbox(process.env.DATA_DIR!);

async function inviting() {
  const owner = await person(server.url, "Olga Owner");
  const at = `/groups/${owner.group.id}/invitations`;
  return { owner, at, invite: (body: object = {}) => owner.api.post(at, body) };
}

// Returns a client of the user for another of their groups.
async function entered({ email }: { email: string }, group: { name: string }) {
  const login = await client(server.url).form("/auth/login", { username: email, password: PASSWORD });
  const chosen = await client(server.url, `Bearer ${login.body.access_token}`).post("/auth/login/group", [
    group.name,
  ]);
  return client(server.url, `Bearer ${chosen.body[0].access_token}`);
}

describe("an invitation mail", () => {
  test("shows names in one short line without links and without invisible characters", async () => {
    const { owner, invite } = await inviting();
    const evil = "Win at https://evil.test/now\u2060 or www。evil.test \u200Btoday: bit.ly/x ".padEnd(
      100,
      "!",
    );
    expect((await owner.api.patch(`/groups/${owner.group.id}`, { name: evil })).status).toBe(200);
    await owner.api.patch("/users/me", { full_name: `Eve\u00ad evil.test ${"x".repeat(150)}` });
    const email = `stranger.${Date.now()}@example.test`;
    expect((await invite({ email })).status).toBe(201);
    const { mail } = await mails.next(email);
    const [first] = mail.text!.split("\n\n");
    for (const text of [mail.subject!, first!.replace(owner.email, "")]) {
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|:\/\/|[\p{L}\p{N}][.。][\p{L}\p{N}]/u);
      expect(text).toContain("Win at https: evil. test/now");
    }
    expect([...mail.subject!].length).toBeLessThanOrEqual(
      60 + 60 + " has invited you to join “” on Parley".length,
    );
    expect(mail.html).not.toMatch(/href="(?!https:\/\/parley\.example\.test\/join\/)/);
  });

  test("is limited per user and per group", async () => {
    const { owner, at, invite } = await inviting();
    let count = 0;
    const stranger = () => `relay${++count}.${Date.now()}@example.test`;
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await invite({ email: stranger() })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await invite({})).status).toBe(201);
    // The limit also applies in the inviter's other groups and to people who are added to a chat.
    const second = (await owner.api.post("/groups", { name: "Another" })).body;
    const elsewhere = await entered(owner, second);
    const there = await elsewhere.post(`/groups/${second.id}/invitations`, { email: stranger() });
    expect([there.status, there.body.message]).toEqual([429, expect.stringContaining("invitation link")]);
    const chat = (await owner.api.post("/chats", {})).body;
    const many = await owner.api.post(`/chats/${chat.id}/members`, { emails: [stranger(), stranger()] });
    expect(many.status).toBe(429);
    expect((await owner.api.get(at)).body.filter((each: { email: string }) => each.email)).toHaveLength(5);
  });

  test("to several people is sent to all of them or to none", async () => {
    const { owner, at } = await inviting();
    const chat = (await owner.api.post("/chats", {})).body;
    const emails = (count: number) =>
      Array.from({ length: count }, (_, n) => `several${n}.${Date.now()}@example.test`);
    const add = (count: number) => owner.api.post(`/chats/${chat.id}/members`, { emails: emails(count) });
    expect((await add(6)).status).toBe(429);
    expect((await owner.api.get(at)).body).toEqual([]);
    expect((await add(5)).status).toBe(200);
  });

  test("to a person doesn't count toward the mails that they request", async () => {
    const { invite } = await inviting();
    const ada = await person(server.url);
    for (let n = 0; n < 4; n++) await invite({ email: ada.email });
    expect((await client(server.url).post("/auth/forgot-password", { email: ada.email })).status).toBe(200);
  });
});
