import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { transaction } from "@/db/transaction";
import { deleteUnreferenced } from "@/lib/chat/files/service";
import { deputyOf } from "@/lib/identity/auth/service";
import { chatgptExport } from "@/test/chatgpt-export";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { zipped } from "@/test/files";
import { startServer } from "@/test/server";
import * as exportFile from "./export-file";
import * as storing from "./storing";

process.env.RATE_LIMIT_HEAVY = "1000";
process.env.INDEX_AFTER_MS = "50";
const server = await startServer();
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

type Person = Awaited<ReturnType<typeof person>>;
type Api = Person["api"];

const fixture = (name: string) => readFileSync(join("test/files/exports", `${name}.json`), "utf8");
const send = (api: Api, content: string | Buffer, name = "export.json") =>
  api.multipart("/imports", { file: [new File([content as BlobPart], name)] });

/** Imports a file and waits until that is over. */
async function imported(api: Api, content: string | Buffer, name?: string) {
  const begun = await send(api, content, name);
  expect(begun.status, JSON.stringify(begun.body)).toBe(202);
  return over(api, begun.body.id);
}
async function over(api: Api, id: number) {
  await expect
    .poll(async () => (await api.get(`/imports/${id}`)).body.state, { timeout: 20_000 })
    .not.toBe("running");
  return (await api.get(`/imports/${id}`)).body;
}
const chatNamed = async (api: Api, name: string) =>
  (await api.get("/chats?page_size=100")).body.find((chat: { name: string }) => chat.name === name);
async function threadOf(api: Api, name: string) {
  const chat = await chatNamed(api, name);
  expect(chat, name).toBeDefined();
  return (await api.get(`/chats/${chat.id}/messages`)).body;
}
/** Who says what. */
const said = (messages: { user_type: string; message: string }[]) =>
  messages.map(({ user_type, message }) => [user_type, message]);
/** The keys of the files that are in storage. */
function filesKept(): string[] {
  const folder = join(process.env.DATA_DIR!, "files");
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all.filter((file) => file.isFile()).map(({ name }) => name);
}

test("a ZIP file of ChatGPT: the active branch of each chat, with its times and without what is not said", async () => {
  const { api, user } = await person(server.url);
  const zip = await zipped({
    "user.json": '{"id":"user-1","email":"ada@example.com"}',
    "message_feedback.json": '[{"id":"f","conversation_id":"c","rating":"thumbs_up"}]',
    "shared_conversations.json": '[{"id":"s","conversation_id":"c","title":"Shared","is_anonymous":true}]',
    "chat.html": "<html></html>",
    "file-abc-bowl.jpg": Buffer.alloc(2000),
    "conversations.json": fixture("chatgpt"),
  });
  const report = await imported(api, zip, "chatgpt.zip");
  expect(report).toMatchObject({
    ...{ format: "chatgpt", file_name: "chatgpt.zip", state: "completed", error: null },
    ...{ found: 4, imported: 3, skipped: 0, failed: 1 },
    failures: [{ title: "Nothing was said", reason: "It has no messages." }],
  });
  expect(report.chats.map(({ name }: { name: string }) => name)).toContain("Sourdough without a scale");

  const chat = await chatNamed(api, "Sourdough without a scale");
  expect(chat).toMatchObject({
    ...{ my_role: "owner", virtual_assistant: null, unread_count: 0, chat_type: "private" },
    created_at: "2024-03-01T14:00:00.123Z",
    last_activity_at: "2024-03-01T14:06:40.000Z",
    last_message: { message: "Three quarters of a cup.", user_type: "assistant" },
  });
  const [flour, cups, water, three, ...more] = await threadOf(api, chat.name);
  expect(more).toEqual([]);
  expect(flour).toMatchObject({
    message: "How much flour is this?\n\n[File: bowl.jpg]",
    from_user_id: user.id,
    created_at: "2024-03-01T14:00:00.200Z",
  });
  expect(cups).toMatchObject({
    ...{ message: "About **two cups**, or 240 g.", user_type: "assistant", from_virtual_assistant_id: null },
    extra: { imported: { from: "ChatGPT", model: "gpt-4o" } },
    replying_to_message: { id: flour.id },
  });
  // It has no time: that of the message before.
  expect(water).toMatchObject({
    message: "And water?",
    created_at: cups.created_at,
    replying_to_message: null,
  });
  expect(three.replying_to_message.id).toBe(water.id);

  // No title, a message that was deleted, a place that is not there.
  expect(said(await threadOf(api, "Name three rivers of Portugal, please"))).toEqual([
    ["user", "Name three rivers of *Portugal*, please"],
    ["assistant", "Douro, Tejo and Minho."],
  ]);
  expect(said(await threadOf(api, "Going round in circles"))).toEqual([
    ["user", "Who comes first?"],
    ["assistant", "You do."],
  ]);
});

