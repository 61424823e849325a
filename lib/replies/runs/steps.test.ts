import { expect, test } from "vitest";
import { type Client, person, readEvents } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startReply } from "@/test/replies";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
const ada = await person(server.url, "Ada Example");
const mia = await colleague(server.url, ada.group, "Mia Member");

const newAssistant = async (fields: object = {}) =>
  (await ada.api.post("/virtual-assistants", { name: "Worker", most_rounds: 40, ...fields })).body;
type Assistant = { id: number };
const newChat = async ({ id }: Assistant, about: object = {}) =>
  (await ada.api.post("/chats", { virtual_assistant_id: id, ...about })).body;
const ask = async (assistant: Assistant, script: string, about: object = {}) => {
  const chat = await newChat(assistant, about);
  const message_input = `[[fake ${script}]]`;
  const { body } = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  return body.responses[0];
};
// Starts a reply without waiting for it.
const begin = (assistant: Assistant, script: string, about: object = {}) =>
  startReply(ada.api, `[[fake ${script}]]`, { virtual_assistant_id: assistant.id, ...about });
const read = async (task: string, api: Client = ada.api) => (await api.get(`/chats/streaming/${task}`)).body;
const replyIn = async (chat: { id: number }) => (await ada.api.get(`/chats/${chat.id}/messages`)).body.at(-1);
const plan = (...states: string[]) =>
  `call! update_plan ${JSON.stringify({ steps: states.map((state, n) => ({ text: `Step ${n + 1}`, state })) })}`;
const toolsOffered = () => (model.requests.at(-1)?.tools ?? []).map(({ function: { name } }) => name);

test("an assistant with steps shows a plan, ticks it off, and uses up to its maximum of rounds", async () => {
  const before = model.calls;
  const rounds = Array.from({ length: 12 }, (_, n) =>
    plan(n < 6 ? "doing" : "done", n < 11 ? "open" : "done"),
  );
  const reply = await ask(await newAssistant(), [...rounds, "say All done."].join(" >> "));
  expect(reply.message).toBe("All done.");
  expect(reply.extra.plan).toEqual([
    { text: "Step 1", state: "done" },
    { text: "Step 2", state: "done" },
  ]);
  expect(reply.extra.limit_reached).toBeUndefined();
  // The plan is displayed separately and is not a reasoning step.
  expect(reply.reasoning_steps).toEqual([]);
  expect(model.calls - before).toBe(13);
});

test("changes of the plan are streamed", async () => {
  const script = [plan("doing", "open"), plan("done", "doing"), "tokens=3"].join(" >> ");
  const { task } = await begin(await newAssistant(), script);
  const events = await readEvents(ada.api, `/chats/streaming/${task}`);
  expect(events.at(-1)).toMatchObject({
    event: "done",
    data: { plan: [{ state: "done" }, { state: "doing" }], pause: null },
  });
});

test("an invalid plan is refused, and the reply continues", async () => {
  const reply = await ask(await newAssistant(), 'call update_plan {"steps":[{"text":"","state":"later"}]}');
  expect(reply.message).toMatch(/^The tool said: The arguments do not fit/);
  expect(reply.extra.plan).toBeUndefined();
});

test("assistants without steps have no plan and reply after eight rounds", async () => {
  const before = model.calls;
  const reply = await ask(await newAssistant({ most_rounds: null }), `${plan("open")}`);
  expect(toolsOffered()).not.toContain("update_plan");
  expect(reply.extra.plan).toBeUndefined();
  expect(reply.extra.limit_reached).toBe("rounds");
  expect(model.calls - before).toBe(9);
});

test("a run ends at its limit of rounds or tokens, and the reply names the limit", async () => {
  const forever = plan("doing");
  const rounds = await ask(await newAssistant({ most_rounds: 10 }), forever);
  expect(rounds.extra.limit_reached).toBe("rounds");
  expect(rounds.extra.plan).toEqual([{ text: "Step 1", state: "doing" }]);

  const before = model.calls;
  const long = `${"a word of many ".repeat(400)}`;
  const chat = await newChat(await newAssistant({ most_tokens: 1000 }));
  const message_input = `${long} [[fake ${forever}]]`;
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  expect(sent.body.responses[0].extra.limit_reached).toBe("tokens");
  expect(model.calls - before).toBe(2);
});

test.each([
  [{ most_rounds: 0 }],
  [{ most_rounds: 41 }],
  [{ most_tokens: 999 }],
  [{ most_seconds: 3601 }],
  [{ colleague_ids: [999_999] }],
])("the invalid setting %o is refused and changes nothing", async (fields) => {
  const assistant = await newAssistant();
  const { status, body } = await ada.api.patch(`/virtual-assistants/${assistant.id}`, fields);
  expect([status, body.detail[0].loc[1]]).toEqual([422, Object.keys(fields)[0]]);
  expect((await ada.api.get(`/virtual-assistants/${assistant.id}`)).body.version).toBe(1);
});

