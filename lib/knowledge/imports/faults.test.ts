import { gzipSync } from "node:zlib";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { transaction } from "@/db/transaction";
import { deleteUnreferenced } from "@/lib/chat/files/service";
import { findDeputy } from "@/lib/identity/auth/service";
import { chatgptExport } from "@/test/chatgpt-export";
import { person } from "@/test/client";
import { zipped } from "@/test/files";
import { chatNamed, filesKept, fixture, getThread, imported, send, total } from "@/test/imports";
import { startServer } from "@/test/server";
import * as exportFile from "./export-file";
import * as storing from "./store-chats";

process.env.RATE_LIMIT_HEAVY = "1000";
const server = await startServer();
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

test("chats that two processes import simultaneously are stored once", async () => {
  const { api, user, group } = await person(server.url);
  const viewer = (await findDeputy(user.id, group.id, "job"))!;
  const at = new Date("2024-01-01");
  const chats = Array.from({ length: 30 }, (_, n) => ({
    ...{ key: `chatgpt:${n}`, name: `Chat ${n}`, createdAt: at, source: "chatgpt" as const },
    messages: [{ author: "user" as const, text: "Hello", createdAt: at }],
  }));
  const store = (given: typeof chats) => transaction(() => storing.storeChats(viewer, given));
  const stored = await Promise.all([store(chats), store(chats.toReversed()), store(chats.slice(10))]);
  const ids = stored.flatMap(({ chatIds }) => chatIds);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(30);
  expect(await total(api)).toBe(30);
});

test("a batch that fails midway is rolled back and retried", async () => {
  const { api } = await person(server.url);
  const real = storing.storeChats;
  let calls = 0;
  const trying = vi.spyOn(storing, "storeChats").mockImplementation(async (...args) => {
    const stored = await real(...args);
    // Fails after the chats are written and before the commit.
    if (++calls === 3) throw new Error("the connection was lost");
    return stored;
  });
  const report = await imported(api, chatgptExport(90));
  expect(trying).toHaveBeenCalledTimes(6);
  expect(report).toMatchObject({ state: "completed", found: 90, imported: 90, skipped: 0, failed: 0 });
  expect(await total(api)).toBe(90);
});

test("an import that fails permanently reports it and keeps the imported chats", async () => {
  const { api } = await person(server.url);
  const real = storing.storeChats;
  let calls = 0;
  vi.spyOn(storing, "storeChats").mockImplementation((...args) => {
    if (++calls > 1) throw new Error("broken");
    return real(...args);
  });
  const report = await imported(api, chatgptExport(30));
  expect(report).toMatchObject({
    state: "failed",
    imported: 20,
    error: expect.stringContaining("Import the file again"),
  });
  expect(await total(api)).toBe(20);
}, 60_000);

test("an import can be cancelled once, and its file is kept only while it runs", async () => {
  const { api } = await person(server.url);
  const before = filesKept();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const real = exportFile.withExport;
  let calls = 0;
  vi.spyOn(exportFile, "withExport").mockImplementation(async (...args) => {
    // The first call comes from the request itself.
    if (++calls > 1) await held;
    return real(...args) as never;
  });
  const begun = await send(api, chatgptExport(30));
  expect(begun.body).toMatchObject({ state: "running", found: null, imported: 0, finished_at: null });
  const [key, ...others] = filesKept().filter((name) => !before.includes(name));
  expect(others).toEqual([]);
  await deleteUnreferenced([key!]);
  expect(filesKept()).toContain(key);
  const cancel = () => api.post(`/imports/${begun.body.id}/cancel`);
  expect((await cancel()).body).toMatchObject({ state: "cancelled", finished_at: expect.any(String) });
  expect(filesKept()).not.toContain(key);
  expect((await cancel()).status).toBe(409);
  release();
  await imported(api, fixture("librechat"));
  expect(await total(api)).toBe(1);
});

