import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { listen, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel();

const ada = await person(server.url);
const max = await colleague(server.url, ada.group, "Max Member");
const newChat = async (body: object = {}) =>
  (await ada.api.post("/chats", { virtual_assistant_id: null, member_user_ids: [max.user.id], ...body }))
    .body;
const say = async (
  chat: { id: number },
  message_input: string,
  fields: Record<string, string | File[]> = {},
) =>
  (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input, ...fields })).body
    .user_message_id as number;
const listTexts = async (chat: { id: number }, query: string) =>
  (await ada.api.get(`/chats/${chat.id}/messages?${query}`)).body.map(
    ({ message }: { message: string }) => message,
  );

describe("pages of messages", () => {
  test("start before, after or around a message", async () => {
    const chat = await newChat();
    const ids: number[] = [];
    for (let n = 1; n <= 9; n++) ids.push(await say(chat, String(n)));
    expect(await listTexts(chat, "size=2")).toEqual(["8", "9"]);
    expect(await listTexts(chat, `size=2&message_id=${ids[4]}`)).toEqual(["3", "4"]);
    expect(await listTexts(chat, `size=2&after_message_id=${ids[4]}`)).toEqual(["6", "7"]);
    expect(await listTexts(chat, `size=5&around_message_id=${ids[4]}`)).toEqual(["3", "4", "5", "6", "7"]);
    expect(await listTexts(chat, `size=4&around_message_id=${ids[4]}`)).toEqual(["4", "5", "6", "7"]);
    expect(await listTexts(chat, `size=5&around_message_id=${ids[8]}`)).toEqual(["7", "8", "9"]);
  });
});

describe("reactions", () => {
  const path = (chat: { id: number }, message: number, emoji: string) =>
    `/chats/${chat.id}/messages/${message}/reactions/${encodeURIComponent(emoji)}`;

  test("are counted by emoji, and each reader sees their own", async () => {
    const chat = await newChat();
    const id = await say(chat, "hello");
    await ada.api.put(path(chat, id, "👍"));
    await max.api.put(path(chat, id, "👍"));
    const put = await max.api.put(path(chat, id, "👩‍👩‍👧‍👦"));
    const thumbs = { emoji: "👍", count: 2, user_ids: [ada.user.id, max.user.id], me: true };
    const family = { emoji: "👩‍👩‍👧‍👦", count: 1, user_ids: [max.user.id], me: true };
    expect(put.body.aggregated_reactions).toEqual([thumbs, family]);
    const [read] = (await ada.api.get(`/chats/${chat.id}/messages`)).body;
    expect(read.aggregated_reactions).toEqual([thumbs, { ...family, me: false }]);
    await max.api.del(path(chat, id, "👍"));
    const gone = await max.api.del(path(chat, id, "👍"));
    expect(gone.status).toBe(200);
    expect(gone.body.aggregated_reactions).toEqual([
      { ...thumbs, count: 1, user_ids: [ada.user.id], me: false },
      family,
    ]);
  });

  test("are stored once per person and emoji, in one form", async () => {
    const chat = await newChat();
    const id = await say(chat, "hello");
    await Promise.all([..."❤❤❤"].map((emoji) => ada.api.put(path(chat, id, emoji))));
    const { body } = await ada.api.put(path(chat, id, "❤️"));
    expect(body.aggregated_reactions).toEqual([{ emoji: "❤️", count: 1, user_ids: [ada.user.id], me: true }]);
  });

  test.each(["x", "👍👍", "1", " ", "👍a", ":+1:", "<b>"])(
    "%j is refused because it is not an emoji",
    async (emoji) => {
      const chat = await newChat();
      expect((await ada.api.put(path(chat, await say(chat, "hello"), emoji))).status).toBe(422);
    },
  );

  test("are limited to 20 different ones on a message, also when they are sent simultaneously", async () => {
    const chat = await newChat();
    const id = await say(chat, "hello");
    const faces = Array.from({ length: 24 }, (_, n) => String.fromCodePoint(0x1f600 + n));
    const answers = await Promise.all(faces.map((emoji) => ada.api.put(path(chat, id, emoji))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(4).fill(409)]);
    const [read] = (await ada.api.get(`/chats/${chat.id}/messages`)).body;
    expect(read.aggregated_reactions).toHaveLength(20);
    // Another person may add an emoji that is already present.
    const there = read.aggregated_reactions[0].emoji;
    expect((await max.api.put(path(chat, id, there))).status).toBe(200);
  });

  test("are sent live with the reader's own marked, as are changes and deletions of messages", async () => {
    const chat = await newChat();
    const id = await say(chat, "hello");
    const listener = await listen(max.api, `/chats/${chat.id}/events`);
    await listener.named("ready");
    await ada.api.put(path(chat, id, "👍"));
    const reacted = await listener.named("message.updated");
    expect(reacted?.data.message.aggregated_reactions).toEqual([
      { emoji: "👍", count: 1, user_ids: [ada.user.id], me: false },
    ]);
    await ada.api.put(`/chats/update_message_text/${id}`, { message: "changed" });
    const changed = await listener.ended(({ data }) => data.message?.message === "changed");
    expect(changed).toMatchObject({ event: "message.updated", data: { message: { edited: true } } });
    await ada.api.del(`/chats/${chat.id}/messages/${id}`);
    expect((await listener.named("message.deleted"))?.data).toMatchObject({ message_id: id });
    await ada.api.post(`/chats/${chat.id}/messages/clear`);
    expect((await listener.named("messages.cleared"))?.data.chat_id).toBe(chat.id);
    listener.close();
  });
});

