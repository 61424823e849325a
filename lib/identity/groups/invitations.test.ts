import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { invitations } from "@/db/schema/accounts";
import { client, person } from "@/test/client";
import { colleague, suspend } from "@/test/colleague";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

const mails = outbox(process.env.DATA_DIR!);
process.env.APP_URL = "https://parley.example.test";
process.env.SIGN_UP = "open";
process.env.RATE_LIMIT_MAILS = "3";
const server = await startServer();
afterAll(() => server.close());

const tokenIn = (link: string) => link.slice(link.lastIndexOf("/") + 1);
type Someone = Awaited<ReturnType<typeof person>>;
const join = (who: Pick<Someone, "api">, token: string) =>
  who.api.post("/groups/join", { invitation_token: token });

async function inviting() {
  const owner = await person(server.url, "Olga Owner");
  const at = `/groups/${owner.group.id}/invitations`;
  const invite = (body: object = {}) => owner.api.post(at, body);
  const link = async (body: object = {}) => tokenIn((await invite(body)).body.link);
  const members = async () =>
    (await owner.api.get(`/groups/${owner.group.id}/members`)).body.map(({ id }: { id: number }) => id);
  return { owner, at, invite, link, members };
}

describe("an invitation link", () => {
  test("admits everyone who has it until it expires, and is shown once", async () => {
    const { owner, at, invite, members } = await inviting();
    const made = await invite();
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      email: null,
      role: "member",
      invited_by: owner.user,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      link: expect.stringMatching(/^https:\/\/parley\.example\.test\/join\/[\w-]{43}$/),
    });
    const { link, ...rest } = made.body;
    const list = await owner.api.get(at);
    expect([list.body, list.headers.get("x-total-count")]).toEqual([[rest], "1"]);
    const days = (Date.parse(made.body.expires_at) - Date.parse(made.body.created_at)) / 86_400_000;
    expect(Math.round(days * 100)).toBe(700);

    const [eve, max] = [await person(server.url, "Eve"), await person(server.url, "Max")];
    const joined = await join(eve, tokenIn(link));
    expect([joined.status, joined.body]).toEqual([200, { ...owner.group, role: "member" }]);
    expect((await join(max, tokenIn(link))).status).toBe(200);
    expect((await members()).sort()).toEqual([owner.user.id, eve.user.id, max.user.id].sort());
    const log = (await owner.api.get(at.replace("invitations", "audit-log"))).body;
    expect(log.slice(0, 3)).toMatchObject([
      { action: "member_joined", user: { id: max.user.id }, details: { role: "member" } },
      { action: "member_joined", user: { id: eve.user.id } },
      { action: "invitation_made", user: { id: owner.user.id }, details: { email: null, role: "member" } },
    ]);
    expect(JSON.stringify(log)).not.toContain(tokenIn(link));
  });

  test("changes nothing for members of the group", async () => {
    const { owner, link } = await inviting();
    const token = await link({ role: "member" });
    expect((await join(owner, token)).body.role).toBe("owner");
    expect((await owner.api.get("/groups")).body).toEqual([owner.group]);
    const eve = await person(server.url, "Eve");
    const all = await Promise.all([1, 2, 3].map(() => join(eve, token)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await join(eve, await link({ role: "admin" }))).body.role).toBe("member");
  });

  test("grants the role that it was created for, which is never owner", async () => {
    const { invite, link } = await inviting();
    expect((await join(await person(server.url), await link({ role: "admin" }))).body.role).toBe("admin");
    for (const body of [
      { role: "owner" },
      { role: "boss" },
      { expires_in_days: 0 },
      { expires_in_days: 31 },
      { expires_in_days: 1.5 },
      { email: "nobody" },
      { email: "a@example.test\r\nBcc: b@example.test" },
    ]) {
      expect((await invite(body)).status).toBe(422);
    }
  });

  test.each<[string, (all: Awaited<ReturnType<typeof inviting>>, id: number) => Promise<unknown>]>([
    ["is revoked", ({ owner, at }, id) => owner.api.del(`${at}/${id}`)],
    ["is revoked with all others", ({ owner, at }) => owner.api.del(at)],
    [
      "has expired",
      () =>
        db()
          .update(invitations)
          .set({ expiresAt: new Date(Date.now() - 1) }),
    ],
    ["was made by somebody who is disabled since", ({ owner }) => suspend(owner.user.id)],
  ])("admits nobody once it %s", async (_, end) => {
    const all = await inviting();
    const made = (await all.invite()).body;
    await end(all, made.id);
    const eve = await person(server.url, "Eve");
    expect((await join(eve, tokenIn(made.link))).status).toBe(404);
    expect((await eve.api.get("/groups")).body).toHaveLength(1);
    const list = await all.owner.api.get(all.at);
    expect([[], undefined]).toContainEqual(list.status === 200 ? list.body : undefined);
  });

  test("becomes invalid when its creator loses the right to invite", async () => {
    const { owner } = await inviting();
    const adam = await colleague(server.url, owner.group, "Adam");
    const at = `/groups/${owner.group.id}`;
    await owner.api.patch(`${at}/members/${adam.user.id}`, { role: "admin" });
    const token = tokenIn((await adam.api.post(`${at}/invitations`, {})).body.link);
    await owner.api.patch(`${at}/members/${adam.user.id}`, { role: "member" });
    expect((await join(await person(server.url), token)).status).toBe(404);
    for (const answer of [
      await adam.api.get(`${at}/invitations`),
      await adam.api.post(`${at}/invitations`, {}),
      await adam.api.del(`${at}/invitations`),
      await adam.api.del(`${at}/invitations/1`),
    ]) {
      expect(answer.status).toBe(403);
    }
  });

  test("that is unknown returns 404", async () => {
    const eve = await person(server.url, "Eve");
    for (const token of ["", "x", "x".repeat(43), "../..", "' or 1=1", "x".repeat(200)]) {
      expect((await join(eve, token)).status).toBe(404);
    }
    expect((await eve.api.post("/groups/join", {})).status).toBe(422);
    expect((await client(server.url).post("/groups/join", { invitation_token: "x" })).status).toBe(401);
  });

  test("of one group cannot be revoked by the owner of another", async () => {
    const [mine, other] = [await inviting(), await inviting()];
    const made = (await mine.invite()).body;
    expect((await other.owner.api.del(`${other.at}/${made.id}`)).status).toBe(404);
    expect((await other.owner.api.del(`${mine.at}/${made.id}`)).status).toBe(404);
    await other.owner.api.del(other.at);
    expect((await join(await person(server.url), tokenIn(made.link))).status).toBe(200);
  });
});