test("Claude: texts without thoughts and tools, files by name, the branch that was open", async () => {
  const { api } = await person(server.url);
  const zip = await zipped({
    "users.json": '[{"uuid":"acc","full_name":"Ada"}]',
    "projects.json": '[{"uuid":"p","name":"Project","docs":[]}]',
    "conversations.json": fixture("claude"),
  });
  const report = await imported(api, zip);
  expect(report).toMatchObject({ format: "claude", found: 3, imported: 2, failed: 1 });
  const messages = await threadOf(api, "Planning the garden");
  expect(said(messages)).toEqual([
    ["user", "What grows in shade?\n\n[File: plan.txt]\n[File: wall.png]"],
    ["assistant", "Ferns do.\n\nHostas too."],
    ["user", "Thanks"],
  ]);
  expect(messages[1].created_at).toBe("2024-05-04T09:00:09.000Z");
  expect(said(await threadOf(api, "Pick a colour"))).toEqual([
    ["user", "Pick a colour"],
    ["assistant", "Blue"],
  ]);
});

test("Open WebUI: the tree of a chat, and the list that old versions have", async () => {
  const { api } = await person(server.url);
  const report = await imported(api, fixture("open-webui"));
  expect(report).toMatchObject({ format: "open_webui", found: 2, imported: 2, failed: 0 });
  const messages = await threadOf(api, "🚲 Bike repair");
  expect(said(messages)).toEqual([
    ["user", "My chain squeaks\n\n[File: chain.pdf]"],
    ["assistant", "Oil it."],
    ["user", "Which oil?"],
    ["assistant", "Bicycle chain oil."],
  ]);
  expect(messages[1].extra.imported).toEqual({ from: "Open WebUI", model: "llama3.1:8b" });
  expect(messages[0].created_at).toBe("2024-08-01T08:13:20.000Z");
  expect(said(await threadOf(api, "Old version"))).toEqual([
    ["user", "Hello"],
    ["assistant", "Hello to you"],
  ]);
});

test("LibreChat: messages within messages or as a list, several files in one ZIP file", async () => {
  const { api } = await person(server.url);
  const listed = {
    ...{ conversationId: "c2", title: "As a list", exportAt: "now" },
    messages: [
      {
        messageId: "1",
        parentMessageId: null,
        isCreatedByUser: true,
        text: "One",
        createdAt: "2024-10-01T00:00:00Z",
      },
      { messageId: "2", parentMessageId: "1", isCreatedByUser: false, sender: "Bot", text: "Two" },
    ],
  };
  const zip = await zipped({ "cats.json": fixture("librechat"), "list.json": JSON.stringify(listed) });
  const report = await imported(api, zip);
  expect(report).toMatchObject({ format: "librechat", found: 2, imported: 2 });
  expect(said(await threadOf(api, "Names for a cat"))).toEqual([
    ["user", "A name for a grey cat?\n\n[File: cat.webp]"],
    ["assistant", "Ash."],
    ["user", "Lovely"],
  ]);
  expect(said(await threadOf(api, "As a list"))).toEqual([
    ["user", "One"],
    ["assistant", "Two"],
  ]);
});

