import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

// Tests that sampling parameters of the chat take precedence over those of the assistant, and that a request contains
// none when neither has any.
const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));
const ada = await person(server.url, "Ada Example");
const max = await colleague(server.url, ada.group, "Max Member");

const newChat = async (body: object = {}) => (await ada.api.post("/chats", { name: "Plans", ...body })).body;
const newAssistant = async (body: object) =>
  (await ada.api.post("/virtual-assistants", { name: "Helper", ...body })).body;
const ask = async (chat: { id: number }, message_input = "hello there") =>
  (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];
const set = (chat: { id: number }, setting: string, value: unknown) =>
  ada.api.put(`/chats/${chat.id}/${setting}`, { [setting]: value });
function told() {
  const { temperature, reasoning_effort, max_tokens, messages } = model.requests.at(-1)!;
  const system = messages.find(({ role }) => role === "system")?.content;
  return { temperature, reasoning_effort, max_tokens, system };
}

test("settings of the chat override the assistant's, which override the model's", async () => {
  const own = { temperature: 0.3, reasoning_effort: "high", max_output_tokens: 500 };
  const helper = await newAssistant({ instructions: "Be kind.", ...own });
  expect(helper).toMatchObject(own);
  const chat = await newChat({ virtual_assistant_id: helper.id });
  expect(chat).toMatchObject({
    temperature: null,
    reasoning_effort: null,
    max_output_tokens: null,
    instructions: null,
  });
  await ask(chat);
  expect(told()).toEqual({
    temperature: 0.3,
    reasoning_effort: "high",
    max_tokens: 500,
    system: "Be kind.",
  });

  expect((await set(chat, "temperature", 0)).body.temperature).toBe(0);
  await set(chat, "reasoning_effort", "low");
  await set(chat, "max_output_tokens", 100);
  await set(chat, "instructions", "Answer in French.");
  await ask(chat);
  expect(told()).toMatchObject({ temperature: 0, reasoning_effort: "low", max_tokens: 100 });
  expect(told().system).toMatch(/^Be kind\.\n\n.*Where they differ.*\nAnswer in French\.$/s);

  await set(chat, "temperature", null);
  await ask(chat);
  expect(told()).toMatchObject({ temperature: 0.3, reasoning_effort: "low" });
  const plain = await newChat({ virtual_assistant_id: (await newAssistant({})).id });
  await ask(plain);
  expect(told()).toEqual({});
});

test("an unsupported parameter is dropped from the request, and the reply names it", async () => {
  const chat = await newChat({ temperature: 1.5, reasoning_effort: "medium", max_output_tokens: 50 });
  model.setMode("strict");
  const reply = await ask(chat, "hello");
  expect(reply.message).toBe("You said: hello");
  expect(reply.extra.error).toBeUndefined();
  expect(reply.extra.left_out).toEqual(["temperature", "reasoning_effort", "max_output_tokens"]);
  expect(told()).toMatchObject({
    temperature: undefined,
    reasoning_effort: undefined,
    max_tokens: undefined,
  });
  model.setMode("echo");
  expect((await ask(chat)).extra.left_out).toBeUndefined();
  expect(told()).toMatchObject({ temperature: 1.5, reasoning_effort: "medium", max_tokens: 50 });
});

test("values out of range are refused by name, and only people who manage a chat set them", async () => {
  const chat = await newChat({ member_user_ids: [max.user.id] });
  const wrong = { temperature: 2.1, reasoning_effort: "huge", max_output_tokens: 0, instructions: 5 };
  for (const [setting, value] of Object.entries(wrong)) {
    const refused = await set(chat, setting, value);
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].loc).toEqual(["body", setting]);
  }
  expect((await max.api.put(`/chats/${chat.id}/temperature`, { temperature: 1 })).status).toBe(403);
  expect((await ada.api.post("/virtual-assistants", { name: "Hot", temperature: 3 })).status).toBe(422);
});

test("tasks and conversations with visitors inherit sampling settings, and OpenAI clients override them", async () => {
  const own = { temperature: 0.9, max_output_tokens: 70, instructions: "Rhyme." };
  const chat = await newChat({ ...own, is_public: true });
  const { task_id } = (await ada.api.post(`/chats/${chat.id}/save-as-task`)).body;
  expect((await ada.api.post(`/chats?copy_from_task_id=${task_id}`, {})).body).toMatchObject(own);
  await (await createVisitor(server.url, chat)).ask("hello");
  expect(told()).toMatchObject({ temperature: 0.9, max_tokens: 70 });
  expect(told().system).toContain("Rhyme.");

  await newAssistant({ mention_name: "poet", temperature: 0.4, max_output_tokens: 30 });
  const messages = [{ role: "user", content: "hello" }];
  await ada.api.post("/openai/chat/completions", { model: "poet", messages, temperature: 0.8 });
  expect(told()).toMatchObject({ temperature: 0.8, max_tokens: 30 });
});
