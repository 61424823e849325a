import { afterAll, expect, test } from "vitest";
import { type Client, person } from "@/test/client";
import { colleague, removeFromChat } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { logged } from "@/test/logged";
import { startServer } from "@/test/server";

// Concurrent writers: one complete value wins, names stay unique, and counters equal a recount.
const log = logged();
const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
model.setMode("tokens=1");
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
});
const ada = await person(server.url);
const people = [
  ada,
  ...(await Promise.all(["Mia", "Max", "Moe"].map((name) => colleague(server.url, ada.group, name)))),
];
const member_user_ids = people.slice(1).map(({ user }) => user.id);
const newChat = async (body: object = {}) =>
  (await ada.api.post("/chats", { virtual_assistant_id: null, member_user_ids, ...body })).body;
const send = (api: Client, chat: { id: number }, text: string) =>
  api.multipart(`/chats/${chat.id}/messages`, { message_input: text });
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();

test("one of many simultaneous requests for a mention name gets it", async () => {
  const name = `one${Date.now()}`;
  const others = Array(9).fill(409);
  const create = () => ada.api.post("/chats", { mention_name: name });
  expect(await statuses(Array.from({ length: 10 }, create))).toEqual([200, ...others]);
  const chats = await Promise.all(Array.from({ length: 10 }, () => newChat()));
  const set = ({ id }: { id: number }) => ada.api.put(`/chats/${id}/mention_name?mention_name=${name}x`);
  expect(await statuses(chats.map(set))).toEqual([200, ...others]);
  const assistant = () => ada.api.post("/virtual-assistants", { name: "A", mention_name: `${name}y` });
  expect(await statuses(Array.from({ length: 10 }, assistant))).toEqual([201, ...others]);
});

test("a chat and an assistant never get the same mention name", async () => {
  const name = `both${Date.now()}`;
  for (let round = 0; round < 5; round++) {
    const [chat, assistant] = await Promise.all([
      ada.api.post("/chats", { mention_name: `${name}${round}` }),
      ada.api.post("/virtual-assistants", { name: "A", mention_name: `${name}${round}` }),
    ]);
    expect([chat.status, assistant.status]).toContain(409);
    expect([200, 201]).toContain(Math.min(chat.status, assistant.status));
  }
});

test("one of many simultaneous values of a chat's extra is stored completely", async () => {
  const chat = await newChat();
  const values = Array.from({ length: 12 }, (_, i) => ({ [`only${i}`]: i, same: "x".repeat(i * 1000) }));
  const put = (value: object) => ada.api.put(`/chats/${chat.id}/extra`, value);
  expect(await statuses(values.map(put))).toEqual(values.map(() => 200));
  expect(values).toContainEqual((await ada.api.get(`/chats/${chat.id}`)).body.extra);
});

test("one of many assistants that become the default simultaneously is the default", async () => {
  const make = () => ada.api.post("/virtual-assistants", { name: "D", is_default: true });
  const made = await Promise.all(Array.from({ length: 8 }, make));
  expect(made.every(({ status }) => [201, 409].includes(status))).toBe(true);
  const list = (await ada.api.get("/virtual-assistants?page_size=100")).body;
  expect(list.filter(({ is_default }: { is_default: boolean }) => is_default)).toHaveLength(1);
});