test("a file of an unknown format is refused immediately and not stored", async () => {
  const { api } = await person(server.url);
  const before = filesKept();
  const bomb = await zipped({ "conversations.json": "[".padEnd(60_000_000, " ") });
  const cases: [string | Buffer, RegExp][] = [
    ["", /No chats were found in export.json.*ChatGPT, Claude, Open WebUI, or LibreChat/],
    ["hello", /No chats were found/],
    ["]]]]{", /No chats were found/],
    ["[]", /No chats were found/],
    ['{"messages":[]}', /No chats were found/],
    ['[{"title":"x"},[[{"a":1}]],"b",null]', /No chats were found/],
    [gzipSync(fixture("claude")), /No chats were found/],
    [await zipped({ "notes.txt": "hello" }), /No chats were found/],
    [bomb, /unpacks to more than 200 times its size/],
    [(await zipped({ "a.json": fixture("claude") })).subarray(0, -40), /is damaged/],
    [
      renamed(await zipped({ "aaa/evil.json": fixture("claude") }), "aaa/evil", "../../ev"),
      /leads out of it/,
    ],
  ];
  for (const [content, message] of cases) {
    const answer = await send(api, content);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].msg).toMatch(message);
  }
  expect((await api.multipart("/imports", {})).status).toBe(422);
  expect((await api.get("/imports")).body).toEqual([]);
  expect(filesKept()).toEqual(before);
});
// Replaces a file name inside a ZIP archive by one of the same length.
const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");

test("the error for a file that is too large names the limit", async () => {
  const { api } = await person(server.url);
  const answer = await send(api, Buffer.alloc(51 * 1024 * 1024, " "));
  expect(answer.status).toBe(413);
  expect(answer.body).toMatchObject({ message: "The file export.json is larger than 50 MB." });
});

test("invalid chats of a file fail individually, by name", async () => {
  const { api } = await person(server.url);
  const [good] = JSON.parse(fixture("claude"));
  const odd = [
    { ...good, uuid: "long", name: "Long", chat_messages: [{ sender: "human", text: "x".repeat(300_000) }] },
    {
      uuid: 5,
      name: { a: 1 },
      created_at: "no time",
      chat_messages: [7, null, { sender: "human", text: "Odd\0 \ud800" }],
    },
    { uuid: "future", name: "Future", created_at: "2999-01-01T00:00:00Z", chat_messages: good.chat_messages },
    { title: "Something else", mapping: 5 },
    {
      ...good,
      uuid: "strange",
      chat_messages: [{ sender: "narrator", text: "Once" }],
      name: "Strange\0 roles",
    },
  ].map((value) => JSON.stringify(value));
  const content = `\ufeff[${JSON.stringify(good)},\n${odd.join(",\n")}, {"name":"Bro\\"ken", "chat_messages": [nonsense]}, {"name":"Cut off","chat_messages":[{"sender":"hum`;
  const report = await imported(api, content);
  expect(report).toMatchObject({ state: "completed", found: 8, imported: 4, skipped: 0, failed: 4 });
  expect(report.failures).toEqual([
    { title: "Something else", reason: "Unknown format." },
    { title: "Strange roles", reason: "It has no messages." },
    { title: 'Bro"ken', reason: "It is damaged: this is not JSON." },
    { title: "Cut off", reason: "The file ends in the middle of it. Export it again." },
  ]);
  const [long] = await getThread(api, "Long");
  expect(long.message).toMatch(/^x{200000}\n\n\[The rest/);
  const [strange] = await getThread(api, "Odd \ufffd");
  expect(Date.now() - Date.parse(strange.created_at)).toBeLessThan(60_000);
  expect((await chatNamed(api, "Future")).created_at).toBe("2024-05-04T09:00:01.000Z");
});

test("a report lists the first twenty failures", async () => {
  const { api } = await person(server.url);
  const empty = Array.from({ length: 50 }, (_, n) => ({
    uuid: `e${n}`,
    name: `Empty ${n}`,
    chat_messages: [],
  }));
  const report = await imported(api, JSON.stringify(empty));
  expect(report).toMatchObject({ found: 50, failed: 50, imported: 0 });
  expect(report.failures).toHaveLength(20);
  expect(report.failures[19].title).toBe("Empty 19");
});
