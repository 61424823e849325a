import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { sweep } from "@/lib/chat/chats/service";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel();

const ada = await person(server.url);
const stranger = await person(server.url, "Sam");
const newChat = async (body: object = {}) => (await ada.api.post("/chats", body)).body;
const newAssistant = async (name = "Helper") =>
  (await ada.api.post("/virtual-assistants", { name })).body as { id: number };
const listMessages = async (chat: number | string) =>
  (await ada.api.get(`/chats/${chat}/messages?size=100`)).body;
const hello = { message_input: "[[fake tokens=2]]" };

describe("a message to an assistant", () => {
  test("goes to one permanent chat with it, which is created on first use", async () => {
    const { id } = await newAssistant("Standing");
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.api.multipart(`/virtual-assistants/${id}/messages`, hello)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const replies = answers.map(({ body }) => body.responses[0]);
    expect(new Set(replies.map((reply) => reply.chat_id)).size).toBe(1);
    for (const reply of replies) expect(reply.from_virtual_assistant_id).toBe(id);
    expect(answers[0]!.body).toEqual({
      user_message_id: expect.any(Number),
      streaming_task_id: null,
      responses: [expect.anything()],
    });
    const chat = (await ada.api.get(`/chats/${replies[0].chat_id}`)).body;
    expect(chat).toMatchObject({ name: "Standing", chat_type: "private", temp: false });
  });

  test("gets a reply of it, also after its chat was given another assistant", async () => {
    const [{ id }, other] = [await newAssistant(), await newAssistant("Other")];
    const first = (await ada.api.multipart(`/virtual-assistants/${id}/messages`, hello)).body.responses[0];
    await ada.api.put(`/chats/${first.chat_id}/va`, { virtual_assistant_id: other.id });
    const second = (await ada.api.multipart(`/virtual-assistants/${id}/messages`, hello)).body.responses[0];
    expect(second).toMatchObject({ chat_id: first.chat_id, from_virtual_assistant_id: id });
  });

  test("returns 404 for an assistant of another group", async () => {
    const { id } = await newAssistant();
    expect((await stranger.api.multipart(`/virtual-assistants/${id}/messages`, hello)).status).toBe(404);
    expect((await ada.api.multipart("/virtual-assistants/999999/messages", hello)).status).toBe(404);
  });

  test("is sent once per idempotency key", async () => {
    const { id } = await newAssistant();
    const key = { "idempotency-key": randomUUID() };
    const send = () => ada.api.multipart(`/virtual-assistants/${id}/messages`, hello, key);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await listMessages(first.body.responses[0].chat_id)).toHaveLength(2);
  });
});

describe("a message in a new temporary chat", () => {
  const inTemp = (id: number, fields: Record<string, string | File[]> = hello) =>
    ada.api.multipart(`/chats/temp_chat/messages?virtual_assistant_id=${id}`, fields);

  test("returns the message and the chat, which continues by its UUID and is in no list", async () => {
    const { id } = await newAssistant();
    const { status, body } = await inTemp(id, { ...hello, files: [new File(["a note"], "note.txt")] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: { message: hello.message_input, message_attachments: [{ file_name: "note.txt" }] },
      responses: [{ from_virtual_assistant_id: id }],
      streaming_task_id: null,
    });
    const more = await ada.api.multipart(`/chats/${body.chat_uuid}/messages`, hello);
    expect(more.body.responses[0]).toMatchObject({ chat_id: body.chat_id, from_virtual_assistant_id: id });
    const listed = (await ada.api.get("/chats?page_size=100")).body.map((chat: { id: number }) => chat.id);
    expect(listed).not.toContain(body.chat_id);
  });

  test("is deleted with the chat a day after the last message", async () => {
    const { id } = await newAssistant();
    const [old, fresh] = [(await inTemp(id)).body, (await inTemp(id)).body];
    await db().execute(
      sql`update chats set last_activity_at = now() - interval '25 hours' where id = ${old.chat_id}`,
    );
    await sweep();
    expect((await ada.api.get(`/chats/${old.chat_uuid}`)).status).toBe(404);
    expect((await ada.api.get(`/chats/${fresh.chat_uuid}`)).status).toBe(200);
  });

  test("is refused without text and without a known assistant", async () => {
    const { id } = await newAssistant();
    const blank = await inTemp(id, { message_input: " " });
    expect(blank.status).toBe(400);
    expect(blank.body.message).toContain("message_input");
    expect((await inTemp(999_999)).status).toBe(404);
    expect((await ada.api.multipart("/chats/temp_chat/messages", hello)).status).toBe(422);
  });

  test("can use the latest version of a task", async () => {
    const { id } = await newAssistant();
    const task = (
      await ada.api.post("/tasks", { name: "Report", fields: { virtual_assistant_id: id, goal: "Report" } })
    ).body;
    const { status, body } = await ada.api.multipart(`/chats/temp_chat/${task.id}/messages`, hello);
    expect(status).toBe(200);
    expect(body.responses[0].from_virtual_assistant_id).toBe(id);
    expect((await ada.api.get(`/chats/${body.chat_uuid}`)).body).toMatchObject({
      temp: true,
      goal: "Report",
      source_task: { id: task.id },
    });
    expect((await ada.api.multipart("/chats/temp_chat/999999/messages", hello)).status).toBe(404);
  });
});

