import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { person, readEvents } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startReply } from "@/test/replies";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({ EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada Example");
const max = await colleague(server.url, ada.group, "Max Member");

type Chat = { id: number };
const newest = async ({ id }: Chat) => (await ada.api.get(`/chats/${id}/messages`)).body.at(-1);
const getState = async (task: string) => (await ada.api.get(`/chats/streaming/${task}`)).body;

async function stop(task: string, seen: string) {
  await expect.poll(async () => (await getState(task)).text).toContain(seen);
  await ada.api.del(`/chats/streaming_response/${task}`);
  await expect.poll(async () => (await getState(task)).status).toBe("cancelled");
}
async function startStopped(about: object = {}, text = "[[fake tokens=500 delay=20]]") {
  const { chat, task } = await startReply(ada.api, text, about);
  await stop(task, "w3");
  const reply = await newest(chat);
  expect(reply.extra.stopped).toBe(true);
  return { chat, reply };
}
const resume = (id: number, { api } = ada, task?: string) =>
  api.post(`/chats/messages/${id}/continue${task ? `?streaming_task_id=${task}` : ""}`);

test("a continued reply keeps its text and its id, and the model gets the text so far", async () => {
  const { chat, reply } = await startStopped();
  await ada.api.put(`/chats/${chat.id}/messages/${reply.id}/reactions/👍`);
  model.setMode("say and the end.");
  const continued = await resume(reply.id);
  expect(continued.status).toBe(200);
  const [whole] = continued.body.responses;
  expect(whole).toMatchObject({ id: reply.id, message: `${reply.message}and the end.`, edited: false });
  expect(whole.extra.stopped).toBeUndefined();
  expect(whole.extra.previous).toBeUndefined();
  expect(whole.aggregated_reactions).toHaveLength(1);
  const { messages } = model.requests.at(-1)!;
  expect(messages.at(-2)).toMatchObject({ role: "assistant", content: reply.message });
  expect(messages.at(-1)).toMatchObject({
    role: "user",
    content: expect.stringMatching(/^Your reply was stopped/),
  });
  expect(await newest(chat)).toMatchObject({ id: reply.id, message: whole.message });
});

test("the stream of a continued reply begins with the text so far", async () => {
  const { chat, reply } = await startStopped();
  model.setMode("say and the end.");
  const task = randomUUID();
  expect((await resume(reply.id, ada, task)).body).toEqual({
    user_message_id: reply.replying_to_message.id,
    streaming_task_id: task,
    responses: null,
  });
  expect((await resume(reply.id, ada, task)).body.streaming_task_id).toBe(task);
  const events = await readEvents(ada.api, `/chats/streaming/${task}`);
  expect(events.at(-1)).toMatchObject({ event: "done" });
  expect((await getState(task)).text).toBe(`${reply.message}and the end.`);
  expect((await newest(chat)).message).toBe(`${reply.message}and the end.`);
});

test("a continuation that is stopped or fails keeps all text and can be continued", async () => {
  const { chat, reply } = await startStopped();
  model.setMode("tokens=500 delay=20");
  const task = randomUUID();
  await resume(reply.id, ada, task);
  await stop(task, `${reply.message}w0 w1 w2`);
  const longer = await newest(chat);
  expect(longer).toMatchObject({ id: reply.id, extra: { stopped: true } });
  expect(longer.message.startsWith(`${reply.message}w0 w1 w2`)).toBe(true);

  model.setMode("401");
  const [failed] = (await resume(reply.id)).body.responses;
  expect(failed.message).toBe(longer.message);
  expect(failed.extra).toMatchObject({ stopped: true, error: { code: "unauthorized" } });

  model.setMode("say and the end.");
  const [whole] = (await resume(reply.id)).body.responses;
  expect(whole.message).toBe(`${longer.message}and the end.`);
  expect(whole.extra.error ?? whole.extra.stopped).toBeUndefined();
});

test("a paused continuation does not repeat the text so far", async () => {
  const assistant = (await ada.api.post("/virtual-assistants", { name: "Worker", most_rounds: 20 })).body;
  const { chat, reply } = await startStopped({ virtual_assistant_id: assistant.id });
  const plan = 'call! update_plan {"steps":[{"text":"Count","state":"open"}]}';
  model.setMode(`first=300 ${plan} >> say and the end.`);
  const task = randomUUID();
  await resume(reply.id, ada, task);
  await ada.api.post(`/chats/streaming/${task}/pause`);
  await expect.poll(async () => (await getState(task)).pause).toBe("paused");
  await ada.api.post(`/chats/streaming/${task}/resume`);
  await expect.poll(async () => (await getState(task)).status).toBe("completed");
  const whole = await newest(chat);
  expect(whole.message).toBe(`${reply.message}and the end.`);
  expect(whole.id).toBe(reply.id);
});

test("the numbers of sources that the text cites stay valid", async () => {
  const chat = (await ada.api.post("/chats", {})).body;
  for (const name of ["boiler", "boat", "barn"]) {
    const files = [new File([`The spare key of the ${name} hangs behind the door.`], `${name}.txt`)];
    const [{ id }] = (await ada.api.multipart("/documents", { chat_id: String(chat.id), files })).body;
    await expect.poll(async () => (await ada.api.get(`/documents/${id}`)).body.status).toBe("ready");
  }
  const message_input = "Where are the spare keys of the boiler, the boat and the barn?";
  model.setMode("tokens=500 delay=20");
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: "false" });
  await stop(sent.body.streaming_task_id, "w3");
  const reply = await newest(chat);
  const titles = new Map(
    reply.extra.citations.map(({ n, title }: { n: number; title: string }) => [n, title]),
  );
  expect(titles.size).toBe(3);
  model.setMode("say behind [1], behind [2] and behind [3].");
  const [whole] = (await resume(reply.id)).body.responses;
  const now = whole.extra.citations.map(({ n, title }: { n: number; title: string }) => [n, title]);
  expect(new Map(now)).toEqual(titles);
});