describe("an export", () => {
  test("as Markdown has names, times, quotes and names of files", async () => {
    const chat = await newChat({ name: 'Plans: "a/b" 🚀\u200e', goal: "Go" });
    const first = await say(chat, "# hello", { files: [new File(["x"], "note.txt")] });
    await max.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "hi",
      replying_to_message_id: String(first),
    });
    const { status, headers, body } = await ada.api.get(`/chats/${chat.uuid}/export?format=md`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/markdown");
    const [, name] = /filename\*=UTF-8''(.+)$/.exec(headers.get("content-disposition")!)!;
    expect(decodeURIComponent(name!)).toMatch(/^Plans a b 🚀 \d{4}-\d\d-\d\d\.md$/);
    expect(body).toMatch(/## Ada Example · \d{4}-\d\d-\d\d \d\d:\d\d UTC\n\n# hello\n\n- File: note\.txt/);
    expect(body).toMatch(/## Max Member · .+ UTC\n\n> Ada Example: # hello\n\nhi/);
  });

  test("as HTML is one document that neither runs nor loads anything that people wrote", async () => {
    const chat = await newChat({ name: "<i>Plans</i>" });
    await say(chat, "**hello** <img src=x onerror=alert(1)> ![a](https://example.test/a.png)", {
      files: [new File(["x"], "<b>.txt")],
    });
    const { headers, body } = await ada.api.get(`/chats/${chat.id}/export?format=html`);
    expect(headers.get("content-type")).toContain("text/html");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="chat\.html"/);
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(body).toMatch(/^<!doctype html>.+<h1 dir="auto">&lt;i&gt;Plans&lt;\/i&gt;<\/h1>.+<\/html>\n$/s);
    expect(body).toContain("<strong>hello</strong> &lt;img src=x");
    expect(body).toContain('<a href="https://example.test/a.png">a</a>');
    expect(body).toContain("<li>&lt;b&gt;.txt</li>");
    expect(body).not.toMatch(/<(img|script|iframe|link|b|i)\b/);
  });

  test("as JSON has all messages of a chat of many pages, in order", async () => {
    const chat = await newChat();
    await db().execute(sql`insert into messages (chat_id, user_type, text, from_user_id)
      select ${chat.id}::int, 'user', 'n' || n, ${max.user.id}::int from generate_series(1, 1234) n`);
    const { headers, body } = await ada.api.get(`/chats/${chat.id}/export?format=json`);
    expect(headers.get("content-type")).toContain("application/json");
    const { chat: exported, messages } = JSON.parse(body);
    expect(exported).toMatchObject({ id: chat.id, uuid: chat.uuid });
    expect(messages.map(({ message }: { message: string }) => message)).toEqual(
      Array.from({ length: 1234 }, (_, n) => `n${n + 1}`),
    );
    expect(messages[0]).toMatchObject({ author: "Max Member", from_user_id: max.user.id });
  });

  test("as JSON has the canvas and its pages with their texts", async () => {
    const chat = await newChat({ canvas: "Plan" });
    const page = { title: "sum.py", kind: "code", language: "python", text: "1 + 1" };
    for (const title of ["sum.py", "again.py"])
      await ada.api.post(`/chats/${chat.id}/canvas/pages`, { ...page, title });
    const { body } = await ada.api.get(`/chats/${chat.id}/export?format=json`);
    const { chat: exported, canvas_pages: pages } = JSON.parse(body);
    expect(exported.canvas).toBe("Plan");
    expect(pages).toMatchObject([page, { ...page, title: "again.py" }]);
  });

  test("of an empty chat is valid", async () => {
    const chat = await newChat({ name: "Empty" });
    expect((await ada.api.get(`/chats/${chat.id}/export`)).body).toContain("# Empty");
    expect(JSON.parse((await ada.api.get(`/chats/${chat.id}/export?format=json`)).body).messages).toEqual([]);
    expect((await ada.api.get(`/chats/${chat.id}/export?format=exe`)).status).toBe(422);
  });
});
