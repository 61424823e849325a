import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { usage } from "@/db/schema/usage";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { colleague, makeChatAdmin } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();

const today = () => new Date().toISOString().slice(0, 10);

// Creates a group with a chat of its owner, an admin of that chat, and a member.
async function makeGroup() {
  const ada = await person(server.url, "Ada Owner");
  const [anna, mia] = [
    await colleague(server.url, ada.group, "Anna Admin"),
    await colleague(server.url, ada.group, "Mia Member"),
  ];
  const chat = (await ada.api.post("/chats", { name: "Plans", member_user_ids: [anna.user.id, mia.user.id] }))
    .body;
  await makeChatAdmin(chat, anna.user.id);
  const ask = (api = ada.api, text = "hello") =>
    api.multipart(`/chats/${chat.id}/messages`, { message_input: text });
  return { ada, anna, mia, chat, ask };
}
type UsageRow = {
  key: string;
  name: string | null;
  replies: number;
  input_tokens: number;
  output_tokens: number;
};

describe("usage", () => {
  test("counts every reply by day, assistant, chat, member and model", async () => {
    const { ada, mia, chat, ask } = await makeGroup();
    await ask();
    await ask(mia.api);
    await ask(mia.api);
    const by = async (by: string) => (await ada.api.get(`/usage?by=${by}`)).body;
    const { total, rows, ...rest } = await by("member");
    expect(rest).toEqual({ from: `${today().slice(0, 8)}01`, to: today(), by: "member", whose: "group" });
    expect(total).toMatchObject({ replies: 3, cost: null });
    expect(total.input_tokens).toBeGreaterThan(0);
    expect(total.unpriced_tokens).toBe(total.input_tokens + total.output_tokens);
    expect(rows.map(({ key, name, replies }: UsageRow) => [key, name, replies])).toEqual([
      [String(mia.user.id), "Mia Member", 2],
      [String(ada.user.id), "Ada Owner", 1],
    ]);
    expect((await by("chat")).rows).toMatchObject([{ key: String(chat.id), name: "Plans", replies: 3 }]);
    expect((await by("assistant")).rows).toMatchObject([{ name: expect.any(String), replies: 3 }]);
    const [used] = (await by("model")).rows;
    expect(used).toMatchObject({ key: expect.stringContaining("openai"), replies: 3 });
    const days = (await by("day")).rows;
    expect(days).toHaveLength(new Date().getUTCDate());
    expect(days.at(-1)).toMatchObject({ key: today(), replies: 3 });
  });

  test("counts titles, summaries and vectors by purpose, and not as replies", async () => {
    Object.assign(config(), { EMBEDDING_MODEL: "openai-compatible:stand-in-embedding", INDEX_AFTER_MS: 50 });
    const { ada } = await makeGroup();
    const chat = (await ada.api.post("/chats", { summary_enabled: true })).body;
    model.setTitle("Harvest");
    const tell = (text: string) => ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: text });
    await tell(`How was the harvest? ${"It rained a lot. ".repeat(1300)}`);
    await tell("And then?");
    const text = "The apples were ripe in August. ".repeat(10);
    await ada.api.multipart("/documents", { files: [new File([text], "harvest.txt")] });
    const byKind = async () => {
      const { rows } = (await ada.api.get("/usage?by=kind")).body as { rows: UsageRow[] };
      return Object.fromEntries(rows.map((row) => [row.key, row]));
    };
    const kinds = async () => Object.keys(await byKind()).sort();
    await expect.poll(kinds).toEqual(["embedding", "reply", "summary", "title"]);
    const { reply, summary, title } = await byKind();
    expect([reply?.replies, summary?.replies, title?.replies]).toEqual([2, 0, 0]);
    for (const row of [summary, title]) expect(row?.input_tokens).toBeGreaterThan(0);
    // Returns the tokens without a chat, such as those of the document's chunks, and all embedding tokens.
    const embedded = async () => {
      const { rows } = (await ada.api.get("/usage?by=chat")).body as { rows: UsageRow[] };
      return [rows.find(({ key }) => key === "0")?.input_tokens, (await byKind()).embedding?.input_tokens];
    };
    await expect.poll(async () => (await embedded())[0]).toBeGreaterThanOrEqual(text.trim().length / 4);
    const before = (await embedded())[1]!;
    await ada.api.get("/search?query=ripe%20apples");
    await expect.poll(async () => (await embedded())[1]).toBeGreaterThan(before);
    const models = (await ada.api.get("/usage?by=model")).body.rows.map(({ key }: UsageRow) => key);
    expect(models).toContain("openai-compatible:stand-in-embedding");
    Object.assign(config(), { EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: 3_600_000 });
  });

  test("shows members their own, chat admins their chat's, and group admins all", async () => {
    const { ada, anna, mia, chat, ask } = await makeGroup();
    await ask();
    await ask(mia.api);
    const seen = async (api: typeof ada.api, query = "") => {
      const { whose, total } = (await api.get(`/usage?by=chat${query}`)).body;
      return [whose, total.replies];
    };
    expect(await seen(ada.api)).toEqual(["group", 2]);
    expect(await seen(mia.api)).toEqual(["own", 1]);
    expect(await seen(mia.api, `&chat_id=${chat.id}`)).toEqual(["own", 1]);
    expect(await seen(anna.api)).toEqual(["own", 0]);
    expect(await seen(anna.api, `&chat_id=${chat.uuid}`)).toEqual(["chat", 2]);
    const other = await person(server.url);
    expect((await other.api.get(`/usage?chat_id=${chat.id}`)).status).toBe(404);
    expect(await seen(other.api)).toEqual(["group", 0]);
  });

  test("hides names of chats that an admin is not in, and keeps counting deleted ones", async () => {
    const { ada, mia } = await makeGroup();
    const own = (await mia.api.post("/chats", { name: "A secret" })).body;
    await mia.api.multipart(`/chats/${own.id}/messages`, { message_input: "hello" });
    const rows = async (api: typeof ada.api) => (await api.get("/usage?by=chat")).body.rows;
    expect(await rows(ada.api)).toMatchObject([{ key: String(own.id), name: null, replies: 1 }]);
    expect(await rows(mia.api)).toMatchObject([{ name: "A secret" }]);
    await mia.api.del(`/chats/${own.id}`);
    expect(await rows(ada.api)).toMatchObject([{ key: String(own.id), name: null, replies: 1 }]);
  });

  test("has costs once prices are set", async () => {
    const { ada, ask } = await makeGroup();
    await ask();
    const before = (await ada.api.get("/usage?by=model")).body;
    const { key, input_tokens, output_tokens } = before.rows[0];
    const prices = [{ model: key, input: 2.5, output: 10 }];
    expect((await ada.api.put("/usage/prices", { prices })).body).toEqual(prices);
    expect((await ada.api.get("/usage/prices")).body).toEqual(prices);
    const { total } = (await ada.api.get("/usage?by=model")).body;
    expect(total.cost).toBeCloseTo((input_tokens * 2.5 + output_tokens * 10) / 1e6, 9);
    expect(total.unpriced_tokens).toBe(0);
    for (const wrong of [
      [...prices, ...prices],
      [{ model: "", input: 1, output: 1 }],
      [{ ...prices[0], input: -1 }],
    ])
      expect((await ada.api.put("/usage/prices", { prices: wrong })).status).toBe(422);
    expect((await ada.api.put("/usage/prices", { prices: [] })).body).toEqual([]);
  });

  test.each(["from=2026-02-30", "from=2026-02-01&to=2026-01-01", "from=2020-01-01&to=2026-01-01", "by=year"])(
    "refuses %s",
    async (query) => {
      const ada = await person(server.url);
      expect((await ada.api.get(`/usage?${query}`)).status).toBe(422);
    },
  );
});