describe("a message by a deprecated operation", () => {
  test.each(["deprecated", "sync"])(
    "of the kind %s waits for the reply and names its successor",
    async (way) => {
      const chat = await newChat();
      const { status, headers, body } = await ada.api.multipart(`/chats/${chat.uuid}/messages/${way}`, hello);
      expect(status).toBe(200);
      expect(headers.get("deprecation")).toBe("true");
      expect(headers.get("link")).toContain('rel="successor-version"');
      expect(body).toMatchObject({ chat_id: chat.id, chat_uuid: chat.uuid, streaming_task_id: null });
      expect(await listMessages(chat.id)).toEqual([
        expect.objectContaining({ id: body.message.id }),
        body.responses[0],
      ]);
    },
  );

  test("of the kind queue does not wait for the reply", async () => {
    const chat = await newChat();
    const { status, headers, body } = await ada.api.multipart(`/chats/${chat.id}/messages/queue`, hello);
    expect(status).toBe(200);
    expect(headers.get("deprecation")).toBe("true");
    expect(body).toEqual({
      message: expect.objectContaining({ message: hello.message_input }),
      streaming_task_id: expect.any(String),
    });
    await expect
      .poll(async () => (await ada.api.get(`/chats/streaming/${body.streaming_task_id}`)).body.status)
      .toBe("completed");
  });

  test("by mention name accepts JSON with extra values and a quoted message", async () => {
    const mention = `chat-${randomUUID().slice(0, 8)}`;
    const chat = await newChat({ mention_name: mention });
    const post = (name: string, body: object) =>
      ada.api.post(`/chats/mention_name/${name}/messages`, { message: "hello", ...body });
    const first = await post(mention, { extra: { source: "import" } });
    expect(first.headers.get("deprecation")).toBe("true");
    expect(first.body).toMatchObject({ chat_id: chat.id, message: { extra: { source: "import" } } });
    const taken = { usage: 1, context: 1, citations: 5, error: { message: "x" }, stopped: true, previous: 1 };
    const own = { job: {}, mail: { from: "x" }, prompt: "x" };
    const named = await post(mention, { extra: { ...taken, ...own, foo: { bar: [1] } } });
    expect(named.body.message.extra, "no caller speaks in the product's name").toEqual({ foo: { bar: [1] } });
    const second = await post(mention, { replying_to_message_id: first.body.message.id });
    expect(second.body.message.replying_to_message).toMatchObject({ id: first.body.message.id });
    expect((await post("nobody-is-called-so", {})).status).toBe(404);
    expect((await post(mention, { replying_to_message_id: 2_147_483_000 })).status).toBe(404);
  });
});
