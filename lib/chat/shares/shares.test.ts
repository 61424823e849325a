import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, isEmbedded } from "@/db/client";
import { chatShares } from "@/db/schema/shares";
import { authenticateCaller } from "@/lib/identity/auth/service";
import { type Client, joined, PASSWORD, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";
import { compareStatements, countStatements } from "@/test/statements";
import { createVisitor, publicChat } from "@/test/visitor";
import { MAX_SHARES } from "./contract";
import { open, sweep } from "./service";

process.env.RATE_LIMIT_SHARED_PAGES = "5";
process.env.RATE_LIMIT_HEAVY = "500";
const { server } = await startServerWithModel();

const ada = await person(server.url);
const mia = await joined(server.url, ada, "Mia Member");
const nia = await joined(server.url, ada, "Nia Colleague");
const eve = await person(server.url, "Eve Elsewhere");

// Creates a chat of Ada and Mia with one message.
async function aChat(message_input = "The plan", fields: Record<string, string | File[]> = {}) {
  const body = { name: "Plans", goal: "Secret goal", member_user_ids: [mia.user.id] };
  const chat = (await ada.api.post("/chats", body)).body;
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input, ...fields });
  return {
    id: chat.id as number,
    at: `/chats/${chat.id}/shares`,
    message: sent.body.user_message_id as number,
  };
}
const shared = async (at: string, body: object = {}, by: Client = ada.api) => {
  const answer = await by.post(at, body);
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: string; url: string };
};
const tokenIn = (url: string) => url.split("/shared/")[1]!;

// Opens the page of a link, anonymously if `api` is absent.
const opened = async (url: string, api?: Client, address: string = randomUUID()) =>
  open(tokenIn(url), api && (await authenticateCaller({ authorization: api.authorization })), address);
const texts = async (url: string, api?: Client) => (await opened(url, api)).messages.map(({ text }) => text);
const GONE = { kind: "not_found", message: "Link not found." };