test("an assistant asks another one, which answers with its own instructions", async () => {
  const expert = await newAssistant({ name: "Expert", instructions: "You know paint.", most_rounds: null });
  const assistant = await newAssistant({ colleague_ids: [expert.id] });
  expect(assistant.colleagues).toEqual([{ id: expert.id, name: "Expert" }]);
  const question = JSON.stringify({ assistant_id: expert.id, question: "Which colour?" });
  model.setMode("say Blue.");
  const reply = await ask(assistant, `call! ask_an_assistant ${question} >> say It is blue.`);
  expect(reply.message).toBe("It is blue.");
  expect(reply.reasoning_steps).toEqual([
    expect.objectContaining({
      kind: "assistant",
      label: "Asking Expert",
      description_md: "Which colour?",
      metadata: { failed: false, result: "Blue." },
    }),
  ]);
  model.setMode("echo");
  const asked = model.requests.at(-2)!;
  expect(JSON.stringify(asked.messages)).toContain("You know paint.");
  // The colleague sees nothing of the conversation, has no plan and cannot ask others.
  expect(JSON.stringify(asked.messages)).not.toContain("It is blue.");
  expect(JSON.stringify(asked.tools ?? [])).not.toMatch(/update_plan|ask_an_assistant/);
});

test("an assistant is asked only for people who may use it, and only by assistants with it as colleague", async () => {
  const secret = await newAssistant({ name: "Secret", usable_by: "people", people: [] });
  const assistant = await newAssistant({ colleague_ids: [secret.id] });
  const question = JSON.stringify({ assistant_id: secret.id, question: "What is it?" });
  const chat = await newChat(assistant, { member_user_ids: [mia.user.id] });
  const message_input = `[[fake call ask_an_assistant ${question}]]`;
  const { body } = await mia.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  expect(body.responses[0].message).toMatch(/^The tool said: There is no tool/);

  expect((await mia.api.get(`/virtual-assistants/${assistant.id}`)).body.colleagues).toEqual([]);

  const other = await newAssistant({ colleague_ids: [assistant.id] });
  expect((await ask(other, `call ask_an_assistant ${question}`)).message).toMatch(/must be one of/);
});

test("an assistant cannot be its own colleague, and receives the failure of another one", async () => {
  const assistant = await newAssistant();
  const { status } = await ada.api.patch(`/virtual-assistants/${assistant.id}`, {
    colleague_ids: [assistant.id],
  });
  expect(status).toBe(422);
  const broken = await newAssistant({ name: "Broken", most_rounds: null });
  await ada.api.patch(`/virtual-assistants/${assistant.id}`, { colleague_ids: [broken.id] });
  const question = JSON.stringify({ assistant_id: broken.id, question: "Are you there?" });
  model.setMode("quota");
  const reply = await ask(assistant, `call! ask_an_assistant ${question} >> say Sorry.`);
  model.setMode("echo");
  expect(reply.message).toBe("Sorry.");
  expect(reply.reasoning_steps[0].metadata.failed).toBe(true);
});

test("colleagues are part of versions and duplicates, but not of exports", async () => {
  const expert = await newAssistant({ name: "Expert" });
  const assistant = await newAssistant({ colleague_ids: [expert.id] });
  const path = `/virtual-assistants/${assistant.id}`;
  await ada.api.patch(path, { colleague_ids: [] });
  await ada.api.post(`${path}/versions/1/restore`);
  expect((await ada.api.get(path)).body.colleagues).toHaveLength(1);
  expect((await ada.api.post(`${path}/duplicate`)).body.colleagues).toHaveLength(1);
  expect((await ada.api.get(`${path}/export`)).body.assistant).not.toHaveProperty("colleague_ids");
  await ada.api.del(`/virtual-assistants/${expert.id}`);
  expect((await ada.api.get(path)).body.colleagues).toEqual([]);
});

const paused = (task: string) => expect.poll(async () => (await read(task)).pause).toBe("paused");
// Two steps; the first one takes long enough to interact with.
const TWO_ROUNDS = `first=400 ${plan("doing", "open")} >> say The end.`;

test("a reply pauses after its step, receives directions, and resumes", async () => {
  const { chat, task } = await begin(await newAssistant(), TWO_ROUNDS);
  const events = readEvents(ada.api, `/chats/streaming/${task}`);
  const asked = await ada.api.post(`/chats/streaming/${task}/pause`);
  expect(asked.body).toEqual({ success: true, pause: "asked" });
  await paused(task);
  const calls = model.calls;
  expect(await read(task)).toMatchObject({
    status: "running",
    plan: [{ state: "doing" }, { state: "open" }],
  });

  const direction = { text: "Only 2026, please. [[fake say As you say.]]" };
  const steered = await ada.api.post(`/chats/streaming/${task}/directions`, direction);
  expect([steered.status, steered.body]).toEqual([201, expect.objectContaining(direction)]);
  expect(model.calls).toBe(calls);

  expect((await ada.api.post(`/chats/streaming/${task}/resume`)).body).toEqual({
    success: true,
    pause: null,
  });
  const [last] = (await events).slice(-1);
  expect(last).toMatchObject({ event: "done", data: { status: "completed", pause: null } });
  const reply = await replyIn(chat);
  expect(reply.message).toBe("As you say.");
  expect(reply.reasoning_steps).toEqual([
    expect.objectContaining({ kind: "direction", description_md: direction.text }),
  ]);
  expect((await events).filter(({ event }) => event === "pause").map(({ data }) => data)).toEqual(
    expect.arrayContaining(["paused"]),
  );
});