test("what was imported is skipped, whatever the file is called, and comes back once it was deleted", async () => {
  const { api } = await person(server.url);
  await imported(api, fixture("open-webui"));
  expect(await imported(api, await zipped({ "a.json": fixture("open-webui") }), "again.zip")).toMatchObject({
    ...{ found: 2, imported: 0, skipped: 2, failed: 0, chats: [] },
  });
  const chat = await chatNamed(api, "Old version");
  await api.del(`/chats/${chat.id}`);
  expect(await imported(api, fixture("open-webui"))).toMatchObject({ imported: 1, skipped: 1 });
  const { headers } = await api.get("/chats");
  expect(headers.get("x-total-count")).toBe("2");
});

const total = async (api: Api) => Number((await api.get("/chats?page_size=1")).headers.get("x-total-count"));

test("two imports of the same chats at once store each once", async () => {
  const { api } = await person(server.url);
  const begun = await Promise.all([send(api, chatgptExport(70)), send(api, chatgptExport(70))]);
  const reports = await Promise.all(begun.map(({ body }) => over(api, body.id)));
  for (const report of reports) expect(report).toMatchObject({ state: "completed", found: 70, failed: 0 });
  expect(reports[0].imported + reports[1].imported).toBe(70);
  expect(reports[0].skipped + reports[1].skipped).toBe(70);
  expect(await total(api)).toBe(70);
});

test("chats that two processes store at the same time are stored once", async () => {
  const { api, user, group } = await person(server.url);
  const viewer = (await deputyOf(user.id, group.id, "job"))!;
  const at = new Date("2024-01-01");
  const chats = Array.from({ length: 30 }, (_, n) => ({
    ...{ key: `chatgpt:${n}`, name: `Chat ${n}`, createdAt: at, source: "chatgpt" as const },
    messages: [{ author: "user" as const, text: "Hello", createdAt: at }],
  }));
  const store = (given: typeof chats) => transaction(() => storing.storeChats(viewer, given));
  const stored = await Promise.all([store(chats), store(chats.toReversed()), store(chats.slice(10))]);
  const ids = stored.flat();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(30);
  expect(await total(api)).toBe(30);
});

test("a batch that fails in the middle leaves nothing of it, and is tried again", async () => {
  const { api } = await person(server.url);
  const real = storing.storeChats;
  let calls = 0;
  const trying = vi.spyOn(storing, "storeChats").mockImplementation(async (...args) => {
    const stored = await real(...args);
    // After its chats are written, and before that is committed.
    if (++calls === 3) throw new Error("the connection was lost");
    return stored;
  });
  const report = await imported(api, chatgptExport(90));
  expect(trying).toHaveBeenCalledTimes(6);
  expect(report).toMatchObject({ state: "completed", found: 90, imported: 90, skipped: 0, failed: 0 });
  expect(await total(api)).toBe(90);
});

