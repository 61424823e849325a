import { beforeEach, describe, expect, test } from "vitest";
import { type Client, joined, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

// Tests whether search, exports, copies and counters include compared replies, before and after one is chosen.
const { model, server } = await startServerWithModel({
  OPENAI_MODEL: "stand-in-large",
  EMBEDDING_MODEL: "builtin",
  INDEX_AFTER_MS: "50",
});
beforeEach(() => model.setMode("echo"));
const ada = await person(server.url, "Ada Example");
const max = await joined(server.url, ada, "Max Member");

type Chat = { id: number; uuid: string };
type Message = {
  id: number;
  message: string;
  indexed: boolean;
  extra: { comparison?: { position: number } } | null;
};
const [LARGE, SMALL, OTHER] = ["stand-in-large", "stand-in-small", "stand-in-other"].map(
  (name) => `openai-compatible:${name}`,
) as [string, string, string];
const newChat = async (body: object = {}): Promise<Chat> =>
  (await ada.api.post("/chats", { name: "Harbours", ...body })).body;
const thread = async ({ id }: Chat): Promise<Message[]> => (await ada.api.get(`/chats/${id}/messages`)).body;
const idle = ({ id }: Chat) =>
  expect.poll(async () => (await ada.api.get(`/chats/${id}/streaming`)).body).toEqual([]);

// Starts a comparison and waits for all replies. Returns the question and the replies by column.
async function compared(chat: Chat, message_input: string, models = [LARGE, SMALL, OTHER]) {
  const query = new URLSearchParams(models.map((name) => ["models", name]));
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages?${query}`, { message_input });
  await idle(chat);
  const replies = (await thread(chat))
    .filter(({ extra }) => extra?.comparison)
    .sort((a, b) => a.extra!.comparison!.position - b.extra!.comparison!.position);
  return { question: sent.body.user_message_id as number, replies: replies.map(({ id }) => id) };
}
const keep = async (id: number) =>
  expect((await ada.api.post(`/chats/messages/${id}/keep`)).status).toBe(200);

describe("search", () => {
  const indexed = (chat: Chat) =>
    expect.poll(async () => (await thread(chat)).every((message) => message.indexed)).toBe(true);
  // Returns the message ids that each kind of search finds.
  async function found({ id }: Chat, query: string): Promise<number[][]> {
    const ask = async (path: string, more: object) => {
      const values = Object.entries({ query, ...more }).map(([name, value]) => [name, String(value)]);
      return (await ada.api.get(`${path}?${new URLSearchParams(values)}`)).body;
    };
    const listIds = (hits: { message: { id: number } }[]) => hits.map(({ message }) => message.id);
    const lists: number[][] = [];
    for (const search_type of ["similarity", "hybrid", "mmr"]) {
      const own = { collection_name: "chat_messages", chat_id: id, search_type };
      lists.push(listIds(await ask("/chats/chat_semantic_search_messages", own)));
    }
    const { messages } = await ask(`/chats/${id}/semantic_search`, { search_in_chat_enabled: true });
    lists.push(listIds(messages));
    const all: { message_id: number }[] = await ask("/search", { kinds: "messages", chat_id: id });
    return [...lists, all.map(({ message_id }) => message_id)];
  }

  test("finds no compared reply before one is kept, and only that one afterwards", async () => {
    const chat = await newChat();
    const { question, replies } = await compared(chat, "Count the ships [[fake tokens=3]]");
    await indexed(chat);
    for (const ids of await found(chat, "w0 w1 w2")) expect(ids.filter((id) => id !== question)).toEqual([]);
    expect((await found(chat, "Count the ships")).at(-1)).toEqual([question]);
    await keep(replies[1]!);
    const everywhere = expect.arrayContaining([replies[1]]);
    await expect
      .poll(() => found(chat, "w0 w1 w2"))
      .toEqual([everywhere, everywhere, everywhere, everywhere, everywhere]);
    for (const ids of await found(chat, "w0 w1 w2"))
      expect(ids.filter((id) => ![question, replies[1]].includes(id))).toEqual([]);
  });

  test("finds the reply of another model that replaces compared ones", async () => {
    const chat = await newChat();
    const { question } = await compared(chat, "Name a pier");
    await indexed(chat);
    const retried = await ada.api.post(`/chats/messages/${question}/retry`);
    const [{ id }] = retried.body.responses;
    await expect.poll(async () => (await found(chat, "You said: Name a pier")).at(-1)).toContain(id);
  });
});

describe("a compared reply that is not kept", () => {
  test("is not part of exports", async () => {
    const chat = await newChat();
    const { question, replies } = await compared(chat, "Count [[fake tokens=2]]");
    const exported = async () => {
      const { body } = await ada.api.get(`/chats/${chat.id}/export?format=json`);
      return (JSON.parse(body).messages as Message[]).map(({ id }) => id);
    };
    const asText = async () => (await ada.api.get(`/chats/${chat.id}/export?format=md`)).body as string;
    expect(await exported()).toEqual([question, replies[0]]);
    expect((await asText()).match(/w0 w1/g)).toHaveLength(1);
    await keep(replies[2]!);
    expect(await exported()).toEqual([question, replies[2]]);
  });

  test("is not part of branches, unless the branch starts from it", async () => {
    const chat = await newChat();
    const { replies } = await compared(chat, "Count [[fake tokens=2]]");
    const { user_message_id: last } = (
      await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "And then?" })
    ).body;
    const branched = async (from: number) => {
      const { status, body } = await ada.api.post(`/chats/${chat.id}/messages/${from}/branches`);
      expect(status).toBe(201);
      return (await thread(body)).map(({ message, extra }) => [message, extra?.comparison]);
    };
    const counted = [
      ["Count [[fake tokens=2]]", undefined],
      ["w0 w1", undefined],
    ];
    expect(await branched(last)).toEqual([...counted, ["And then?", undefined]]);
    for (const reply of replies) expect(await branched(reply)).toEqual(counted);
  });

  test("is neither unread nor the last message of its chat", async () => {
    const chat = await newChat({ member_user_ids: [max.user.id] });
    const listed = async (api: Client) => (await api.get(`/chats/${chat.id}`)).body;
    const read = (api: Client, message_id: number) => api.post(`/chats/${chat.id}/read`, { message_id });
    const { question, replies } = await compared(chat, "hello");
    const [first, second] = replies as [number, number];
    expect((await listed(max.api)).unread_count).toBe(2);
    expect((await listed(max.api)).last_message.id).toBe(first);
    expect((await max.api.get("/chats/total_unread_messages_count")).body.total).toBe(2);
    expect((await read(max.api, question)).body).toEqual({ unread_count: 1 });
    await keep(second);
    expect((await listed(max.api)).last_message.id).toBe(second);
    expect((await listed(max.api)).unread_count).toBe(1);
    expect((await read(max.api, second)).body).toEqual({ unread_count: 0 });
  });

  test("counts as read when it is kept after its columns were seen", async () => {
    const chat = await newChat({ member_user_ids: [max.user.id] });
    const { replies } = await compared(chat, "hello");
    const seen = Math.max(...replies);
    expect(
      (await max.api.post(`/chats/${chat.id}/read`, { message_id: Number.MAX_SAFE_INTEGER })).status,
    ).toBe(200);
    await keep(seen);
    expect((await max.api.get(`/chats/${chat.id}`)).body.unread_count).toBe(0);
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "News" });
    expect((await max.api.get(`/chats/${chat.id}`)).body.unread_count).toBe(2);
  });

  test("is not part of the context of a sub-chat", async () => {
    const chat = await newChat();
    await compared(chat, "Count [[fake tokens=2]]");
    const below = await newChat({ parent_chat_id: chat.id, inherit_context_from_parent: true });
    await ada.api.multipart(`/chats/${below.id}/messages`, { message_input: "hello" });
    const told = JSON.stringify(model.requests.at(-1)!.messages);
    expect(told.match(/w0 w1/g)).toHaveLength(1);
  });
});
