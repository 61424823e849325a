import { beforeEach, expect, test } from "vitest";
import { person, readEvents } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada Example");
const newChat = async (body: object = {}, { api } = ada) => (await api.post("/chats", body)).body;
const ask = async (chat: { id: number }, message_input: string, { api } = ada) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];
const call = (name: string, input: object) => `[[fake call ${name} ${JSON.stringify(input)}]]`;
const getCanvas = async (chat: { id: number }) => (await ada.api.get(`/chats/${chat.id}`)).body.canvas;
const prompt = () => JSON.stringify(model.requests.at(-1)?.messages);
const offered = () => model.requests.at(-1)?.tools?.map((tool) => tool.function.name);

test("an ordinary reply is offered no tools and lists its context", async () => {
  const chat = await newChat();
  await ask(chat, "first");
  const reply = await ask(chat, "second");
  expect(offered()).toBeUndefined();
  expect(reply.extra.context).toEqual({
    history_messages: 2,
    summary: false,
    memories: 0,
    parent: false,
    canvas: false,
    files: 0,
    passages: 0,
    characters: expect.any(Number),
  });
});

test("an assistant remembers a fact, uses it in another chat and forgets it", async () => {
  const bo = await person(server.url, "Bo Example");
  const chat = await newChat({ global_memory: true }, bo);
  const reply = await ask(chat, call("remember", { text: "Lives in Bern" }), bo);
  expect(reply.message).toMatch(/^The tool said: Proposed as memory \d+/);
  expect(reply.reasoning_steps).toEqual([
    expect.objectContaining({ kind: "memory", label: "Remembering", description_md: "Lives in Bern" }),
  ]);
  const [memory] = (await bo.api.get("/users/me/memories")).body;
  const [asked] = (await bo.api.get(`/chats/${chat.id}/messages`)).body;
  expect(memory).toMatchObject({
    text: "Lives in Bern",
    is_proposed: true,
    source: "learned",
    message_id: asked.id,
    chat: { id: chat.id, uuid: chat.uuid },
  });
  expect(reply.memory_id).toBe(String(memory.id));
  const [, stored] = (await bo.api.get(`/chats/${chat.id}/messages`)).body;
  expect(stored.memory_id).toBe(String(memory.id));

  const without = await newChat({}, bo);
  await ask(without, "Where do I live?", bo);
  expect(prompt()).not.toContain("Lives in Bern");
  const other = await newChat({ global_memory: true }, bo);
  expect((await ask(other, "Where do I live?", bo)).extra.context.memories).toBe(0);
  expect(prompt()).not.toContain("Lives in Bern");
  // A proposed memory is used only after the person accepts it.
  await bo.api.patch(`/users/me/memories/${memory.id}`, { is_proposed: false });
  expect((await ask(other, "Where do I live?", bo)).extra.context.memories).toBe(1);
  expect(prompt()).toContain(`${memory.id}: Lives in Bern`);
  await ask(other, call("forget", { memory_id: memory.id }), bo);
  expect((await bo.api.get("/users/me/memories")).body).toEqual([]);
});

test("temporary chats neither use nor learn memories", async () => {
  const bo = await person(server.url, "Bo Example");
  await bo.api.post("/users/me/memories", { text: "Lives in Bern" });
  const chat = await newChat({ global_memory: true, temp: true }, bo);
  expect((await ask(chat, "Where do I live?", bo)).extra.context.memories).toBe(0);
  expect(prompt()).not.toContain("Lives in Bern");
  await ask(chat, call("remember", { text: "Has a dog" }), bo);
  expect((await bo.api.get("/users/me/memories")).body).toHaveLength(1);
});

