import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { sweepAll } from "@/inngest/functions/sweep";
import { type Config, config } from "@/lib/platform/config";
import { client, PASSWORD, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { imported } from "@/test/imports";
import { startServerWithModel } from "@/test/server-with-model";

// Fills, exceeds, frees and refills the quota of every kind through the API.
const { server, model } = await startServerWithModel();
type Person = Pick<Awaited<ReturnType<typeof person>>, "api" | "user">;
type Use = { kind: string; bytes: number; max_bytes: number | null };

const before: Partial<Config> = {};
function limit(settings: Partial<Config>): void {
  for (const [name, value] of Object.entries(settings) as [keyof Config, never][]) {
    if (!(name in before)) Object.assign(before, { [name]: config()[name] });
    config()[name] = value;
  }
}
afterEach(() => {
  Object.assign(config(), before);
});

const MB = 1024 * 1024;
let files = 0;
const file = (bytes: number) => new File(["a".repeat(bytes)], `${++files}.txt`);
const upload = ({ api }: Person, bytes: number, fields = {}) =>
  api.multipart("/documents", { files: [file(bytes)], ...fields });
const respond = ({ api }: Person, bytes: number) =>
  api.post("/openai/responses", { model: "parley", input: "a".repeat(bytes) });
const usedBy = async ({ api }: Person, whose: "account" | "group", kind: string) =>
  ((await api.get("/usage/storage")).body[whose] as Use[]).find((use) => use.kind === kind)!.bytes;
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

// Compares the counters with an exact count of all rows.
async function expectExactCounts(): Promise<void> {
  const counted = await db().execute(sql`
    select owner, kind, sum(bytes)::int as bytes from stored_bytes
    where kind not in ('sessions', 'registrations') group by 1, 2 having sum(bytes) <> 0 order by 1, 2`);
  const stored = await db().execute(sql`
    with stored(group_id, user_id, kind, bytes) as (
      select group_id, user_id, kind, bytes from stored_files
      union all select group_id, user_id, 'responses', bytes from openai_responses
      union all select group_id, created_by, 'imports', imported_bytes from chats
      union all select group_id, null, 'mails', octet_length(text) from inbound_mails
      union all select null, user_id, 'keys', bytes from idempotency_keys where user_id is not null),
    owned as (
      select 'group:' || group_id as owner, kind, bytes from stored where group_id is not null
      union all select 'user:' || user_id, kind, bytes from stored where user_id is not null)
    select owner, kind, sum(bytes)::int as bytes from owned group by 1, 2 having sum(bytes) <> 0 order by 1, 2`);
  expect([...counted]).toEqual([...stored]);
}

describe("Stored responses", () => {
  test("fill the quota of an account, are refused above it, and are accepted after deletions", async () => {
    const ada = await person(server.url, "Ada");
    limit({ ACCOUNT_RESPONSES_MB: 1 });
    const first = await respond(ada, 200_000);
    expect((await respond(ada, 200_000)).status).toBe(200);
    const calls = model.calls;
    const refused = await respond(ada, 400_000);
    expect(refused.status).toBe(413);
    expect(refused.body.error).toMatchObject({
      type: "invalid_request_error",
      message: "Your stored responses can have 1 MB, and 0.2 MB of that are free. Delete some first.",
    });
    // Rejected before the model is called, because the input alone exceeds the quota.
    expect(model.calls).toBe(calls);
    expect(await usedBy(ada, "account", "responses")).toBeLessThan(MB);
    expect(
      (await ada.api.post("/openai/responses", { model: "parley", input: "x", store: false })).status,
    ).toBe(200);
    await ada.api.del(`/openai/responses/${first.body.id}`);
    expect((await respond(ada, 200_000)).status).toBe(200);
    await expectExactCounts();
  });

  test("of concurrent requests don't exceed the quota", async () => {
    const ada = await person(server.url, "Ada");
    limit({ ACCOUNT_RESPONSES_MB: 1 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => respond(ada, 100_000)));
    expect(new Set(statuses(answers))).toEqual(new Set([200, 413]));
    const used = await usedBy(ada, "account", "responses");
    expect(used).toBeLessThanOrEqual(MB);
    expect(used).toBeGreaterThan(0.6 * MB);
  });

  test("of all members count towards the quota of their group", async () => {
    const ada = await person(server.url, "Ada");
    const mia = await colleague(server.url, ada.group, "Mia");
    limit({ GROUP_RESPONSES_MB: 1 });
    expect((await respond(ada, 300_000)).status).toBe(200);
    const refused = await respond(mia, 300_000);
    expect([refused.status, refused.body.error.message]).toEqual([
      413,
      expect.stringMatching(/^The stored responses of this group can have 1 MB/),
    ]);
    // Her own group has room.
    const own = await person(server.url, "Mia");
    expect((await respond(own, 300_000)).status).toBe(200);
  });
});

describe("Files", () => {
  test("of concurrent requests don't exceed the quota of a group", async () => {
    const ada = await person(server.url, "Ada");
    const mia = await colleague(server.url, ada.group, "Mia");
    limit({ GROUP_STORAGE_MB: 1 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => upload(nth % 2 ? ada : mia, 0.3 * MB)),
    );
    expect(statuses(answers)).toEqual([201, 201, 201, 413, 413, 413, 413, 413]);
    expect(await usedBy(ada, "group", "total")).toBe(3 * Math.floor(0.3 * MB));
    expect((await mia.api.get("/usage/storage")).body.group).toBeNull();
  });

  test("count for the account in all of its groups, and stop counting with their chat", async () => {
    const ada = await person(server.url, "Ada");
    limit({ ACCOUNT_STORAGE_MB: 1 });
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    expect((await upload(ada, 0.6 * MB, { chat_id: String(chat.id) })).status).toBe(201);
    const second = (await ada.api.post("/groups", { name: "Second" })).body;
    const login = await client(server.url).form("/auth/login", { username: ada.email, password: PASSWORD });
    const all = await client(server.url, `Bearer ${login.body.access_token}`).post("/auth/login/group", []);
    const other = all.body.find(({ group }: { group: { id: string } }) => group.id === second.id);
    const there = { user: ada.user, api: client(server.url, `Bearer ${other.access_token}`) };
    const refused = await upload(there, 0.6 * MB);
    expect([refused.status, refused.body.message]).toEqual([
      413,
      "Your account can store 1 MB, and 0.4 MB of that are free. Delete some first.",
    ]);
    expect((await ada.api.del(`/chats/${chat.id}`)).status).toBe(200);
    expect((await upload(there, 0.6 * MB)).status).toBe(201);
    await expectExactCounts();
  });

  test("count once for all documents that share them, until the last is deleted", async () => {
    const ada = await person(server.url, "Ada");
    const [document] = (await upload(ada, 1000)).body;
    const copy = (await ada.api.post(`/documents/${document.id}/copy`, {})).body;
    expect(await usedBy(ada, "group", "uploads")).toBe(1000);
    await ada.api.del(`/documents/${document.id}`);
    expect(await usedBy(ada, "group", "uploads")).toBe(1000);
    await ada.api.del(`/documents/${copy.id}`);
    expect(await usedBy(ada, "group", "uploads")).toBe(0);
  });

  test("of a deleted account keep counting for the group", async () => {
    const ada = await person(server.url, "Ada");
    const mia = await colleague(server.url, ada.group, "Mia");
    await upload(mia, 1000);
    await respond(mia, 1000);
    expect(await usedBy(ada, "group", "responses")).toBeGreaterThan(2000);
    const deleted = await mia.api.del("/users/me", { password: PASSWORD });
    expect(deleted.status).toBe(200);
    expect(await usedBy(ada, "group", "responses")).toBe(0);
    expect(await usedBy(ada, "group", "uploads")).toBe(1000);
    await expectExactCounts();
  });
});

describe("Imported chats", () => {
  const said = (role: string, text: string) => ({
    author: { role },
    content: { content_type: "text", parts: [text] },
  });
  const buildExport = (key: string, characters: number) => {
    const ids = ["1", "2", "3", "4"];
    const mapping = ids.map((id, nth) => [
      id,
      {
        parent: ids[nth - 1] ?? null,
        message: said(nth % 2 ? "assistant" : "user", "a".repeat(characters / 4)),
      },
    ]);
    return JSON.stringify([
      {
        title: key,
        create_time: 1_700_000_000,
        conversation_id: key,
        mapping: Object.fromEntries(mapping),
        current_node: "4",
      },
    ]);
  };

  test("count while they exist, and end an import that exceeds the quota", async () => {
    const ada = await person(server.url, "Ada");
    limit({ ACCOUNT_IMPORTS_MB: 1 });
    const first = await imported(ada.api, buildExport("First", 400_000));
    expect(first).toMatchObject({ state: "completed", imported: 1 });
    await expect.poll(() => usedBy(ada, "account", "imports")).toBe(400_000);
    const second = await imported(ada.api, buildExport("Second", 400_000));
    expect(second).toMatchObject({
      state: "failed",
      imported: 0,
      error: expect.stringMatching(/^Your imported chats can have 1 MB/),
    });
    await expect.poll(() => usedBy(ada, "account", "imports")).toBe(400_000);
    await ada.api.del(`/chats/${first.chats[0].uuid}`);
    expect(await usedBy(ada, "account", "imports")).toBe(0);
    expect(await imported(ada.api, buildExport("Second", 400_000))).toMatchObject({
      state: "completed",
      imported: 1,
    });
  });
});

test("Answers stored for idempotency keys are limited, and stop counting when they expire", async () => {
  const ada = await person(server.url, "Ada");
  limit({ ACCOUNT_KEYS_MB: 1 });
  const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
  let keys = 0;
  const send = (key = `key ${++keys}`) =>
    ada.api.multipart(
      `/chats/${chat.id}/messages`,
      { message_input: "a".repeat(90_000), is_sync: "true" },
      { "idempotency-key": key },
    );
  const first = await send();
  expect(first.status).toBe(200);
  await db().execute(sql`update idempotency_keys set bytes = ${MB} where user_id = ${ada.user.id}`);
  await expect.poll(async () => (await send()).status, { interval: 300 }).toBe(413);
  const messages = async () => (await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body.length;
  const there = await messages();
  expect((await send("key 1")).body).toEqual(first.body);
  expect((await send()).body.message).toMatch(
    /^Answers that are kept for your idempotency keys, for 24 hours, can have 1 MB/,
  );
  expect(await messages()).toBe(there);
  await db().execute(sql`update idempotency_keys set created_at = now() - interval '25 hours'`);
  await sweepAll();
  expect(await usedBy(ada, "account", "keys")).toBe(0);
  expect((await send()).status).toBe(200);
});

test("Sign-ins end, the oldest first, when an account exceeds its quota", async () => {
  const ada = await person(server.url, "Ada");
  limit({ ACCOUNT_SESSIONS_MB: 1 });
  const newest = async () => {
    const login = await client(server.url).form("/auth/login", { username: ada.email, password: PASSWORD });
    const [session] = (
      await client(server.url, `Bearer ${login.body.access_token}`).post("/auth/login/group", [])
    ).body;
    return client(server.url, `Bearer ${session.access_token}`);
  };
  await db().execute(sql`
    insert into sessions (user_id, group_id, is_browser, expires_at, last_used_at)
    select ${ada.user.id}::int, ${ada.group.id}::uuid, true, now() + interval '1 day', now() + interval '1 minute'
    from generate_series(1, 1746)`);
  expect((await ada.api.get("/users/me")).status).toBe(200);
  const second = await newest();
  expect((await ada.api.get("/users/me")).status).toBe(401);
  expect((await second.get("/users/me")).status).toBe(200);
  expect(await usedBy({ ...ada, api: second }, "account", "sessions")).toBeLessThanOrEqual(MB);
  await db().execute(sql`
    update sessions set ended_at = now() - interval '31 days' where is_browser and user_id = ${ada.user.id}`);
  await sweepAll();
  expect(await usedBy({ ...ada, api: second }, "account", "sessions")).toBe(600);
});

test("Registered OAuth clients without sign-ins are deleted for new ones", async () => {
  limit({ OAUTH_REGISTRATIONS_MB: 1 });
  await db().execute(sql`
    insert into oauth_clients (name, redirect_uris, created_at)
    select 'Program ' || n, array['https://example.test/' || repeat('a', 10000)], now() - interval '1 hour'
    from generate_series(1, 110) n`);
  const registered = await client(server.url).post("/oauth/register", {
    client_name: "Mine",
    redirect_uris: ["https://example.test/callback"],
  });
  expect(registered.status).toBe(201);
  const [row] = await db().execute<{ bytes: number; is_there: boolean }>(sql`
    select (select sum(bytes)::int from stored_bytes where owner = 'installation') as bytes,
      exists (select from oauth_clients where name = 'Mine') as is_there`);
  expect(row!.bytes).toBeLessThanOrEqual(MB);
  expect(row!.is_there).toBe(true);
});

test("The sweep merges changes and preserves the totals", async () => {
  const ada = await person(server.url, "Ada");
  for (let n = 0; n < 3; n++) await upload(ada, 1000);
  const rows = async () => (await db().execute(sql`select owner, kind from stored_bytes`)).length;
  const distinct = async () =>
    (await db().execute(sql`select owner, kind from stored_bytes group by 1, 2 having sum(bytes) <> 0`))
      .length;
  expect(await rows()).toBeGreaterThan(await distinct());
  await sweepAll();
  expect(await rows()).toBe(await distinct());
  expect(await usedBy(ada, "account", "uploads")).toBe(3000);
  await expectExactCounts();
});
