import { afterAll, expect, test } from "vitest";
import { joined, person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startServerWithModel } from "@/test/server-with-model";

// Covers what admins set for models: how they are offered, and who may choose them.
const own = await startModelServer({
  models: [{ id: "gpt-4o" }, { id: "llama-4", context_length: 8192 }, { id: "qwen-3" }],
});
const { model, server } = await startServerWithModel({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });
afterAll(own.close);

async function group() {
  const ada = await person(server.url, "Ada Example");
  const max = await joined(server.url, ada, "Max Member");
  await ada.api.put("/models/connections/rack", {
    provider: "openai-compatible",
    name: "Rack",
    base_url: own.url,
  });
  const set = (model: string, body: object) => ada.api.put("/models/settings", { model, ...body });
  const listed = async ({ api } = ada) =>
    (await api.get("/models")).body.models.filter(
      ({ connection }: Record<string, string>) => connection === "rack",
    );
  const ids = async (who = ada) => (await listed(who)).map(({ id }: { id: string }) => id);
  return { ada, max, set, listed, ids };
}

test("models are named, described, hidden and ordered for everybody", async () => {
  const { ada, max, set, listed, ids } = await group();
  await set("rack:llama-4", {
    name: "House model",
    description: "Stays in the house.",
    icon: "🏠",
    context_length: 4096,
    reasons: false,
  });
  await set("rack:qwen-3", { hidden: true });
  await ada.api.put("/models/order", { models: ["rack:llama-4", "rack:gpt-4o"] });
  const [first, ...others] = await listed(max);
  expect(first).toMatchObject({
    id: "rack:llama-4",
    label: "llama-4 (Rack)",
    name: "House model",
    description: "Stays in the house.",
    icon: "🏠",
    context_length: 4096,
    reasons: false,
    calls_tools: true,
  });
  expect(others.map(({ id }: { id: string }) => id)).toEqual(["rack:gpt-4o"]);
  const settings = (await ada.api.get("/models/settings")).body.models;
  expect(settings.find(({ model }: { model: string }) => model === "rack:qwen-3")).toMatchObject({
    hidden: true,
  });
  expect(settings.find(({ model }: { model: string }) => model === "rack:gpt-4o")).toMatchObject({
    sees_pictures_guess: true,
    reasons: false,
  });
  expect(settings.find(({ model }: { model: string }) => model === "rack:gpt-4o").known).toEqual({
    context_length: expect.any(Number),
    price: { input: expect.any(Number), output: expect.any(Number) },
  });
  // A second PUT replaces everything that isn't set.
  await set("rack:llama-4", {});
  expect((await listed()).find(({ id }: { id: string }) => id === "rack:llama-4")).toMatchObject({
    name: null,
    description: null,
    context_length: 8192,
    reasons: true,
  });
  expect((await ids())[0]).toBe("rack:llama-4");
});

test("the group's default model replies where none is chosen", async () => {
  const { ada, max } = await group();
  expect((await ada.api.put("/models/default", { model: "rack:qwen-3" })).body).toEqual({
    model: "rack:qwen-3",
  });
  expect((await max.api.get("/models")).body.default.id).toBe("rack:qwen-3");
  const chat = (await max.api.post("/chats", { name: "Named" })).body;
  await max.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there" });
  expect(own.requests.at(-1)?.model).toBe("qwen-3");
  expect((await ada.api.put("/models/default", { model: "rack:none" })).status).toBe(422);
  expect((await ada.api.put("/models/default", { model: null })).body).toEqual({ model: null });
  expect((await max.api.get("/models")).body.default.id).not.toBe("rack:qwen-3");
});

test("a model for some people can't be chosen by others, in any way", async () => {
  const { ada, max, set, ids } = await group();
  const eve = await joined(server.url, ada, "Eve Example");
  await set("rack:gpt-4o", { usable_by: "people", user_ids: [eve.user.id] });
  expect(await ids()).toContain("rack:gpt-4o");
  expect(await ids(eve)).toContain("rack:gpt-4o");
  expect(await ids(max)).not.toContain("rack:gpt-4o");

  const restricted = "rack:gpt-4o";
  const chat = (await max.api.post("/chats", { name: "Named" })).body;
  const message = { message_input: "hello" };
  const calls = own.calls;
  const task = (await ada.api.post("/tasks", { name: "Plan", fields: {} })).body;
  const tries = [
    () => max.api.post(`/chats?copy_from_task_id=${task.id}`, { model: restricted }),
    () => max.api.post("/tasks", { name: "Own", fields: { model: restricted } }),
    // Servers know a model by several names.
    () => max.api.post("/chats", { model: "rack:gpt-4o:latest" }),
    () => max.api.post("/chats", { model: restricted }),
    () => max.api.put(`/chats/${chat.id}/model`, { model: restricted }),
    () => max.api.multipart(`/chats/${chat.id}/messages?models=${restricted}&models=rack:llama-4`, message),
    () =>
      max.api.post("/openai/chat/completions", {
        model: restricted,
        messages: [{ role: "user", content: "hello" }],
      }),
  ];
  for (const attempt of tries) expect((await attempt()).status).toBe(403);
  expect(own.calls).toBe(calls);
  expect((await eve.api.post("/chats", { model: restricted })).status).toBe(200);

  // An assistant that an admin has made with it can be used by all.
  const assistant = (await ada.api.post("/virtual-assistants", { name: "Aide", model: restricted })).body;
  const other = (await max.api.post("/chats", { name: "Named", virtual_assistant_id: assistant.id })).body;
  await max.api.multipart(`/chats/${other.id}/messages`, message);
  expect(own.requests.at(-1)?.model).toBe("gpt-4o");
});