describe("a share link", () => {
  test("shows the thread and nothing else of the chat", async () => {
    const files = [new File(["hello"], "plan.txt")];
    const { at } = await aChat("[[fake markdown]] please", { files });
    const share = await ada.api.post(at, { requires_sign_in: false });
    expect(share.body).toEqual({
      id: expect.any(String),
      url: expect.stringMatching(/\/shared\/[\w-]{43}$/),
      requires_sign_in: false,
      is_live: false,
      created_by: ada.user,
      created_at: expect.any(String),
      expires_at: null,
    });
    const page = await opened(share.body.url);
    const said = { created_at: expect.any(String), edited: false, files: [] };
    expect(page).toEqual({
      name: "Plans",
      messages: [
        {
          ...said,
          author: "Ada Example",
          text: "[[fake markdown]] please",
          files: ["plan.txt"],
        },
        { ...said, author: expect.any(String), text: expect.stringContaining("Findings") },
      ],
      isWhole: true,
      isLive: false,
      sharedAt: share.body.created_at,
    });
    for (const secret of [ada.email, "Secret goal"]) expect(JSON.stringify(page)).not.toContain(secret);
  });

  test("is listed for all members of the chat, but its token is not stored", async () => {
    const { at } = await aChat();
    const first = await shared(at, { requires_sign_in: false });
    const second = await shared(at, { is_live: true, expires_in_days: 7 }, mia.api);
    const list = (await mia.api.get(at)).body;
    expect(list).toEqual([second, first]);
    expect(list[0]).toMatchObject({ is_live: true, requires_sign_in: true, created_by: { id: mia.user.id } });
    expect(Date.parse(list[0].expires_at) - Date.parse(list[0].created_at)).toBeCloseTo(7 * 86_400_000, -4);
    const stored = JSON.stringify(await db().select().from(chatShares));
    for (const { url } of list) expect(stored).not.toContain(tokenIn(url).slice(22));
  });

  test("of one moment omits later, edited, deleted, hidden and cleared messages, and a live one follows the chat", async () => {
    const { id, at, message } = await aChat();
    const said: number[] = [];
    for (const text of ["Deleted soon", "Set aside soon", "Lasting"]) {
      const sent = await ada.api.multipart(`/chats/${id}/messages`, { message_input: text });
      said.push(sent.body.user_message_id);
    }
    const [kept, live] = [await shared(at), await shared(at, { is_live: true })];
    const before = await texts(kept.url, ada.api);
    expect(before).toHaveLength(8);
    await ada.api.put(`/chats/update_message_text/${message}`, { message: "Another plan" });
    await ada.api.del(`/chats/${id}/messages/${said[0]}`);
    await ada.api.put(`/chats/${id}/name`, { name: "Renamed" });
    await ada.api.multipart(`/chats/${id}/messages`, { message_input: "More" });
    expect(await texts(live.url, ada.api)).toEqual(expect.arrayContaining(["Another plan", "More"]));
    expect(await opened(live.url, ada.api)).toMatchObject({ name: "Renamed", isLive: true });
    expect(await texts(kept.url, ada.api)).toEqual(
      before.filter((text) => text !== "The plan" && text !== "Deleted soon"),
    );
    expect(await opened(kept.url, ada.api)).toMatchObject({ name: "Plans" });
    const stored = JSON.stringify(await db().select().from(chatShares).where(eq(chatShares.chatId, id)));
    for (const text of before) expect(stored).not.toContain(text);

    await ada.api.post(`/chats/${id}/messages/${said[2]}/versions`, { message: "Another lasting" });
    for (const { url } of [kept, live])
      expect(await texts(url, ada.api)).not.toEqual(expect.arrayContaining(["Lasting"]));
    expect(await texts(kept.url, ada.api)).toContain("Set aside soon");
    await ada.api.post(`/chats/${id}/messages/clear`);
    for (const { url } of [kept, live]) expect(await texts(url, ada.api)).toEqual([]);
  });

  test("of a branch omits messages that the original chat no longer shows", async () => {
    const { id, message } = await aChat();
    const send = async (message_input: string) =>
      (await ada.api.multipart(`/chats/${id}/messages`, { message_input })).body.user_message_id as number;
    const [deleted, edited] = [await send("Deleted soon"), await send("Edited soon")];
    const branch = (await mia.api.post(`/chats/${id}/messages/${edited}/branches`)).body;
    const again = (await mia.api.get(`/chats/${branch.id}/messages?size=100`)).body.at(-1);
    const second = (await mia.api.post(`/chats/${branch.id}/messages/${again.id}/branches`)).body;
    const links = [];
    for (const chat of [branch, second])
      for (const is_live of [false, true])
        links.push(await shared(`/chats/${chat.id}/shares`, { requires_sign_in: false, is_live }, mia.api));
    for (const { url } of links)
      expect(await texts(url)).toEqual(expect.arrayContaining(["The plan", "Deleted soon", "Edited soon"]));
    await ada.api.del(`/chats/${id}/messages/${deleted}`);
    await ada.api.put(`/chats/update_message_text/${edited}`, { message: "Edited" });
    for (const { url } of links) {
      const shown = await texts(url);
      expect(shown).toContain("The plan");
      for (const text of ["Deleted soon", "Edited soon", "Edited"]) expect(shown).not.toContain(text);
    }
    // Members of the branch still see the message.
    const own = (await mia.api.get(`/chats/${branch.id}/messages?size=100`)).body as { message: string }[];
    expect(own.map((row) => row.message)).toContain("Deleted soon");
    expect(message).toBeGreaterThan(0);
  });

  test("shows current names, and none of deleted accounts", async () => {
    const { id, at } = await aChat();
    await mia.api.multipart(`/chats/${id}/messages`, { message_input: "I agree" });
    const { url } = await shared(at);
    const authors = async () => new Set((await opened(url, ada.api)).messages.map(({ author }) => author));
    expect(await authors()).toContain("Mia Member");
    await mia.api.patch("/users/me", { full_name: "Mia Married" });
    expect(await authors()).toContain("Mia Married");
    const leaver = await joined(server.url, ada, "Lea Leaver");
    await ada.api.post(`/chats/${id}/members`, { user_ids: [leaver.user.id] });
    await leaver.api.multipart(`/chats/${id}/messages`, { message_input: "Bye" });
    const later = await shared(at);
    expect((await leaver.api.del("/users/me", { password: PASSWORD })).status).toBe(200);
    const bye = (await opened(later.url, ada.api)).messages.find(({ text }) => text === "Bye");
    expect(bye).toMatchObject({ author: "Former member" });
  });

  test("shows the newest messages of a long chat, with replies below their questions", async () => {
    const { id, at } = await aChat();
    await db().execute(`insert into messages (chat_id, user_type, text, from_user_id)
      select ${id}, 'user', 'Message ' || n, ${ada.user.id} from generate_series(1, 1000) n`);
    const { url } = await shared(at);
    const { messages, isWhole } = await opened(url, ada.api);
    expect([messages.length, messages[0]!.text, messages.at(-1)!.text, isWhole]).toEqual([
      1000,
      "Message 1",
      "Message 1000",
      false,
    ]);
  });

  test("has a rate limit per address", async () => {
    const { url } = await shared((await aChat()).at, { requires_sign_in: false });
    const address = randomUUID();
    for (let n = 0; n < 5; n++) await opened(url, undefined, address);
    await expect(opened(url, undefined, address)).rejects.toMatchObject({ kind: "rate_limited" });
    await opened(url);
  });
});