describe("the monthly tokens of a group", () => {
  test("block model calls once used up, and the reply names who can raise them", async () => {
    const { ada, mia, ask, chat } = await makeGroup();
    const at = `/groups/${ada.group.id}`;
    expect((await ada.api.get("/usage/limit")).body).toMatchObject({ monthly_tokens: null, state: "ok" });
    expect((await mia.api.patch(at, { monthly_tokens: 5 })).status).toBe(403);
    await ask();
    expect((await ada.api.patch(at, { monthly_tokens: 1 })).body.monthly_tokens).toBe(1);
    const calls = model.calls;
    await ask(mia.api);
    expect(model.calls).toBe(calls);
    const [reply] = (await ada.api.get(`/chats/${chat.id}/messages`)).body.slice(-1);
    expect(reply.extra.error).toEqual({
      code: "used_up",
      message:
        "This group has used up its tokens for this month. An owner of the group can raise the limit in Settings → Usage.",
    });
    const limit = (await ada.api.get("/usage/limit")).body;
    expect(limit).toMatchObject({ monthly_tokens: 1, state: "used_up" });
    expect(Date.parse(limit.resets_at)).toBeGreaterThan(Date.now());
    // Rejected requests aren't counted.
    expect((await ada.api.get("/usage")).body.total.replies).toBe(1);
    await ada.api.patch(at, { monthly_tokens: null });
    await ask(mia.api);
    expect((await ada.api.get("/usage")).body.total.replies).toBe(2);
  });

  test("raise a warning from 80 % on; earlier months do not count", async () => {
    const { ada, chat } = await makeGroup();
    const used = (day: string, inputTokens: number) =>
      db().insert(usage).values({
        groupId: ada.group.id,
        day,
        chatId: chat.id,
        virtualAssistantId: 1,
        userId: 0,
        model: "openai:x",
        inputTokens,
      });
    await used("2026-01-31", 1_000_000);
    await used(today(), 800);
    const states = [];
    for (const monthly_tokens of [800, 801, 1000, 1001]) {
      await ada.api.patch(`/groups/${ada.group.id}`, { monthly_tokens });
      states.push((await ada.api.get("/usage/limit")).body.state);
    }
    expect(states).toEqual(["used_up", "warning", "warning", "ok"]);
  });
});