test("a model for owners and admins can't be chosen by members, until it is for the group again", async () => {
  const { ada, max, set, ids } = await group();
  const pat = await joined(server.url, ada, "Pat Admin");
  await ada.api.patch(`/groups/${ada.group.id}/members/${pat.user.id}`, { role: "admin" });
  await set("rack:gpt-4o", { usable_by: "admins", user_ids: [max.user.id] });
  expect(await ids(max)).not.toContain("rack:gpt-4o");
  expect((await max.api.post("/chats", { model: "rack:gpt-4o" })).status).toBe(403);
  for (const admin of [ada, pat])
    expect((await admin.api.post("/chats", { model: "rack:gpt-4o" })).status).toBe(200);
  await set("rack:gpt-4o", { usable_by: "group" });
  expect((await max.api.post("/chats", { model: "rack:gpt-4o" })).status).toBe(200);
});

test("a model's price and its sight are set with it, and stay when they are left out", async () => {
  const { ada, set } = await group();
  const price = { input: 2.5, output: 10 };
  const find = async () =>
    (await ada.api.get("/models/settings")).body.models.find(
      ({ model: id }: { model: string }) => id === "rack:llama-4",
    );
  expect(await find()).toMatchObject({ price: null, sees_pictures: null });
  expect((await set("rack:llama-4", { price, sees_pictures: true })).status).toBe(200);
  expect(await find()).toMatchObject({ price, sees_pictures: true });
  expect((await ada.api.get("/usage/prices")).body).toEqual([{ model: "rack:llama-4", ...price }]);
  await set("rack:llama-4", { name: "House model" });
  expect(await find()).toMatchObject({ name: "House model", price, sees_pictures: true });
  expect((await set("rack:llama-4", { price: { input: -1, output: 0 } })).status).toBe(422);
  await set("rack:llama-4", { price: null, sees_pictures: null });
  expect(await find()).toMatchObject({ price: null, sees_pictures: null });
  expect((await ada.api.get("/usage/prices")).body).toEqual([]);
});

test("a person who may edit an assistant can't try it with a model of others", async () => {
  const { ada, max, set } = await group();
  await set("rack:gpt-4o", { usable_by: "people" });
  const people = [{ user_id: max.user.id, can_edit: true }];
  const assistant = (
    await ada.api.post("/virtual-assistants", { name: "Aide", model: "rack:llama-4", people })
  ).body;
  const attempt = (model: string) =>
    max.api.post("/virtual-assistants/try", {
      id: assistant.id,
      assistant: { name: "Aide", model },
      messages: [{ role: "user", text: "hello" }],
    });
  expect((await attempt("rack:gpt-4o")).status).toBe(403);
  expect((await attempt("rack:llama-4")).status).toBe(200);
});

test("without a default, nobody gets a hidden or restricted model", async () => {
  const only = await startModelServer({ models: [{ id: "gpt-4o" }, { id: "llama-4" }] });
  try {
    const { ada, max, set } = await group();
    await ada.api.del("/models/connections/rack");
    await ada.api.put("/models/connections/openai-compatible", { base_url: only.url });
    const ask = async () => {
      const chat = (await max.api.post("/chats", { name: "Named" })).body;
      await max.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
      return only.requests.at(-1)?.model;
    };
    expect(await ask()).toBe("gpt-4o");
    await set("openai-compatible:gpt-4o", { usable_by: "people" });
    expect(await ask()).toBe("llama-4");
    expect((await max.api.get("/models")).body.default.id).toBe("openai-compatible:llama-4");
  } finally {
    await only.close();
  }
});

test("a default of a removed connection is reported instead of sent elsewhere", async () => {
  const { ada } = await group();
  await ada.api.put("/models/default", { model: "rack:qwen-3" });
  await ada.api.del("/models/connections/rack");
  const calls = model.calls;
  const chat = (await ada.api.post("/chats", { name: "Named" })).body;
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  const [reply] = (await ada.api.get(`/chats/${chat.id}/messages`)).body.slice(-1);
  expect(reply.extra.error).toMatchObject({
    code: "not_configured",
    message: expect.stringContaining("“rack” is not connected"),
  });
  expect(model.calls).toBe(calls);
});

test("tools and effort are kept from models that don't take them", async () => {
  const { ada, set } = await group();
  await ada.api.put("/web", { read_pages: true, search: false });
  const assistant = (
    await ada.api.post("/virtual-assistants", {
      name: "Aide",
      model: "rack:llama-4",
      reasoning_effort: "high",
    })
  ).body;
  const ask = async () => {
    const chat = (await ada.api.post("/chats", { name: "Named", virtual_assistant_id: assistant.id })).body;
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
    return own.requests.at(-1)!;
  };
  expect(await ask()).toMatchObject({ reasoning_effort: "high", tools: expect.anything() });
  await set("rack:llama-4", { calls_tools: false, reasons: false });
  const sent = await ask();
  expect(sent.tools).toBeUndefined();
  expect(sent.reasoning_effort).toBeUndefined();
});

test("members can't change models, and another group sees nothing of them", async () => {
  const { max, set } = await group();
  await set("rack:llama-4", { name: "Ours" });
  expect((await max.api.get("/models/settings")).status).toBe(403);
  expect((await max.api.put("/models/settings", { model: "rack:llama-4" })).status).toBe(403);
  expect((await max.api.put("/models/order", { models: [] })).status).toBe(403);
  expect((await max.api.put("/models/default", { model: null })).status).toBe(403);
  const stranger = await person(server.url, "Sam Stranger");
  expect(JSON.stringify((await stranger.api.get("/models/settings")).body)).not.toContain("Ours");
});