describe("sharing a chat", () => {
  test("with the group is possible for members, and with anyone for owners and admins", async () => {
    const { at } = await aChat();
    expect((await mia.api.post(at, {})).status).toBe(201);
    const refused = await mia.api.post(at, { requires_sign_in: false });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining("owners and admins"),
    ]);
    expect((await ada.api.get(at)).body).toHaveLength(1);
  });

  test("with the group opens the link to its people only, also outside of the chat", async () => {
    const { url } = await shared((await aChat()).at);
    expect(await texts(url, nia.api)).toContain("The plan");
    await expect(opened(url, eve.api)).rejects.toMatchObject(GONE);
    await expect(opened(url)).rejects.toMatchObject({ kind: "unauthorized" });
    const anyones = await shared((await aChat()).at, { requires_sign_in: false });
    expect(await texts(anyones.url, eve.api)).toContain("The plan");
  });

  test("ends when the link's creator or an owner of the chat revokes it, but other members cannot", async () => {
    const { at } = await aChat();
    const [hers, mias, other] = [
      await shared(at),
      await shared(at, {}, mia.api),
      await shared(at, {}, mia.api),
    ];
    expect((await mia.api.del(`${at}/${hers.id}`)).status).toBe(403);
    expect((await mia.api.del(`${at}/${mias.id}`)).status).toBe(200);
    expect((await ada.api.del(`${at}/${other.id}`)).status).toBe(200);
    expect((await ada.api.get(at)).body.map(({ id }: { id: string }) => id)).toEqual([hers.id]);
    const elsewhere = await aChat();
    expect((await ada.api.del(`${elsewhere.at}/${hers.id}`)).status).toBe(404);
  });

  test("is refused for the conversation of a visitor", async () => {
    const chat = await publicChat(ada);
    await (await createVisitor(server.url, chat)).say("hello");
    const [{ chat_id }] = (await ada.api.get(`/chats/${chat.id}/visitors`)).body;
    expect((await ada.api.post(`/chats/${chat_id}/shares`, {})).status).toBe(409);
  });

  test(`is limited to ${MAX_SHARES} links`, async () => {
    const { id, at } = await aChat();
    const row = { chatId: id, groupId: ada.group.id, createdBy: ada.user.id, requiresSignIn: true };
    await db()
      .insert(chatShares)
      .values(Array.from({ length: MAX_SHARES - 1 }, () => row));
    const { id: last } = await shared(at);
    expect((await ada.api.post(at, {})).status).toBe(409);
    await ada.api.del(`${at}/${last}`);
    expect((await ada.api.post(at, {})).status).toBe(201);
  });

  test.each([
    { expires_in_days: 0 },
    { expires_in_days: 366 },
    { expires_in_days: 1.5 },
    { requires_sign_in: "no" },
  ])("is refused with the invalid setting %j", async (body) => {
    expect((await ada.api.post((await aChat()).at, body)).status).toBe(422);
  });
});

