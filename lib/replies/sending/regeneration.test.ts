import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { person, readEvents } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({ OPENAI_MODEL: "stand-in-large" });
beforeEach(() => model.setMode("echo"));

const LARGE = "openai-compatible:stand-in-large";
const SMALL = "openai-compatible:stand-in-small";
const ada = await person(server.url, "Ada Example");
const max = await colleague(server.url, ada.group, "Max Member");

async function ask(message_input: string, body: object = {}) {
  const chat = (await ada.api.post("/chats", { name: "Plans", ...body })).body;
  const sent = (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input })).body;
  return { chat, reply: sent.responses[0], question: sent.user_message_id as number };
}
const regenerate = (id: number, body?: object) =>
  ada.api.post(`/chats/messages/${id}/${body ? "regenerate" : "retry"}`, body);
const lastRequest = () => model.requests.at(-1)!;
const systemPrompt = () => String(lastRequest().messages[0]!.content);

test("an instruction applies to the regenerated reply only, and the model gets the earlier reply", async () => {
  model.setMode("say A long reply about harbours.");
  const { chat, reply } = await ask("Tell me about harbours");
  model.setMode("say Harbours shelter ships.");
  const regenerated = await regenerate(reply.id, { instruction: "  Shorter  " });
  expect(regenerated.status).toBe(200);
  expect(systemPrompt()).toContain("<earlier_reply>\nA long reply about harbours.\n</earlier_reply>");
  expect(systemPrompt()).toMatch(/:\nShorter$/);
  const [changed] = regenerated.body.responses;
  expect(changed).toMatchObject({
    id: reply.id,
    message: "Harbours shelter ships.",
    extra: {
      regeneration: { instruction: "Shorter", model: null },
      previous: [{ message: "A long reply about harbours." }],
    },
  });
  expect(changed.extra.previous[0].extra.regeneration).toBeUndefined();

  await regenerate(reply.id);
  expect(systemPrompt()).not.toMatch(/earlier_reply|Shorter/);
  const again = (await ada.api.get(`/chats/${chat.id}/messages`)).body.at(-1);
  expect(again.extra.regeneration).toBeUndefined();
  expect(again.extra.previous[1].extra.regeneration.instruction).toBe("Shorter");
});

test("an instruction for a failed reply does not present the error as a reply", async () => {
  const { reply } = await ask("[[fake 401]]");
  expect(reply.extra.error.code).toBe("unauthorized");
  await regenerate(reply.id, { instruction: "Longer" });
  expect(systemPrompt()).toMatch(/:\nLonger$/);
  expect(systemPrompt()).not.toContain("earlier_reply");
});

test("another model replies once, and the chat keeps its own", async () => {
  const { chat, reply } = await ask("Hello");
  expect(lastRequest().model).toBe("stand-in-large");
  const [changed] = (await regenerate(reply.id, { model: SMALL })).body.responses;
  expect(lastRequest().model).toBe("stand-in-small");
  expect(systemPrompt()).not.toContain("earlier_reply");
  expect(changed.extra.usage.model).toContain("stand-in-small");
  expect(changed.extra.regeneration).toEqual({ instruction: null, model: SMALL });
  expect((await ada.api.get(`/chats/${chat.id}`)).body.model).toBeNull();
  await regenerate(reply.id);
  expect(lastRequest().model).toBe("stand-in-large");
});

test("a stream has the model and the instruction of its request", async () => {
  const { chat, reply, question } = await ask("Hello");
  const task = randomUUID();
  const accepted = await ada.api.post(`/chats/messages/${reply.id}/regenerate?streaming_task_id=${task}`, {
    model: SMALL,
    instruction: "As a list",
  });
  expect(accepted.body).toEqual({ user_message_id: question, streaming_task_id: task, responses: null });
  await readEvents(ada.api, `/chats/streaming/${task}`);
  expect(lastRequest().model).toBe("stand-in-small");
  expect(systemPrompt()).toMatch(/:\nAs a list$/);
  const newest = (await ada.api.get(`/chats/${chat.id}/messages`)).body.at(-1);
  expect(newest.extra.regeneration).toEqual({ instruction: "As a list", model: SMALL });
});

test("a paused regeneration keeps its model and its instruction", async () => {
  const [assistant] = (await ada.api.get("/virtual-assistants")).body;
  await ada.api.patch(`/virtual-assistants/${assistant.id}`, { most_rounds: 20 });
  const plan = 'call! update_plan {"steps":[{"text":"Count","state":"open"}]}';
  const { chat, reply } = await ask(`[[fake first=300 ${plan} >> tokens=3]]`);
  const task = randomUUID();
  await ada.api.post(`/chats/messages/${reply.id}/regenerate?streaming_task_id=${task}`, {
    model: SMALL,
    instruction: "Count again",
  });
  await ada.api.post(`/chats/streaming/${task}/pause`);
  const state = async () => (await ada.api.get(`/chats/streaming/${task}`)).body;
  await expect.poll(async () => (await state()).pause).toBe("paused");
  await ada.api.post(`/chats/streaming/${task}/resume`);
  await expect.poll(async () => (await state()).status).toBe("completed");
  expect(lastRequest().model).toBe("stand-in-small");
  expect(systemPrompt()).toMatch(/:\nCount again$/);
  const newest = (await ada.api.get(`/chats/${chat.id}/messages`)).body.at(-1);
  expect(newest.extra.regeneration).toEqual({ instruction: "Count again", model: SMALL });
  await ada.api.patch(`/virtual-assistants/${assistant.id}`, { most_rounds: null });
});

test("models that may not be chosen for the chat are refused", async () => {
  await ada.api.put("/models/settings", { model: SMALL, usable_by: "people", user_ids: [] });
  const { chat, reply } = await ask("Hello", { member_user_ids: [max.user.id], chat_type: "group" });
  const refused = await max.api.post(`/chats/messages/${reply.id}/regenerate`, { model: SMALL });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    `Only some people of the group may use the model ${SMALL}.`,
  ]);
  expect((await ada.api.get(`/chats/${chat.id}/messages`)).body.at(-1).id).toBe(reply.id);
  await ada.api.put("/models/settings", { model: SMALL, usable_by: "group" });
  expect((await max.api.post(`/chats/messages/${reply.id}/regenerate`, { model: SMALL })).status).toBe(200);

  const fixed = (
    await ada.api.post("/virtual-assistants", { name: "Fixed", model: LARGE, model_is_fixed: true })
  ).body;
  const other = await ask("Hello", { virtual_assistant_id: fixed.id });
  const calls = model.calls;
  expect(await regenerate(other.reply.id, { model: SMALL })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["body", "model"], msg: "Fixed always uses its own model." }] },
  });
  expect(model.calls).toBe(calls);
  expect((await regenerate(other.reply.id, { instruction: "Shorter" })).status).toBe(200);
});

test("empty and too long instructions are refused", async () => {
  const { reply } = await ask("Hello");
  for (const instruction of ["  ", "x".repeat(2001), 5])
    expect((await regenerate(reply.id, { instruction })).status).toBe(422);
  expect((await regenerate(reply.id, {})).status).toBe(200);
  expect((await regenerate(reply.id, { model: null, instruction: null })).status).toBe(200);
});
