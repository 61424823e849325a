import { describe, expect, test } from "vitest";
import { type Client, joined, listen, person, readEvents } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({ EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });

const ada = await person(server.url);
const max = await joined(server.url, ada, "Max Member");
type Chat = { id: number };
const newChat = async (body: object = {}): Promise<Chat> => (await ada.api.post("/chats", body)).body;
const say = async (chat: Chat, message_input: string, by: Client = ada.api) =>
  (await by.multipart(`/chats/${chat.id}/messages`, { message_input })).body;
const listMessages = async (chat: Chat, by: Client = ada.api) =>
  (await by.get(`/chats/${chat.id}/messages?size=100`)).body;
const listTexts = async (chat: Chat) =>
  (await listMessages(chat)).map(({ message }: { message: string }) => message);
const at = (chat: Chat, message: number) => `/chats/${chat.id}/messages/${message}`;
// Edits a question and waits for the reply.
async function reask(chat: Chat, message: number, text: string): Promise<number> {
  const { status, body } = await ada.api.post(`${at(chat, message)}/versions`, { message: text });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  await readEvents(ada.api, `/chats/streaming/${body.streaming_task_id}`);
  return body.user_message_id;
}
const show = (chat: Chat, message: number, by: Client = ada.api) => by.put(`${at(chat, message)}/shown`);

