import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

const own = await startModelServer({ models: [{ id: "long", context_length: 128_000 }, { id: "unknown" }] });
afterAll(own.close);
const { model, server } = await startServerWithModel({
  OPENAI_MODEL: "stand-in-large",
  ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
  GROUP_MONTHLY_TOKENS: "1000000",
});

const LARGE = "openai-compatible:stand-in-large";
const SMALL = "openai-compatible:stand-in-small";
const operator = await person(server.url, "Olga Operator");
const ada = await person(server.url, "Ada Example");
const max = await colleague(server.url, ada.group, "Max Member");

const newChat = async (body: object = {}) => (await ada.api.post("/chats", { name: "Plans", ...body })).body;
const newAssistant = async (body: object) =>
  (await ada.api.post("/virtual-assistants", { name: "Helper", ...body })).body;
const choose = (chat: { id: number }, name: string | null) =>
  ada.api.put(`/chats/${chat.id}/model`, { model: name });
async function ask({ id }: { id: number }, message_input = "hello there") {
  await ada.api.multipart(`/chats/${id}/messages`, { message_input });
  return newest({ id });
}
const newest = async ({ id }: { id: number }) =>
  (await ada.api.get(`/chats/${id}/messages`)).body.at(-1) as {
    id: number;
    extra: { usage: { model: string }; error?: { code: string; message: string } };
  };
const asked = () => model.requests.at(-1)?.model;

test("the model of a chat replaces the assistant's until it is removed", async () => {
  const helper = await newAssistant({ model: LARGE });
  const chat = await newChat({ virtual_assistant_id: helper.id });
  expect(chat.model).toBeNull();
  await ask(chat);
  expect(asked()).toBe("stand-in-large");

  const chosen = await choose(chat, SMALL);
  expect(chosen.status).toBe(200);
  expect(chosen.body.model).toBe(SMALL);
  expect((await ada.api.get(`/chats/${chat.id}`)).body.model).toBe(SMALL);
  expect((await ask(chat)).extra.usage.model).toContain("stand-in-small");
  expect(asked()).toBe("stand-in-small");

  await choose(chat, null);
  await ask(chat);
  expect(asked()).toBe("stand-in-large");
});

test("an assistant with a fixed model ignores the chat's model", async () => {
  const helper = await newAssistant({ model: LARGE, model_is_fixed: true, mention_name: "fixed" });
  expect(helper).toMatchObject({ model: LARGE, model_is_fixed: true });
  const chat = await newChat({ virtual_assistant_id: helper.id, model: SMALL });
  await ask(chat);
  expect(asked()).toBe("stand-in-large");
  await ada.api.patch(`/virtual-assistants/${helper.id}`, { model: null });
  await ask(chat);
  expect(asked()).toBe("stand-in-large");
  // Assistants without a model of their own use the chat's.
  await newAssistant({ model: LARGE, mention_name: "other" });
  await ask(chat, "@other hello");
  expect(asked()).toBe("stand-in-small");
  await ada.api.patch(`/virtual-assistants/${helper.id}`, { model_is_fixed: false });
  await ask(chat);
  expect(asked()).toBe("stand-in-small");
});

test("a failed reply is retried with the currently chosen model", async () => {
  const chat = await newChat({ model: "google:gone" });
  const failed = await ask(chat);
  expect(failed.extra.error).toEqual({
    code: "not_configured",
    message: "Google is not connected: an admin can connect it in Settings → Models.",
  });
  await choose(chat, SMALL);
  expect((await ada.api.post(`/chats/messages/${failed.id}/retry`)).status).toBe(200);
  await expect.poll(async () => (await newest(chat)).extra.error).toBeUndefined();
  expect((await newest(chat)).extra.usage.model).toContain("stand-in-small");
});

test("the title of a chat comes from its model", async () => {
  model.setTitle("Trip to the sea");
  const chat = (await ada.api.post("/chats", { model: SMALL })).body;
  await ask(chat, "How do we get to the sea?");
  await expect.poll(async () => (await ada.api.get(`/chats/${chat.id}`)).body.name).toBe("Trip to the sea");
  const usage = (await ada.api.get(`/usage?by=model&chat_id=${chat.id}`)).body.rows;
  expect(usage.map(({ key }: { key: string }) => key)).toEqual([SMALL]);
});

test("the limit of the operator's models applies to a chosen one, but not to the group's own models", async () => {
  const host = await person(server.url, "Hugo Host");
  const chat = (await host.api.post("/chats", { name: "Plans", model: SMALL })).body;
  const send = async () => {
    await host.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there" });
    return (await host.api.get(`/chats/${chat.id}/messages`)).body.at(-1).extra;
  };
  expect((await send()).error).toBeUndefined();
  await operator.api.patch(`/installation/groups/${host.group.id}`, { operator_monthly_tokens: 1 });
  expect((await send()).error.code).toBe("used_up");
  const connection = { base_url: own.url };
  expect((await host.api.put("/models/connections/ollama", connection)).status).toBe(200);
  await host.api.put(`/chats/${chat.id}/model`, { model: "ollama:stand-in" });
  expect((await send()).error).toBeUndefined();
  expect(own.requests.at(-1)?.model).toBe("stand-in");
});