test("a memory applies to its assistant and in its workspace only", async () => {
  const bo = await person(server.url, "Bo Example");
  const path = "/users/me/memories";
  const helper = (await bo.api.post("/virtual-assistants", { name: "Helper" })).body;
  const place = (await bo.api.post("/chat-workspaces", { name: "Garden" })).body;
  await bo.api.post(path, { text: "Counts with the helper", virtual_assistant_id: helper.id });
  const { body } = await bo.api.post(path, { text: "Counts in the garden", chat_workspace_id: place.id });
  expect(body).toMatchObject({ virtual_assistant: null, chat_workspace: { id: place.id, name: "Garden" } });
  const told = async (more: object) => {
    await ask(await newChat({ global_memory: true, ...more }, bo), "hello", bo);
    return ["helper", "garden"].filter((word) => prompt().includes(word));
  };
  expect(await told({})).toEqual([]);
  expect(await told({ virtual_assistant_id: helper.id })).toEqual(["helper"]);
  expect(await told({ chat_workspace_id: place.id })).toEqual(["garden"]);
  await bo.api.patch(`${path}/${body.id}`, { chat_workspace_id: null });
  expect(await told({})).toEqual(["garden"]);
  for (const wrong of [{ virtual_assistant_id: 999_999 }, { chat_workspace_id: 999_999 }])
    expect((await bo.api.patch(`${path}/${body.id}`, wrong)).status).toBe(404);
});

test("a chat with several members neither uses nor changes memories", async () => {
  const cora = await colleague(server.url, ada.group, "Cora Colleague");
  const chat = await newChat({ global_memory: true, member_user_ids: [cora.user.id] });
  await ada.api.post("/users/me/memories", { text: "Ada's secret" });
  const { id } = (await cora.api.post("/users/me/memories", { text: "Cora's secret" })).body;
  const reply = await ask(chat, "hello", cora as never);
  expect(reply.extra.context.memories).toBe(0);
  expect(prompt()).not.toContain("secret");
  await ask(chat, call("forget", { memory_id: id }), cora as never);
  await ask(chat, call("remember", { text: "Likes tea" }), cora as never);
  expect(offered()).toBeUndefined();
  expect((await cora.api.get("/users/me/memories")).body).toHaveLength(1);
});

test("an assistant writes the canvas and changes a passage, and its change can be undone", async () => {
  const chat = await newChat({ canvas: "one two" });
  const reply = await ask(chat, call("update_canvas", { find: "two", replace: "$& three" }));
  expect(reply.extra.context.canvas).toBe(true);
  expect(await getCanvas(chat)).toBe("one $& three");
  await ask(chat, call("update_canvas", { text: "anew" }));
  expect(await getCanvas(chat)).toBe("anew");
  const [version] = (await ada.api.get(`/chats/${chat.id}/canvas/versions`)).body;
  expect(version).toMatchObject({ preview: "one $& three", changed_by: { user_id: null, name: "Parley" } });
  await ada.api.post(`/chats/${chat.id}/canvas/undo`, {});
  expect(await getCanvas(chat)).toBe("one $& three");
});

test("an assistant is offered only its selected tools", async () => {
  const made = await ada.api.post("/virtual-assistants", { name: "Bound", tools: ["remember"] });
  expect(made.body.tools).toEqual(["remember"]);
  const own = { canvas: "text", global_memory: true, virtual_assistant_id: made.body.id };
  const chat = await newChat(own);
  const reply = await ask(chat, call("update_canvas", { text: "other" }));
  expect(reply.message).toContain("There is no tool");
  expect(await getCanvas(chat)).toBe("text");
  const path = `/virtual-assistants/${made.body.id}`;
  expect((await ada.api.patch(path, { tools: ["fly"] })).status).toBe(422);
  expect((await ada.api.patch(path, { tools: null })).body.tools).toBeNull();
  await ask(chat, call("update_canvas", { text: "other" }));
  expect(await getCanvas(chat)).toBe("other");
});

test("an assistant does not change the canvas for people who must not change it", async () => {
  const cora = await colleague(server.url, ada.group, "Cora Colleague");
  const chat = await newChat({ canvas: "mine", member_user_ids: [cora.user.id] });
  const reply = await ask(chat, call("update_canvas", { text: "hers" }), cora as never);
  expect(reply.message).toContain("Only owners and admins");
  expect(reply.reasoning_steps[0].metadata).toEqual({
    result: expect.stringContaining("Only owners and admins"),
    failed: true,
  });
  expect(await getCanvas(chat)).toBe("mine");
});