describe("a share link of a member who", () => {
  type Lost = { chat: number; lea: Awaited<ReturnType<typeof joined>> };
  const addTo = (chat: number, user: number, role: string) =>
    ada.api.post(`/chats/${chat}/members`, { user_ids: [user], role });
  const again = async (lea: Lost["lea"]) => {
    const { link } = (await ada.api.post(`/groups/${ada.group.id}/invitations`, {})).body;
    const login = await ada.api.form("/auth/login", { username: lea.email, password: PASSWORD });
    const authorization = `Bearer ${login.body.access_token}`;
    await ada.api.as(authorization).post("/groups/join", { invitation_token: link.split("/").at(-1) });
  };
  const cases: [string, (all: Lost) => Promise<unknown>, (all: Lost) => Promise<unknown>, string[]][] = [
    [
      "has left the chat",
      ({ chat, lea }) => lea.api.post(`/chats/${chat}/leave`),
      ({ chat, lea }) => addTo(chat, lea.user.id, "admin"),
      ["anyone", "group"],
    ],
    [
      "was removed from the chat",
      ({ chat, lea }) => ada.api.del(`/chats/${chat}/members`, { user_ids: [lea.user.id] }),
      ({ chat, lea }) => addTo(chat, lea.user.id, "admin"),
      ["anyone", "group"],
    ],
    [
      "was removed from the group",
      ({ lea }) => ada.api.del(`/groups/${ada.group.id}/members/${lea.user.id}`),
      ({ lea }) => again(lea),
      ["anyone", "group"],
    ],
    [
      "was suspended",
      ({ lea }) => ada.api.post(`/installation/accounts/${lea.user.id}/suspend`),
      ({ lea }) => ada.api.post(`/installation/accounts/${lea.user.id}/reactivate`),
      ["anyone", "group"],
    ],
    [
      "is an admin of the chat no more",
      ({ chat, lea }) => ada.api.patch(`/chats/${chat}/members/${lea.user.id}`, { role: "member" }),
      ({ chat, lea }) => addTo(chat, lea.user.id, "admin"),
      ["anyone"],
    ],
    [
      "was made a member of the chat",
      ({ chat, lea }) => addTo(chat, lea.user.id, "member"),
      ({ chat, lea }) => addTo(chat, lea.user.id, "admin"),
      ["anyone"],
    ],
    [
      "has deleted their account",
      ({ lea }) => lea.api.del("/users/me", { password: PASSWORD }),
      async () => {},
      ["anyone", "group"],
    ],
  ];
  test.each(cases)("%s ends, and does not work again when they return", async (_, lose, regain, ended) => {
    const lea = await joined(server.url, ada, "Lea Leaver");
    const { id: chat, at } = await aChat();
    await addTo(chat, lea.user.id, "admin");
    const links: { kind: string; url: string }[] = [];
    for (const is_live of [false, true])
      for (const kind of ["anyone", "group"]) {
        const { url } = await shared(at, { is_live, requires_sign_in: kind === "group" }, lea.api);
        links.push({ kind, url });
      }
    const kept = await shared(at, { requires_sign_in: false, is_live: true });
    for (const { url } of links) expect(await texts(url, ada.api)).toContain("The plan");
    const check = async () => {
      for (const { kind, url } of links)
        if (ended.includes(kind)) await expect(opened(url, ada.api)).rejects.toMatchObject(GONE);
        else expect(await texts(url, ada.api)).toContain("The plan");
    };
    await lose({ chat, lea });
    await check();
    expect(await texts(kept.url)).toContain("The plan");
    await regain({ chat, lea });
    await check();
    expect((await ada.api.get(at)).body).toHaveLength(5 - 2 * ended.length);
  });
});