describe("an invitation by mail", () => {
  test("admits its address once, in any case", async () => {
    const { owner, at, invite, members } = await inviting();
    const [eve, max] = [await person(server.url, "Eve"), await person(server.url, "Max")];
    const made = await invite({ email: ` ${eve.email.toUpperCase()}`, role: "admin", expires_in_days: 1 });
    expect(made.body).toMatchObject({ email: eve.email, role: "admin", link: null });
    const received = await mails.next(eve.email);
    expect(received.mail.subject).toBe(`Olga Owner has invited you to join “${owner.group.name}” on Parley`);
    const token = tokenIn(linkIn(received, "https://parley.example.test/join/"));
    expect((await join(max, token)).status).toBe(404);
    expect((await join(eve, token)).body).toEqual({ ...owner.group, role: "admin" });
    expect((await members()).includes(max.user.id)).toBe(false);
    expect((await owner.api.get(at)).body).toEqual([]);
    await owner.api.del(`/groups/${owner.group.id}/members/${eve.user.id}`);
    expect((await join(eve, token)).status).toBe(404);
  });

  test("replaces the earlier one to that address", async () => {
    const { owner, at, invite } = await inviting();
    const eve = await person(server.url, "Eve");
    const tokens: string[] = [];
    for (let n = 0; n < 2; n++) {
      await invite({ email: eve.email });
      tokens.push(tokenIn(linkIn(await mails.next(eve.email), "/join/")));
    }
    expect((await owner.api.get(at)).body).toHaveLength(1);
    expect((await join(eve, tokens[0]!)).status).toBe(404);
    expect((await join(eve, tokens[1]!)).status).toBe(200);
  });

  test("is refused for members of the group, and limited per address", async () => {
    const { owner, at, invite } = await inviting();
    expect((await invite({ email: owner.email })).status).toBe(409);
    const email = `flooded.${Date.now()}@example.test`;
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push((await invite({ email })).status);
    expect(answers).toEqual([201, 201, 201, 429]);
    expect((await owner.api.get(at)).body).toHaveLength(1);
  });
});