test("an unknown model is refused, and only people who manage a chat choose its model", async () => {
  const chat = await newChat({ member_user_ids: [max.user.id] });
  const [ofAssistant, ofChat] = [
    await ada.api.post("/virtual-assistants", { name: "Helper", model: "gpt" }),
    await choose(chat, "gpt"),
  ];
  expect(ofChat.status).toBe(422);
  expect(ofChat.body.detail).toEqual(ofAssistant.body.detail);
  expect((await max.api.put(`/chats/${chat.id}/model`, { model: SMALL })).status).toBe(403);
  expect((await operator.api.put(`/chats/${chat.id}/model`, { model: SMALL })).status).toBe(404);
  expect((await max.api.get(`/chats/${chat.id}`)).body.model).toBeNull();
});

test("tasks and conversations with visitors inherit the model of a chat", async () => {
  const chat = await newChat({ model: SMALL, is_public: true });
  const { task_id } = (await ada.api.post(`/chats/${chat.id}/save-as-task`)).body;
  const copy = (await ada.api.post(`/chats?copy_from_task_id=${task_id}`, {})).body;
  expect(copy.model).toBe(SMALL);
  const other = (await ada.api.post(`/chats?copy_from_task_id=${task_id}`, { model: LARGE })).body;
  expect(other.model).toBe(LARGE);
  const before = model.calls;
  await (await createVisitor(server.url, chat)).ask("hello");
  expect(model.calls).toBe(before + 1);
  expect(asked()).toBe("stand-in-small");
});

test("the list of models has the context lengths that servers report", async () => {
  const host = await person(server.url, "Hugo Host");
  await host.api.put("/models/connections/openai-compatible", { base_url: own.url });
  const { default: byDefault, models } = (await host.api.get("/models")).body;
  const lengths = models.map((each: { id: string; context_length: number | null }) => [
    each.id,
    each.context_length,
  ]);
  expect(lengths).toContainEqual(["openai-compatible:long", 128_000]);
  expect(lengths).toContainEqual(["openai-compatible:unknown", null]);
  expect(lengths).toContainEqual(["builtin", null]);
  expect(byDefault).toMatchObject({ id: "openai-compatible:long", context_length: 128_000 });
});

test("favorite models are personal", async () => {
  const saved = await ada.api.patch("/users/me", { favorite_models: [SMALL, LARGE] });
  expect(saved.body.favorite_models).toEqual([SMALL, LARGE]);
  expect((await ada.api.get("/users/me")).body.favorite_models).toEqual([SMALL, LARGE]);
  expect((await max.api.get("/users/me")).body.favorite_models).toEqual([]);
  expect((await ada.api.patch("/users/me", { favorite_models: [SMALL, SMALL] })).status).toBe(422);
  await ada.api.patch("/users/me", { favorite_models: [] });
  expect((await ada.api.get("/users/me")).body.favorite_models).toEqual([]);
});

test("admins set whether a model has vision support, and a reply names pictures that it did not see", async () => {
  const PICTURE = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const show = async () => {
    const chat = await newChat();
    await choose(chat, LARGE);
    const files = [new File([PICTURE], "map.png", { type: "image/png" })];
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Where is this?", files });
    return newest(chat);
  };
  const sawPicture = () => JSON.stringify(model.requests.at(-1)).includes("data:image/png");
  const listed = async () =>
    (await ada.api.get("/models")).body.models.find(({ id }: { id: string }) => id === LARGE);
  const say = (sees_pictures: boolean | null, by: Pick<typeof ada, "api"> = ada) =>
    by.api.put("/models/sight", { model: LARGE, sees_pictures });

  expect(await listed()).toMatchObject({ sees_pictures: false, sees_pictures_guessed: true });
  expect((await show()).extra).toMatchObject({ unseen_pictures: ["map.png"] });
  expect(sawPicture()).toBe(false);

  expect((await say(true, max)).status).toBe(403);
  expect((await say(true)).body).toEqual({ model: LARGE, sees_pictures: true });
  expect(await listed()).toMatchObject({ sees_pictures: true, sees_pictures_guessed: false });
  expect((await show()).extra).not.toHaveProperty("unseen_pictures");
  expect(sawPicture()).toBe(true);

  await say(null);
  expect(await listed()).toMatchObject({ sees_pictures: false, sees_pictures_guessed: true });
});