describe("an invalid share link", () => {
  type Shared = Awaited<ReturnType<typeof aChat>> & { share: { id: string; url: string } };
  const turned = (url: string) => url.slice(0, -2) + (url.endsWith("AA") ? "BB" : "AA");
  test.each<[string, (all: Shared) => unknown]>([
    ["when it was revoked", ({ at, share }) => ada.api.del(`${at}/${share.id}`)],
    ["when its chat was deleted", ({ id }) => ada.api.del(`/chats/${id}`)],
    [
      "when it has expired",
      ({ share }) =>
        db()
          .update(chatShares)
          .set({ expiresAt: new Date(Date.now() - 1000) })
          .where(eq(chatShares.id, share.id)),
    ],
    ["when it was made up", () => "/shared/nothing"],
    ["when it was made up in the right form", () => `/shared/${"A".repeat(43)}`],
    ["when its end was changed", ({ share }) => turned(share.url)],
    ["when it is longer", ({ share }) => `${share.url}A`],
    ["when it is the id alone", ({ share }) => `/shared/${share.id}`],
  ])("is refused like any other %s", async (_, end) => {
    const chat = await aChat();
    const share = await shared(chat.at, { requires_sign_in: false, is_live: true });
    const changed = await end({ ...chat, share });
    const url = typeof changed === "string" ? changed : share.url;
    for (const api of [undefined, ada.api, eve.api])
      await expect(opened(url, api)).rejects.toMatchObject(GONE);
  });

  test("is refused like any other while its group is suspended", async () => {
    const owner = await person(server.url, "Sue Suspended");
    const chat = (await owner.api.post("/chats", {})).body;
    const { url } = await shared(`/chats/${chat.id}/shares`, { requires_sign_in: false }, owner.api);
    expect((await ada.api.post(`/installation/groups/${owner.group.id}/suspend`)).status).toBe(200);
    await expect(opened(url)).rejects.toMatchObject(GONE);
    await ada.api.post(`/installation/groups/${owner.group.id}/reactivate`);
    expect(await texts(url)).toEqual([]);
  });

  test("costs the same statements whatever ended it, and none when Parley never created it", async () => {
    const links = [];
    const end = async (change: (all: Shared) => unknown) => {
      const chat = await aChat();
      const share = await shared(chat.at, { requires_sign_in: false, is_live: true });
      await change({ ...chat, share });
      links.push(share.url);
    };
    const past = new Date(Date.now() - 1000);
    await end(({ at, share }) => ada.api.del(`${at}/${share.id}`));
    await end(({ id }) => ada.api.del(`/chats/${id}`));
    await end(({ share }) =>
      db().update(chatShares).set({ expiresAt: past }).where(eq(chatShares.id, share.id)),
    );
    const owner = await person(server.url, "Sue Suspended");
    const chat = (await owner.api.post("/chats", {})).body;
    links.push((await shared(`/chats/${chat.id}/shares`, { requires_sign_in: false }, owner.api)).url);
    await ada.api.post(`/installation/groups/${owner.group.id}/suspend`);
    const open = (url: string) => () => expect(opened(url)).rejects.toMatchObject(GONE);
    const revoked = links[0]!;
    for (const url of links) {
      const [one, other] = await compareStatements(open(url), open(revoked));
      expect(one).toBe(other);
    }
    // On PostgreSQL, two statements count the requests of the address in the shared database.
    const counting = isEmbedded() ? 0 : 2;
    for (const url of [turned(revoked), `/shared/${"A".repeat(43)}`, "/shared/nothing"])
      expect(await countStatements(open(url))).toBe(counting);
  });

  test("is deleted with its stored data after it has expired", async () => {
    const { id, at } = await aChat();
    const [over, lasting] = [
      await shared(at, { expires_in_days: 1 }),
      await shared(at, { expires_in_days: 1 }),
    ];
    const expiresAt = new Date(Date.now() - 1000);
    await db().update(chatShares).set({ expiresAt }).where(eq(chatShares.id, over.id));
    expect((await ada.api.get(at)).body.map(({ id }: { id: string }) => id)).toEqual([lasting.id]);
    expect((await ada.api.del(`${at}/${over.id}`)).status).toBe(404);
    await sweep();
    const rows = await db().select({ id: chatShares.id }).from(chatShares).where(eq(chatShares.chatId, id));
    expect(rows).toEqual([{ id: lasting.id }]);
  });
});
