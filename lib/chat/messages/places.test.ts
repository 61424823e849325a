import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { listen, person, readEvents } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

/** Message order: by id in the API, by turn in exports. */
const { server } = await startServerWithModel();

const { api } = await person(server.url);
type ListedMessage = { id: number; message: string; user_type: string; extra: { previous?: unknown[] } };
const newChat = async (body: object = {}) => (await api.post("/chats", body)).body as { id: number };
const send = async (chat: { id: number }, message_input: string, fields: Record<string, string> = {}) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input, ...fields })).body;
const read = async (chat: { id: number }) =>
  (await api.get(`/chats/${chat.id}/messages?size=100`)).body as ListedMessage[];
const over = (task: string) => readEvents(api, `/chats/streaming/${task}`);
const exported = async (chat: { id: number }, format = "json") =>
  (await api.get(`/chats/${chat.id}/export?format=${format}`)).body as string;
const idsIn = (json: string) => (JSON.parse(json).messages as ListedMessage[]).map(({ id }) => id);

// Two questions; the second one is asked and answered before the first one has its reply.
async function overlapping() {
  const chat = await newChat();
  const first = await send(chat, "[[fake tokens=40 delay=40]] first question", { is_sync: "false" });
  const second = await send(chat, "second question");
  await over(first.streaming_task_id);
  return { chat, first: first.user_message_id as number, second: second.user_message_id as number };
}

describe("overlapping questions", () => {
  test("have replies in the order of their ids, and below their questions in exports", async () => {
    const { chat, first, second } = await overlapping();
    const list = await read(chat);
    const ids = list.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const [, , toSecond, toFirst] = ids as [number, number, number, number];
    expect(ids.slice(0, 2)).toEqual([first, second]);
    expect(idsIn(await exported(chat))).toEqual([first, toFirst, second, toSecond]);
    const markdown = await exported(chat, "md");
    const places = [
      "] first question\n",
      "w38 w39",
      "\n\nsecond question\n",
      "You said: second question",
    ].map((text) => markdown.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  test("have replies below them in exports across many messages, each message once", async () => {
    const chat = await newChat({ virtual_assistant_id: null });
    const { user_message_id: question } = await send(chat, "A long one");
    await db().execute(sql`insert into messages (chat_id, user_type, text)
      select ${chat.id}, 'user', 'note ' || n from generate_series(1, 450) n`);
    const [reply] = await db().execute<{ id: number }>(sql`
      insert into messages (chat_id, user_type, text, replying_to_id)
      values (${chat.id}, 'assistant', 'At last', ${question}) returning id`);
    await db().execute(sql`insert into messages (chat_id, user_type, text, replying_to_id)
      values (${chat.id}, 'user', 'A quote is no reply', ${question})`);
    const ids = idsIn(await exported(chat));
    expect(ids.slice(0, 2)).toEqual([question, reply!.id]);
    expect(new Set(ids).size).toBe(453);
    expect(ids).toHaveLength(453);
    expect(ids.at(-1)).toBeGreaterThan(reply!.id);
  });
});

describe("a regenerated reply", () => {
  test("keeps its id and place, and readers receive the change", async () => {
    const { chat, first } = await overlapping();
    const before = await read(chat);
    const reply = before.at(-1)!;
    const listener = await listen(api, `/chats/${chat.id}/events`);
    const again = await api.post(`/chats/messages/${first}/retry`);
    expect(again.body.responses.map(({ id }: ListedMessage) => id)).toEqual([reply.id]);
    const told = await listener.named("message.updated");
    expect(told!.data.message).toMatchObject({ id: reply.id, replying_to_message: { id: first } });
    listener.close();
    const after = await read(chat);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.at(-1)!.extra.previous).toEqual([expect.objectContaining({ message: reply.message })]);
  });

  test("keeps quotes of it, but loses its reactions", async () => {
    const chat = await newChat();
    const { user_message_id: question, responses } = await send(chat, "before the edit");
    const reply = responses[0].id as number;
    await api.put(`/chats/${chat.id}/messages/${reply}/reactions/${encodeURIComponent("👍")}`);
    const { user_message_id: quoting } = await send(chat, "a quote", {
      replying_to_message_id: String(reply),
    });
    await api.put(`/chats/update_message_text/${question}`, { message: "after the edit" });
    await api.post(`/chats/messages/${question}/retry`);
    const list = await read(chat);
    expect(list.find(({ id }) => id === reply)).toMatchObject({
      message: expect.stringContaining("after the edit"),
      aggregated_reactions: [],
    });
    expect(list.find(({ id }) => id === quoting)).toMatchObject({ replying_to_message: { id: reply } });
  });

  test("does not count as unread again, and is the last message of the list with its new text", async () => {
    const chat = await newChat();
    const { user_message_id: question } = await send(chat, "hello");
    await api.put(`/chats/update_message_text/${question}`, { message: "good evening" });
    const unread = async () => (await api.get(`/chats/${chat.id}`)).body.unread_count as number;
    const before = await unread();
    await api.post(`/chats/messages/${question}/retry`);
    expect(await unread()).toBe(before);
    const [listed] = (await api.get("/chats?page_size=1")).body;
    expect(JSON.stringify(listed.last_message)).toContain("good evening");
  });

  test("of another assistant takes the place of the reply that it replaces", async () => {
    const chat = await newChat();
    const { user_message_id: question, responses } = await send(chat, "who are you?");
    await send(chat, "something else");
    const mention_name = `other${Date.now()}`;
    const other = (await api.post("/virtual-assistants", { name: "Other", mention_name })).body;
    await api.put(`/chats/update_message_text/${question}`, { message: `@${mention_name} who are you?` });
    const again = await api.post(`/chats/messages/${question}/retry`);
    expect(again.body.responses).toMatchObject([
      { id: responses[0].id, from_virtual_assistant_id: other.id },
    ]);
  });

  test("is a new message when the earlier one was deleted meanwhile", async () => {
    const chat = await newChat();
    const { user_message_id: question, responses } = await send(chat, "[[fake tokens=40 delay=40]]");
    const task = randomUUID();
    await api.post(`/chats/messages/${question}/retry?streaming_task_id=${task}`);
    await api.del(`/chats/${chat.id}/messages/${responses[0].id}`);
    await over(task);
    const list = await read(chat);
    expect(list).toHaveLength(2);
    expect(list[1]!.id).toBeGreaterThan(responses[0].id);
  });
});
