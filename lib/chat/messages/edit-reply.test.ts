import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Client, listen, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

const { model, server } = await startServerWithModel({ EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada Example");
const max = await colleague(server.url, ada.group, "Max Member");

async function ask(message_input: string, body: object = {}) {
  const chat = (await ada.api.post("/chats", { name: "Plans", ...body })).body;
  const sent = (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input })).body;
  return { chat, reply: sent.responses[0], question: sent.user_message_id as number };
}
const edit = (id: number, message: string, { api }: { api: Client } = ada) =>
  api.put(`/chats/update_message_text/${id}`, { message });
const shared = { member_user_ids: [max.user.id], chat_type: "group" };
const editor = { user_id: ada.user.id, name: "Ada Example" };

test("an edited reply names its editor and keeps its former text as an earlier answer", async () => {
  const { chat, reply } = await ask("[[fake say The ferry leaves at six.]]");
  const edited = await edit(reply.id, "The ferry leaves at seven.");
  expect(edited.status).toBe(200);
  expect(edited.body).toMatchObject({
    id: reply.id,
    message: "The ferry leaves at seven.",
    edited: true,
    extra: {
      edited_by: editor,
      usage: reply.extra.usage,
      previous: [{ message: "The ferry leaves at six.", created_at: reply.created_at }],
    },
  });
  await edit(reply.id, "The ferry leaves at eight.");
  const { extra } = (await ada.api.get(`/chats/${chat.id}/messages`)).body.at(-1);
  expect(extra.previous.map(({ message }: { message: string }) => message)).toEqual([
    "The ferry leaves at six.",
    "The ferry leaves at seven.",
  ]);
  expect(extra.previous[1].extra).toMatchObject({ edited_by: editor });
  expect(extra.previous[1].extra.previous).toBeUndefined();
});

test("later prompts and searches have the edited text, and a regenerated reply is not edited", async () => {
  const { chat, reply } = await ask("[[fake say The ferry leaves at marigold.]]");
  await edit(reply.id, "The ferry leaves at seven.");
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "And then?" });
  const prompt = JSON.stringify(model.requests.at(-1)!.messages);
  expect(prompt).toContain("The ferry leaves at seven.");
  const answers = model.requests.at(-1)!.messages.filter(({ role }) => role === "assistant");
  expect(answers.map(({ content }) => content)).toEqual(["The ferry leaves at seven."]);
  const search = async () => JSON.stringify((await ada.api.get("/search?query=ferry&kinds=messages")).body);
  await expect.poll(search).toContain("leaves at seven");

  const [again] = (await ada.api.post(`/chats/messages/${reply.id}/retry`)).body.responses;
  expect([again.edited, again.extra.edited_by]).toEqual([false, undefined]);
  expect(again.extra.previous.map(({ message }: { message: string }) => message)).toEqual([
    "The ferry leaves at marigold.",
    "The ferry leaves at seven.",
  ]);
});

test("sources that the edited text no longer cites are dropped", async () => {
  const chat = (await ada.api.post("/chats", {})).body;
  const files = ["boiler", "boat"].map(
    (name) => new File([`The spare key of the ${name} hangs behind the door.`], `${name}.txt`),
  );
  for (const file of files) {
    const [{ id }] = (await ada.api.multipart("/documents", { chat_id: String(chat.id), files: [file] }))
      .body;
    await expect.poll(async () => (await ada.api.get(`/documents/${id}`)).body.status).toBe("ready");
  }
  const message_input = "Where are the spare keys of the boiler and of the boat? There [1], and there [2].";
  const reply = (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];
  const numbers = ({ extra }: typeof reply) => extra.citations?.map(({ n }: { n: number }) => n);
  expect(numbers(reply)).toEqual([1, 2]);
  expect(numbers((await edit(reply.id, "The second is behind the door [2].")).body)).toEqual([2]);
  expect(numbers((await edit(reply.id, "Both are behind the door.")).body)).toBeUndefined();
});

test("owners and admins of the chat edit replies, its members do not", async () => {
  const { chat, reply, question } = await ask("Hello", shared);
  expect(await edit(reply.id, "Changed", max)).toMatchObject({
    status: 403,
    body: { message: "Only an owner or admin of the chat may change a reply." },
  });
  expect((await edit(question, "Changed", max)).status).toBe(403);
  await ada.api.patch(`/chats/${chat.id}/members/${max.user.id}`, { role: "admin" });
  const changed = await edit(reply.id, "Changed", max);
  expect(changed.status).toBe(200);
  expect(changed.body.extra.edited_by).toEqual({ user_id: max.user.id, name: "Max Member" });
  const stranger = await person(server.url, "Sam Stranger");
  expect((await edit(reply.id, "Changed again", stranger)).status).toBe(404);
});

test("others receive the edit live", async () => {
  const { chat, reply } = await ask("Hello", shared);
  const listener = await listen(max.api, `/chats/${chat.id}/events`);
  await listener.named("ready");
  await edit(reply.id, "Changed");
  const event = await listener.named("message.updated");
  expect(event?.data.message).toMatchObject({ id: reply.id, message: "Changed", edited: true });
  listener.close();
});

test("a failed or stopped reply that was edited is complete", async () => {
  const { reply } = await ask("[[fake 401]]");
  expect(reply.extra.error.code).toBe("unauthorized");
  const { extra } = (await edit(reply.id, "We answer this ourselves.")).body;
  expect(extra.error).toBeUndefined();
  expect(extra.previous[0].extra.error.code).toBe("unauthorized");
});

test("a reply that is being regenerated cannot be edited", async () => {
  const { reply } = await ask("Hello");
  const task = randomUUID();
  const question = reply.replying_to_message.id;
  await edit(question, "[[fake tokens=200 delay=50]]");
  await ada.api.post(`/chats/messages/${reply.id}/retry?streaming_task_id=${task}`);
  expect(await edit(reply.id, "Changed")).toMatchObject({
    status: 409,
    body: { message: "This reply is being regenerated. Stop it, or wait until it ends." },
  });
  await ada.api.del(`/chats/streaming_response/${task}`);
  await expect
    .poll(async () => (await ada.api.get(`/chats/streaming/${task}`)).body.status)
    .toBe("cancelled");
  expect((await edit(reply.id, "Changed")).status).toBe(200);
});

test("replies to visitors are not edited, because the visitors have read them", async () => {
  const chat = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("Hello");
  const [conversation] = (await ada.api.get(`/chats?parent_chat_id=${chat.id}`)).body;
  const reply = (await ada.api.get(`/chats/${conversation.id}/messages`)).body.at(-1);
  expect(reply.user_type).toBe("assistant");
  expect(await edit(reply.id, "Changed")).toMatchObject({
    status: 403,
    body: { message: "The visitor has this reply already. Correct it with a message of your own." },
  });
});