test("an import that fails for good says so, and keeps what it has imported", async () => {
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

test("an import can be cancelled, once; its file stays as long as it runs, and no longer", async () => {
  const { api } = await person(server.url);
  const before = filesKept();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const real = exportFile.withExport;
  let calls = 0;
  vi.spyOn(exportFile, "withExport").mockImplementation(async (...args) => {
    // The request looks into the file first.
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

test("a file of which nothing is known is refused at once, and nothing of it is kept", async () => {
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
/** A ZIP file in which a name is another of the same length. */
const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");

test("a file that is too large names the limit", async () => {
  const { api } = await person(server.url);
  const answer = await send(api, Buffer.alloc(51 * 1024 * 1024, " "));
  expect(answer.status).toBe(413);
  expect(answer.body).toMatchObject({ message: "The file export.json is larger than 50 MB." });
});

test("what is odd in a file fails alone, by its name", async () => {
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
    { title: "Something else", reason: "It is written in an unknown way." },
    { title: "Strange roles", reason: "It has no messages." },
    { title: 'Bro"ken', reason: "It is damaged: this is not JSON." },
    { title: "Cut off", reason: "The file ends in the middle of it. Export it again." },
  ]);
  const [long] = await threadOf(api, "Long");
  expect(long.message).toMatch(/^x{200000}\n\n\[The rest/);
  const [strange] = await threadOf(api, "Odd \ufffd");
  expect(Date.now() - Date.parse(strange.created_at)).toBeLessThan(60_000);
  expect((await chatNamed(api, "Future")).created_at).toBe("2024-05-04T09:00:01.000Z");
});

test("a chat of 10 MB and thousands of messages is imported whole", async () => {
  const { api } = await person(server.url);
  const chat_messages = Array.from({ length: 4_000 }, (_, n) => ({
    sender: n % 2 ? "assistant" : "human",
    text: `Message ${n} ${"word ".repeat(500)}`,
  }));
  const content = JSON.stringify([{ uuid: "large", name: "Large", chat_messages }]);
  expect(content.length).toBeGreaterThan(10_000_000);
  expect(await imported(api, content)).toMatchObject({ imported: 1, failed: 0 });
  const chat = await chatNamed(api, "Large");
  expect(chat).toMatchObject({
    unread_count: 0,
    last_message: { message: expect.stringMatching(/^Message 3999/) },
  });
  const [row] = await db().execute(`select count(*)::int as count from messages where chat_id = ${chat.id}`);
  expect(row).toEqual({ count: 4_000 });
}, 60_000);

test("of many failures the first twenty are kept", async () => {
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

test("nobody else sees an import or its chats, and each person imports for themselves", async () => {
  const ada = await person(server.url);
  const bob = await colleague(server.url, ada.group, "Bob");
  const { id, chats } = await imported(ada.api, fixture("librechat"));
  expect((await bob.api.get(`/imports/${id}`)).status).toBe(404);
  expect((await bob.api.post(`/imports/${id}/cancel`)).status).toBe(404);
  expect((await bob.api.get("/imports")).body).toEqual([]);
  expect((await bob.api.get(`/chats/${chats[0].uuid}`)).status).toBe(404);
  expect(await imported(bob.api, fixture("librechat"))).toMatchObject({ imported: 1, skipped: 0 });
  const list = await ada.api.get("/imports");
  expect(list.headers.get("x-total-count")).toBe("1");
  expect(list.body).toEqual([expect.objectContaining({ id, imported: 1 })]);
});

test("imported messages are found by their words, told to nobody, and can be gone on from", async () => {
  const { api, group } = await person(server.url);
  const [hook] = await db().execute<{ last: number }>(
    "select coalesce(max(id), 0)::int as last from chat_events",
  );
  await imported(api, fixture("chatgpt"));
  const events = await db().execute<{ kind: string }>(
    `select event.kind from chat_events event join chats on chats.id = event.chat_id
     where event.id > ${hook!.last} and chats.group_id = '${group.id}'`,
  );
  expect([...events].map(({ kind }) => kind)).toEqual(["chat.added"]);
  expect((await api.get("/chats/total_unread_messages_count")).body).toMatchObject({ total: 0 });
  await expect
    .poll(async () => JSON.stringify((await api.get("/search?query=Douro")).body), { timeout: 20_000 })
    .toContain("Minho");
  const chat = await chatNamed(api, "Sourdough without a scale");
  const sent = await api.multipart(`/chats/${chat.id}/messages`, { message_input: "Salt?", is_sync: "true" });
  expect(sent.status).toBe(200);
  expect((await chatNamed(api, chat.name)).last_message.message).toBe("Salt?");
});
