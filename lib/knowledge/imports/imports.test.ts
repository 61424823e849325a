import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { chatgptExport } from "@/test/chatgpt-export";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { zipped } from "@/test/files";
import { chatNamed, fixture, getThread, imported, over, said, send, total } from "@/test/imports";
import { startServer } from "@/test/server";

process.env.RATE_LIMIT_HEAVY = "1000";
process.env.INDEX_AFTER_MS = "50";
const server = await startServer();
afterAll(() => server.close());

test("a ChatGPT ZIP file is imported with the active branch of each chat, its times and without hidden messages", async () => {
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
    ...{ my_role: "owner", virtual_assistant: { name: "Parley" }, unread_count: 0, chat_type: "private" },
    created_at: "2024-03-01T14:00:00.123Z",
    last_activity_at: "2024-03-01T14:06:40.000Z",
    last_message: { message: "Three quarters of a cup.", user_type: "assistant" },
  });
  const [flour, cups, water, three, ...more] = await getThread(api, chat.name);
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
  // A message without a time gets the time of the previous message.
  expect(water).toMatchObject({
    message: "And water?",
    created_at: cups.created_at,
    replying_to_message: null,
  });
  expect(three.replying_to_message.id).toBe(water.id);

  // This chat has no title, a deleted message, and a message whose parent does not exist.
  expect(said(await getThread(api, "Name three rivers of Portugal, please"))).toEqual([
    ["user", "Name three rivers of *Portugal*, please"],
    ["assistant", "Douro, Tejo and Minho."],
  ]);
  expect(said(await getThread(api, "Going round in circles"))).toEqual([
    ["user", "Who comes first?"],
    ["assistant", "You do."],
  ]);
});

test("a Claude export is imported with texts and names of files, without thoughts and tools, from the open branch", async () => {
  const { api } = await person(server.url);
  const zip = await zipped({
    "users.json": '[{"uuid":"acc","full_name":"Ada"}]',
    "projects.json": '[{"uuid":"p","name":"Project","docs":[]}]',
    "conversations.json": fixture("claude"),
  });
  const report = await imported(api, zip);
  expect(report).toMatchObject({ format: "claude", found: 3, imported: 2, failed: 1 });
  const messages = await getThread(api, "Planning the garden");
  expect(said(messages)).toEqual([
    ["user", "What grows in shade?\n\n[File: wall.png]"],
    ["assistant", "Ferns do.\n\nHostas too."],
    ["user", "Thanks"],
  ]);
  expect(messages[0].message_attachments).toEqual([expect.objectContaining({ file_name: "plan.txt" })]);
  expect(messages[1].created_at).toBe("2024-05-04T09:00:09.000Z");
  expect(said(await getThread(api, "Pick a colour"))).toEqual([
    ["user", "Pick a colour"],
    ["assistant", "Blue"],
  ]);
});

test("an Open WebUI export is imported from the tree of a chat or the list of old versions", async () => {
  const { api } = await person(server.url);
  const report = await imported(api, fixture("open-webui"));
  expect(report).toMatchObject({ format: "open_webui", found: 2, imported: 2, failed: 0 });
  const messages = await getThread(api, "🚲 Bike repair");
  expect(said(messages)).toEqual([
    ["user", "My chain squeaks\n\n[File: chain.pdf]"],
    ["assistant", "Oil it."],
    ["user", "Which oil?"],
    ["assistant", "Bicycle chain oil."],
  ]);
  expect(messages[1].extra.imported).toEqual({ from: "Open WebUI", model: "llama3.1:8b" });
  expect(messages[0].created_at).toBe("2024-08-01T08:13:20.000Z");
  expect(said(await getThread(api, "Old version"))).toEqual([
    ["user", "Hello"],
    ["assistant", "Hello to you"],
  ]);
});

test("a LibreChat export is imported from nested or listed messages, and from several files in a ZIP file", async () => {
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
  expect(said(await getThread(api, "Names for a cat"))).toEqual([
    ["user", "A name for a grey cat?\n\n[File: cat.webp]"],
    ["assistant", "Ash."],
    ["user", "Lovely"],
  ]);
  expect(said(await getThread(api, "As a list"))).toEqual([
    ["user", "One"],
    ["assistant", "Two"],
  ]);
});

test("a chat is not imported twice under any file name, unless it was deleted", async () => {
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

test("two simultaneous imports of the same chats store each chat once", async () => {
  const { api } = await person(server.url);
  const begun = await Promise.all([send(api, chatgptExport(70)), send(api, chatgptExport(70))]);
  const reports = await Promise.all(begun.map(({ body }) => over(api, body.id)));
  for (const report of reports) expect(report).toMatchObject({ state: "completed", found: 70, failed: 0 });
  expect(reports[0].imported + reports[1].imported).toBe(70);
  expect(reports[0].skipped + reports[1].skipped).toBe(70);
  expect(await total(api)).toBe(70);
});

test("a chat of 10 MB and thousands of messages is imported completely", async () => {
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

test("an import and its chats are visible to their person only, and each person imports for themselves", async () => {
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

test("imported messages are searchable, send no notifications, and can be replied to", async () => {
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
    .poll(async () => JSON.stringify((await api.get("/search?query=Douro")).body))
    .toContain("Minho");
  const chat = await chatNamed(api, "Sourdough without a scale");
  const sent = await api.multipart(`/chats/${chat.id}/messages`, { message_input: "Salt?", is_sync: "true" });
  expect(sent.status).toBe(200);
  const from = { from_virtual_assistant_id: chat.virtual_assistant.id };
  expect(sent.body.responses).toEqual([expect.objectContaining(from)]);
  // Imported replies can be regenerated by the chat's assistant.
  const [, written] = await getThread(api, chat.name);
  const again = await api.post(`/chats/messages/${written.id}/retry`);
  expect(again.body.responses).toEqual([expect.objectContaining(from)]);
});

test("imported chats have no assistant in a group without a default assistant", async () => {
  const { api } = await person(server.url);
  for (const { id } of (await api.get("/virtual-assistants")).body)
    await api.del(`/virtual-assistants/${id}`);
  await imported(api, fixture("librechat"));
  expect((await chatNamed(api, "Names for a cat")).virtual_assistant).toBeNull();
});