test("only stopped replies at the end of a chat are continued", async () => {
  const finished = await startReply(ada.api, "Hello");
  await expect.poll(async () => (await getState(finished.task)).status).toBe("completed");
  const complete = await newest(finished.chat);
  expect((await resume(complete.id)).status).toBe(409);
  expect((await resume(complete.replying_to_message.id)).status).toBe(422);

  const { chat, reply } = await startStopped({ member_user_ids: [max.user.id], chat_type: "group" });
  const stranger = await person(server.url, "Sam Stranger");
  expect((await resume(reply.id, stranger)).status).toBe(404);
  await max.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Never mind" });
  const late = await resume(reply.id);
  expect([late.status, late.body.message]).toEqual([
    409,
    "Others have written since. Only the last reply of a chat can be continued.",
  ]);
});

test("an edited reply is complete", async () => {
  const { reply } = await startStopped();
  await ada.api.put(`/chats/update_message_text/${reply.id}`, { message: "w0 and so on." });
  expect((await resume(reply.id)).status).toBe(409);
});

test("a reply that is deleted while it is continued stays deleted", async () => {
  const { chat, reply } = await startStopped();
  model.setMode("tokens=500 delay=20");
  const task = randomUUID();
  await resume(reply.id, ada, task);
  await expect.poll(async () => (await getState(task)).text).toContain(`${reply.message}w0`);
  await ada.api.del(`/chats/${chat.id}/messages/${reply.id}`);
  await ada.api.del(`/chats/streaming_response/${task}`);
  await expect.poll(async () => (await getState(task)).status).toBe("cancelled");
  expect(await newest(chat)).toMatchObject({ user_type: "user" });
});

test("a continuation that fails before it begins keeps the sources of the reply", async () => {
  const chat = (await ada.api.post("/chats", {})).body;
  const files = [new File(["The spare key of the boiler hangs behind the door."], "boiler.txt")];
  const [{ id }] = (await ada.api.multipart("/documents", { chat_id: String(chat.id), files })).body;
  await expect.poll(async () => (await ada.api.get(`/documents/${id}`)).body.status).toBe("ready");
  model.setMode("tokens=500 delay=20");
  const message_input = "Where is the spare key of the boiler?";
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: "false" });
  await stop(sent.body.streaming_task_id, "w3");
  const { id: replyId, extra } = await newest(chat);
  expect(extra.citations).toHaveLength(1);
  const group = `/groups/${ada.group.id}`;
  await ada.api.patch(group, { monthly_tokens: 1 });
  await resume(replyId);
  await ada.api.patch(group, { monthly_tokens: null });
  const after = await newest(chat);
  expect(after.extra.error.code).toBe("used_up");
  expect(after.extra.citations).toEqual(extra.citations);
});