describe("another version of a question", () => {
  test("keeps the messages after the earlier one, and each is shown with its own", async () => {
    const chat = await newChat();
    await say(chat, "zero");
    const { user_message_id: first } = await say(chat, "one");
    await say(chat, "two");
    const second = await reask(chat, first, "uno");
    expect(await listTexts(chat)).toEqual(["zero", "You said: zero", "uno", "You said: uno"]);
    const asked = (await listMessages(chat))[2];
    expect(asked).toMatchObject({ id: second, edited: false, extra: { versions: [first, second] } });
    // Hidden messages are not sent to the model.
    const told = JSON.stringify(model.requests.at(-1)!.messages);
    expect(told).toContain("zero");
    expect(told).not.toMatch(/You said: (one|two)/);

    expect((await show(chat, first)).status).toBe(200);
    const before = ["zero", "You said: zero", "one", "You said: one", "two", "You said: two"];
    expect(await listTexts(chat)).toEqual(before);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.last_message.message).toBe("You said: two");
    expect((await show(chat, first)).status).toBe(200);
    expect((await listMessages(chat))[2].extra.versions).toEqual([first, second]);

    const third = await reask(chat, first, "eins");
    expect((await listMessages(chat))[2].extra.versions).toEqual([first, second, third]);
    await show(chat, second);
    expect(await listTexts(chat)).toEqual(["zero", "You said: zero", "uno", "You said: uno"]);
  });

  test("within a version is shown and hidden with that version", async () => {
    const chat = await newChat();
    const { user_message_id: outer } = await say(chat, "a");
    const { user_message_id: inner } = await say(chat, "b");
    await reask(chat, inner, "b2");
    const other = await reask(chat, outer, "a2");
    expect(await listTexts(chat)).toEqual(["a2", "You said: a2"]);
    // This version belongs to a question that is itself hidden.
    expect((await show(chat, inner)).status).toBe(404);
    await show(chat, outer);
    expect(await listTexts(chat)).toEqual(["a", "You said: a", "b2", "You said: b2"]);
    await show(chat, inner);
    expect(await listTexts(chat)).toEqual(["a", "You said: a", "b", "You said: b"]);
    await show(chat, other);
    expect(await listTexts(chat)).toEqual(["a2", "You said: a2"]);
  });

  test("leaves a late reply to an earlier question in its place", async () => {
    const chat = await newChat();
    const asked = await ada.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "[[fake tokens=2 first=1500]]",
      is_sync: "false",
    });
    const { user_message_id } = await say(chat, "one");
    await readEvents(ada.api, `/chats/streaming/${asked.body.streaming_task_id}`);
    await reask(chat, user_message_id, "uno");
    const texts = await listTexts(chat);
    expect(texts.map((text: string) => text.trim())).toEqual([
      "[[fake tokens=2 first=1500]]",
      "w0 w1",
      "uno",
      "You said: uno",
    ]);
  });

  test("hides the earlier one from lists, searches, counts, exports and other operations", async () => {
    const chat = await newChat({ name: "Zoo", member_user_ids: [max.user.id] });
    const { user_message_id: first } = await say(chat, "walrus");
    const before = (await max.api.get(`/chats/${chat.id}`)).body.unread_count;
    expect(before).toBe(2);
    await reask(chat, first, "tapir");
    expect((await max.api.get(`/chats/${chat.id}`)).body.unread_count).toBe(2);
    const find = async (query: string) =>
      (await ada.api.get(`/chats/chat_semantic_search_messages?query=${query}&collection_name=chat_messages`))
        .body;
    await expect.poll(async () => JSON.stringify(await find("tapir"))).toContain("tapir");
    expect(JSON.stringify(await find("walrus"))).not.toContain('"message":"walrus"');
    const file = (await ada.api.get(`/chats/${chat.id}/export?format=md`)).body;
    expect(file).toContain("tapir");
    expect(file).not.toContain("walrus");
    expect((await ada.api.put(`/chats/update_message_text/${first}`, { message: "x" })).status).toBe(404);
    expect((await ada.api.post(`/chats/messages/${first}/retry`)).status).toBe(404);
    const around = (await ada.api.get(`/chats/${chat.id}/messages?around_message_id=${first}`)).body;
    expect(JSON.stringify(around)).not.toContain("walrus");
  });

  test("is sent live as a change of the chat", async () => {
    const chat = await newChat();
    const { user_message_id } = await say(chat, "one");
    const listener = await listen(ada.api, `/chats/${chat.id}/events`);
    await listener.named("ready");
    await reask(chat, user_message_id, "uno");
    const told = await listener.ended(({ data }) => data.fields?.includes("messages"));
    expect(told?.event).toBe("chat.updated");
    listener.close();
  });

  test("is refused when it would hide messages of others or a running reply", async () => {
    const chat = await newChat({ member_user_ids: [max.user.id] });
    const { user_message_id: first } = await say(chat, "one");
    const second = await reask(chat, first, "uno");
    await say(chat, "And mine?", max.api);
    const refused = await ada.api.post(`${at(chat, second)}/versions`, { message: "eins" });
    expect(refused.status).toBe(409);
    expect((await show(chat, first)).status).toBe(409);
    expect(await listTexts(chat)).toContain("And mine?");

    const own = await newChat();
    const sent = await ada.api.multipart(`/chats/${own.id}/messages`, {
      message_input: "[[fake tokens=50 delay=100]]",
      is_sync: "false",
    });
    const { user_message_id, streaming_task_id } = sent.body;
    const early = await ada.api.post(`${at(own, user_message_id)}/versions`, { message: "faster" });
    expect(early.status).toBe(409);
    await ada.api.del(`/chats/streaming_response/${streaming_task_id}`);
    await reask(own, user_message_id, "faster");
    expect(await listTexts(own)).toEqual(["faster", "You said: faster"]);
  });

  test("is available to its author only, and keeps files and idempotency keys", async () => {
    const chat = await newChat({ member_user_ids: [max.user.id], virtual_assistant_id: null });
    const files = [new File(["hello"], "a.txt")];
    const { user_message_id: first } = (
      await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "see", files })
    ).body;
    const theirs = await max.api.post(`${at(chat, first)}/versions`, { message: "mine" });
    expect(theirs.status).toBe(403);
    const key = { "idempotency-key": "once" };
    const path = `${at(chat, first)}/versions`;
    const sent = await ada.api.post(path, { message: "look" }, key);
    const again = await ada.api.post(path, { message: "look" }, key);
    expect(again.body).toEqual(sent.body);
    const [message, ...others] = await listMessages(chat);
    expect(others).toEqual([]);
    expect(message.message_attachments).toEqual([expect.objectContaining({ file_name: "a.txt" })]);
    expect((await show(chat, first, max.api)).status).toBe(403);
  });

  test("is deleted with all versions of the question", async () => {
    const chat = await newChat();
    const { user_message_id: first } = await say(chat, "one");
    const second = await reask(chat, first, "uno");
    await ada.api.del(at(chat, second));
    expect(await listTexts(chat)).toEqual(["You said: uno"]);
    expect((await show(chat, first)).status).toBe(404);
  });
});