test("a rewrite of an outdated canvas is refused with its current text", async () => {
  const chat = await newChat({ canvas: "old" });
  const before = model.calls;
  const reply = ask(chat, `[[fake first=300 call update_canvas {"text":"the model's"}]]`);
  await expect.poll(() => model.calls).toBe(before + 1);
  await ada.api.put(`/chats/${chat.id}/canvas`, { canvas: "new" });
  expect((await reply).message).toMatch(/changed the canvas meanwhile.*new$/s);
  expect(await getCanvas(chat)).toBe("new");
});

test.each([
  ["update_canvas", "{oops"],
  ["update_canvas", '{"text": 5}'],
  ["update_canvas", "{}"],
  ["update_canvas", '{"find":"absent","replace":"x"}'],
  ["remember", '{"text":"not offered here"}'],
  ["__proto__", "{}"],
])("an invalid call of %s with %s is reported to the model and the reply continues", async (name, input) => {
  const chat = await newChat({ canvas: "text" });
  const reply = await ask(chat, `[[fake call ${name} ${input}]]`);
  expect(reply.extra.error).toBeUndefined();
  expect(reply.message).toMatch(
    /^The tool said: (The arguments do not fit|There is no tool|The passage|Give)/,
  );
  expect(await getCanvas(chat)).toBe("text");
});

test("a model that calls tools endlessly is stopped, and its changes remain", async () => {
  const chat = await newChat({ canvas: "text" });
  const before = model.calls;
  const reply = await ask(chat, `[[fake call! update_canvas {"text":"again"}]]`);
  expect(model.calls - before).toBe(9);
  expect(reply.extra.error).toBeUndefined();
  expect(reply.reasoning_steps).toHaveLength(8);
  expect(await getCanvas(chat)).toBe("again");
});

test("a model without tool support replies without tools", async () => {
  const chat = await newChat({ canvas: "text" });
  // A separate model, because refused features are cached per model.
  await ada.api.put(`/chats/${chat.id}/model`, { model: "openai-compatible:no-tools" });
  expect((await ask(chat, "[[fake notools]] hi")).message).toContain("You said");
});

test("readers see tool calls of an assistant while they run", async () => {
  const chat = await newChat({ canvas: "text" });
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, {
    // The model's answer is delayed, so that the reader connects first.
    message_input: `[[fake first=1000 call update_canvas {"text":"changed"}]]`,
    is_sync: "false",
  });
  const events = await readEvents(ada.api, `/chats/streaming/${sent.body.streaming_task_id}`);
  const labels = events.filter(({ event }) => event === "reasoning_step").map(({ data }) => data.label);
  // A step is sent when the tool call starts, and again with its result.
  expect(labels).toEqual(["Updating the canvas", "Updating the canvas"]);
});

test("a sub-chat uses goal and messages of its parent when all of its readers read the parent", async () => {
  const cora = await colleague(server.url, ada.group, "Cora Colleague");
  const parent = await newChat({ name: "Launch", goal: "Ship in June" });
  await ask(parent, "The budget is 12 gold");
  const chat = await newChat({
    parent_chat_id: parent.id,
    inherit_context_from_parent: true,
  });
  const reply = await ask(chat, "What is the budget?");
  expect(reply.extra.context.parent).toBe(true);
  for (const text of ["Ship in June", "Ada Example: The budget is 12 gold"]) expect(prompt()).toContain(text);
  await ada.api.post(`/chats/${chat.id}/members`, { user_ids: [cora.user.id] });
  for (const who of [cora as never, ada]) {
    expect((await ask(chat, "And for us?", who)).extra.context.parent).toBe(false);
    expect(prompt()).not.toContain("Ship in June");
  }
  await ada.api.post(`/chats/${parent.id}/members`, { user_ids: [cora.user.id] });
  expect((await ask(chat, "And now?", cora as never)).extra.context.parent).toBe(true);
  await ada.api.put(`/chats/${chat.id}/inherit_context_from_parent?inherit_context_from_parent=false`);
  expect((await ask(chat, "Now?")).extra.context.parent).toBe(false);
});