test("directions of the asker reach a running reply with its next round", async () => {
  const script = `first=400 ${plan("doing")} >> tokens=2`;
  const calls = model.calls;
  const { chat, task } = await begin(await newAssistant(), script);
  await expect.poll(() => model.calls).toBeGreaterThan(calls);
  await ada.api.post(`/chats/streaming/${task}/directions`, { text: "[[fake say Told.]]" });
  await expect.poll(async () => (await read(task)).finished).toBe(true);
  expect((await replyIn(chat)).message).toBe("Told.");
  expect(
    model.requests
      .at(-1)
      ?.messages.map(({ role }) => role)
      .slice(-3),
  ).toEqual(["assistant", "tool", "user"]);
});

test("a paused reply can be stopped and keeps its plan", async () => {
  const said = `first=400 say Begun. >> say Never.`;
  const { chat, task } = await begin(await newAssistant(), `first=400 ${plan("doing")} >> ${said}`);
  await ada.api.post(`/chats/streaming/${task}/pause`);
  await paused(task);
  await ada.api.del(`/chats/streaming_response/${task}`);
  await expect.poll(async () => (await read(task)).status).toBe("cancelled");
  const reply = await replyIn(chat);
  expect([reply.extra.stopped, reply.extra.plan]).toEqual([true, [{ text: "Step 1", state: "doing" }]]);
});

test("a second assistant pauses and resumes without changing the first one's reply", async () => {
  const first = await newAssistant({ name: "First", mention_name: "first" });
  const second = await newAssistant({ name: "Second", mention_name: "second" });
  const chat = await newChat(first);
  const message_input = `@first @second [[fake ${TWO_ROUNDS}]]`;
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: "false" });
  const task = sent.body.streaming_task_id;
  await expect.poll(async () => (await read(task)).message_ids.length).toBe(1);
  await ada.api.post(`/chats/streaming/${task}/pause`);
  await paused(task);
  await ada.api.post(`/chats/streaming/${task}/resume`);
  await expect.poll(async () => (await read(task)).status).toBe("completed");
  const replies = (await ada.api.get(`/chats/${chat.id}/messages`)).body.slice(1);
  expect(replies.map(({ message }: { message: string }) => message)).toEqual(["The end.", "The end."]);
  expect(second.id).toBe(replies[1].from_virtual_assistant_id);
});

test("members pause and resume, only the asker gives directions, and other people get 404", async () => {
  const about = { member_user_ids: [mia.user.id] };
  const other = await person(server.url, "Otto Other");
  const { task } = await begin(await newAssistant(), TWO_ROUNDS.replace("first=400", "first=2000"), about);
  const direction = { text: "Do something else." };
  for (const path of ["pause", "resume"])
    expect((await other.api.post(`/chats/streaming/${task}/${path}`)).status).toBe(404);
  expect((await other.api.post(`/chats/streaming/${task}/directions`, direction)).status).toBe(404);
  expect((await mia.api.post(`/chats/streaming/${task}/pause`)).status).toBe(200);
  expect((await mia.api.post(`/chats/streaming/${task}/directions`, direction)).status).toBe(403);
  await paused(task);
  const refused = async (count = 0): Promise<{ count: number; message: string }> => {
    const { status, body } = await ada.api.post(`/chats/streaming/${task}/directions`, direction);
    return status === 201 ? refused(count + 1) : { count, message: body.message };
  };
  expect(await refused()).toEqual({ count: 20, message: expect.stringContaining("20 messages are waiting") });
  expect((await mia.api.post(`/chats/streaming/${task}/resume`)).status).toBe(200);
  await expect.poll(async () => (await read(task)).status).toBe("completed");
  for (const path of ["pause", "resume"])
    expect((await ada.api.post(`/chats/streaming/${task}/${path}`)).status).toBe(409);
  expect((await ada.api.post(`/chats/streaming/${task}/directions`, direction)).status).toBe(409);
  expect((await ada.api.post(`/chats/streaming/${task}/directions`, { text: " " })).status).toBe(422);
});

test("a reply of a synchronous request cannot be paused", async () => {
  const assistant = await newAssistant();
  const chat = await newChat(assistant);
  const sending = ada.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: `[[fake first=500 ${plan("doing")} >> say Done.]]`,
  });
  const runs = async () => (await ada.api.get(`/chats/${chat.id}/streaming`)).body;
  await expect.poll(async () => (await runs()).length).toBe(1);
  const [{ streaming_task_id: task }] = await runs();
  expect((await ada.api.post(`/chats/streaming/${task}/pause`)).status).toBe(409);
  expect((await sending).status).toBe(200);
});