test("unread counts are correct after many simultaneous messages, read marks, deletions and clears", async () => {
  const chats = await Promise.all([newChat(), newChat(), newChat()]);
  const sent = new Map<number, number[]>(chats.map(({ id }) => [id, []]));
  const deed = async (n: number) => {
    const { api } = people[n % people.length]!;
    const chat = chats[n % chats.length]!;
    const ids = sent.get(chat.id)!;
    const any = ids[(n * 7) % (ids.length || 1)];
    if (n % 11 === 3 && any) return api.post(`/chats/${chat.id}/read`, { message_id: any });
    if (n % 13 === 5 && any) return ada.api.del(`/chats/${chat.id}/messages/${any}`);
    if (n === 100) return ada.api.post(`/chats/${chat.id}/messages/clear`);
    const answer = await send(api, chat, `n${n}`);
    ids.push(answer.body.user_message_id);
    return answer;
  };
  const answers: { status: number }[] = [];
  // In waves, so that later operations find messages of earlier ones.
  for (let n = 0; n < 160; n += 20) {
    answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => deed(n + i)))));
  }
  expect(answers.filter(({ status }) => status >= 500 || status === 409)).toEqual([]);

  for (const { api, user } of people) {
    let total = 0;
    for (const chat of chats) {
      const { unread_count } = (await api.get(`/chats/${chat.id}`)).body;
      const messages = (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
      const others = messages.filter(
        ({ from_user_id }: { from_user_id: number }) => from_user_id !== user.id,
      );
      expect(unread_count).toBeGreaterThanOrEqual(0);
      expect(unread_count).toBeLessThanOrEqual(others.length);
      total += unread_count;
      // Marking an older message as read recomputes the count.
      const [first] = messages;
      const { unread_count: counted } = (
        await api.post(`/chats/${chat.id}/read`, { message_id: first.id - 1 })
      ).body;
      expect([chat.id, user.id, counted]).toEqual([chat.id, user.id, unread_count]);
    }
    expect((await api.get("/chats/total_unread_messages_count")).body.total).toBe(total);
    for (const chat of chats) {
      const last = (await api.get(`/chats/${chat.id}/messages?size=1`)).body[0];
      expect((await api.post(`/chats/${chat.id}/read`, { message_id: last.id })).body).toEqual({
        unread_count: 0,
      });
      expect(
        (await api.get("/chats")).body.find(({ id }: { id: number }) => id === chat.id).last_message.id,
      ).toBe(last.id);
    }
  }
});

test("requests during the deletion of a chat end in 200 or 404, and the chat is in no list", async () => {
  const chat = await newChat({ name: "Doomed" });
  const deeds = people.flatMap(({ api }) => [
    send(api, chat, "one"),
    send(api, chat, "two"),
    api.get(`/chats/${chat.id}`),
    api.post(`/chats/${chat.id}/read`, { message_id: 1 }),
  ]);
  const all = await statuses([
    ...deeds,
    ada.api.del(`/chats/${chat.id}`),
    ada.api.put(`/chats/${chat.id}/goal`, { goal: "x" }),
  ]);
  expect(all.filter((status) => ![200, 404].includes(status))).toEqual([]);
  for (const { api } of people) {
    expect((await api.get(`/chats/${chat.id}`)).status).toBe(404);
    expect((await api.get("/chats?search=Doomed")).body).toEqual([]);
  }
});

test("simultaneous edits, retries and deletions of a message end in 200, 404 or 409", async () => {
  for (let round = 0; round < 5; round++) {
    const chat = (await ada.api.post("/chats", {})).body;
    const id = (await send(ada.api, chat, "x")).body.user_message_id;
    const all = await statuses([
      ...[1, 2, 3].map((n) => ada.api.put(`/chats/update_message_text/${id}`, { message: `${n}` })),
      ada.api.post(`/chats/messages/${id}/retry`),
      ada.api.del(`/chats/${chat.id}/messages/${id}`),
      ...[1, 2].map(() => ada.api.post(`/chats/messages/${id}/retry`)),
      ada.api.put(`/chats/update_message_text/${id}`, { message: "late" }),
      ada.api.post(`/chats/${chat.id}/messages/clear`),
    ]);
    expect(all.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.last_message).toBeNull();
  }
});

test("a member who is removed while writing stores no message after the removal", async () => {
  const chat = await newChat();
  const mia = people[1]!;
  const writing = Promise.all(Array.from({ length: 10 }, (_, i) => send(mia.api, chat, `m${i}`)));
  await removeFromChat(chat, mia.user.id);
  const answers = await writing;
  const kept = answers.flatMap(({ status, body }) => (status === 200 ? [body.user_message_id] : []));
  expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
  const messages = (await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body;
  expect(messages.map(({ id }: { id: number }) => id)).toEqual(kept.toSorted((a, b) => a - b));
  expect((await send(mia.api, chat, "late")).status).toBe(404);
});

test("the races log no server error", () => {
  expect(log.filter((line) => /"level":(50|60)|"status":5/.test(line))).toEqual([]);
});
