import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada Admin");
const max = await colleague(server.url, ada.group, "Max Member");
const eve = await person(server.url, "Eve Elsewhere");

const RUN = "/tasks/execute_task_action";
const make = async (body: object = {}) =>
  (
    await ada.api.post("/tasks/actions", {
      name: "Shout",
      action_name: `shout_${randomUUID().slice(0, 8)}`,
      prompt: "Shout this: {{input}} ({{files}})",
      ...body,
    })
  ).body;
// Returns the last message that the model received.
const asked = () => {
  const content = model.requests.at(-1)!.messages.at(-1)!.content;
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
};
const getMessage = async (chat: number | string, id: number) =>
  (await max.api.get(`/chats/${chat}/messages`)).body.find((message: { id: number }) => message.id === id);

describe("actions", () => {
  test("exist in a new group: four of them", async () => {
    const { status, body } = await eve.api.get("/tasks/available_task_actions");
    expect(status).toBe(200);
    const names = body.map((action: { action_name: string }) => action.action_name).sort();
    expect(names).toEqual(["draft_reply", "extract_action_items", "summarise_document", "translate_text"]);
    for (const action of body)
      expect(action).toEqual({
        id: expect.any(Number),
        name: expect.any(String),
        description: expect.any(String),
        action_name: expect.any(String),
      });
  });

  test("keep the order that an admin sets, with new ones at the end", async () => {
    const names = async () =>
      (await eve.api.get("/tasks/available_task_actions")).body.map((each: { name: string }) => each.name);
    const { body: before } = await eve.api.get("/tasks/actions");
    const ids = before.map(({ id }: { id: number }) => id).reverse();
    const { status, body } = await eve.api.put("/tasks/actions/order", { ids });
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, ids]);
    const reversed = before.map(({ name }: { name: string }) => name).reverse();
    expect(await names()).toEqual(reversed);
    const { body: added } = await eve.api.post("/tasks/actions", {
      name: "A",
      action_name: "aa",
      prompt: "x",
    });
    expect(await names()).toEqual([...reversed, "A"]);
    await eve.api.put("/tasks/actions/order", { ids: [added.id, ids[3]] });
    expect((await names()).slice(0, 2)).toEqual(["A", reversed[3]]);
    await eve.api.del(`/tasks/actions/${added.id}`);
    const order = (of: number[], by: { api: typeof eve.api } = eve) =>
      by.api.put("/tasks/actions/order", { ids: of });
    expect((await order([ids[0], 999_999])).status).toBe(404);
    expect((await order([ids[0], ids[0]])).status).toBe(422);
    expect((await order([ids[0]], ada)).status).toBe(404);
    expect((await order([ids[0]], max)).status).toBe(403);
    expect((await names())[0]).toBe(reversed[3]);
  });

  test("can be created, changed and deleted by admins", async () => {
    const action = await make({ accepted_types: ["PDF", "txt"] });
    expect(action).toMatchObject({
      name: "Shout",
      description: "",
      virtual_assistant: null,
      accepted_types: ["pdf", "txt"],
    });
    const at = `/tasks/actions/${action.id}`;
    expect((await max.api.get(at)).body).toEqual({ ...action, may_change: false });
    const changed = await ada.api.patch(at, { description: "Loud", accepted_types: [] });
    expect(changed.body).toMatchObject({ description: "Loud", accepted_types: [], name: "Shout" });
    expect((await ada.api.get("/tasks/actions?page_size=2")).headers.get("x-total-count")).toBe("6");
    expect((await max.api.patch(at, { name: "X" })).status).toBe(403);
    expect((await max.api.del(at)).status).toBe(403);
    expect((await eve.api.get(at)).status).toBe(404);
    expect((await ada.api.post("/tasks/actions", action)).status).toBe(409);
    const other = await make();
    expect((await ada.api.patch(at, { action_name: other.action_name })).status).toBe(409);
    for (const { id } of [action, other])
      expect((await ada.api.del(`/tasks/actions/${id}`)).status).toBe(200);
    expect((await ada.api.get(at)).status).toBe(404);
  });

  test.each([
    { action_name: "Big" },
    { action_name: "a" },
    { action_name: "with space" },
    { prompt: " " },
    { name: "" },
    { accepted_types: ["../x"] },
  ])("refuses %j", async (wrong) => {
    const body = { name: "A", action_name: "fine", prompt: "Do {{input}}", ...wrong };
    expect((await ada.api.post("/tasks/actions", body)).status).toBe(422);
  });
});

describe("running an action", async () => {
  const action = await make();
  const run = (fields: Record<string, string | File[]> = {}, headers: Record<string, string> = {}) =>
    max.api.multipart(
      RUN,
      { task_action_name: action.action_name, message_input: "hello {{files}}", ...fields },
      headers,
    );

  test("sends the expanded prompt in the caller's only chat for the action", async () => {
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.map(({ status }) => status)).toEqual([200, 200, 200]);
    const chats = new Set(runs.map(({ body }) => body.responses[0].chat_id));
    expect(chats.size).toBe(1);
    const [chat] = chats;
    const { body } = runs[0]!;
    expect(body.streaming_task_id).toBeNull();
    const prompt = "Shout this: hello {{files}} (no files)";
    expect(body.responses[0].replying_to_message.message).toBe(prompt);
    expect(asked()).toBe(prompt);
    expect(await getMessage(chat, body.user_message_id)).toMatchObject({
      message: prompt,
      task_id: action.action_name,
      from_user_id: max.user.id,
    });
    expect((await max.api.get(`/chats/${chat}`)).body).toMatchObject({
      name: "Shout",
      chat_type: "private",
      members_count: 1,
    });
    expect((await ada.api.get(`/chats/${chat}`)).status).toBe(404);
  });

  test("opens that chat without running the action", async () => {
    const { body: chat } = await max.api.post(`/tasks/actions/${action.id}/chat`);
    expect(chat).toMatchObject({ name: "Shout", my_role: "owner" });
    const { body } = await run();
    expect(body.responses[0].chat_uuid).toBe(chat.uuid);
    expect((await eve.api.post(`/tasks/actions/${action.id}/chat`)).status).toBe(404);
  });

  test("stores the caller's text with return_original_message, and retries with the prompt", async () => {
    const { body } = await run({ message_input: "quiet", return_original_message: "true" });
    const [reply] = body.responses;
    expect(reply.replying_to_message.message).toBe("quiet");
    expect((await getMessage(reply.chat_id, body.user_message_id)).message).toBe("quiet");
    expect(asked()).toBe("Shout this: quiet (no files)");
    await max.api.post(`/chats/messages/${body.user_message_id}/retry`);
    expect(asked()).toBe("Shout this: quiet (no files)");
    await max.api.put(`/chats/update_message_text/${body.user_message_id}`, { message: "loud" });
    await max.api.post(`/chats/messages/${body.user_message_id}/retry`);
    expect(asked()).toBe("loud");
  });

  test("accepts files, names them, and refuses other types than the accepted ones", async () => {
    const files = [new File(["one"], "a.txt"), new File(["two"], "b {{input}}.md")];
    const { status, body } = await run({ files });
    expect(status).toBe(200);
    expect(asked()).toContain("(a.txt, b {{input}}.md)");
    const sent = await getMessage(body.responses[0].chat_id, body.user_message_id);
    expect(sent.message_attachments).toHaveLength(2);

    const strict = await make({ accepted_types: ["pdf", "txt"] });
    const refused = await run({ task_action_name: strict.action_name, files });
    expect(refused.status).toBe(415);
    expect(refused.body.message).toContain("b {{input}}.md");
    const taken = await run({ task_action_name: strict.action_name, files: files.slice(0, 1) });
    expect(taken.status).toBe(200);
  });

  test("appends the input to a prompt without a placeholder", async () => {
    const plain = await make({ prompt: "Be brief.\n" });
    await run({ task_action_name: plain.action_name, message_input: "why?" });
    expect(asked()).toBe("Be brief.\n\nwhy?");
  });

  test("asks the action's assistant, or the default one after its deletion", async () => {
    const { body: poet } = await ada.api.post("/virtual-assistants", { name: "Poet" });
    const poem = await make({ virtual_assistant_id: poet.id });
    const runPoem = () => run({ task_action_name: poem.action_name, message_input: "@parley hi" });
    const replier = async () => (await runPoem()).body.responses[0].from_virtual_assistant_id;
    expect(await replier()).toBe(poet.id);
    const { user_message_id } = (await runPoem()).body;
    const again = await max.api.post(`/chats/messages/${user_message_id}/retry`);
    expect(again.body.responses[0].from_virtual_assistant_id).toBe(poet.id);
    await ada.api.del(`/virtual-assistants/${poet.id}`);
    expect(await replier()).not.toBe(poet.id);
    expect((await ada.api.get(`/tasks/actions/${poem.id}`)).body.virtual_assistant).toBeNull();
  });

  test("works in a given chat, and asynchronously", async () => {
    const { body: chat } = await max.api.post("/chats", { name: "Here", virtual_assistant_id: null });
    const { body } = await run({ chat_id: chat.uuid, is_sync: "false" });
    expect(body).toEqual({
      user_message_id: expect.any(Number),
      streaming_task_id: expect.any(String),
      responses: null,
    });
    await expect
      .poll(async () => (await max.api.get(`/chats/streaming/${body.streaming_task_id}`)).body.status)
      .toBe("completed");
    const messages = (await max.api.get(`/chats/${chat.id}/messages`)).body;
    expect(messages).toHaveLength(2);
    const hers = (await ada.api.post("/chats", {})).body;
    expect((await run({ chat_id: String(hers.id) })).status).toBe(404);
  });

  test("tries a prompt before it is saved, in a chat that is not kept", async () => {
    const given = {
      prompt: "Whisper {{input}} ({{files}})",
      message_input: "hi",
      files: [new File(["x"], "a.txt")],
    };
    const { status, body } = await max.api.multipart("/tasks/actions/try", given);
    expect(status).toBe(200);
    const stream = () => max.api.get(`/chats/streaming/${body.streaming_task_id}`);
    await expect.poll(async () => (await stream()).body.status).toBe("completed");
    expect((await stream()).body.text).toContain("Whisper hi (a.txt)");
    expect((await max.api.get("/chats?search=trial")).body).toEqual([]);
    const foreign = (await eve.api.post("/virtual-assistants", { name: "Hers" })).body;
    const refused = { ...given, virtual_assistant_id: String(foreign.id) };
    expect((await max.api.multipart("/tasks/actions/try", refused)).status).toBe(404);
    expect((await max.api.multipart("/tasks/actions/try", { ...given, prompt: "" })).status).toBe(400);
  });

  test("runs once for a repeated idempotency key", async () => {
    const key = { "idempotency-key": randomUUID() };
    const [first, second] = [await run({}, key), await run({}, key)];
    expect(second.body).toEqual(first.body);
  });

  test("returns 404 for an unknown name, and 400 that names a missing field", async () => {
    expect((await run({ task_action_name: "nobody_knows" })).status).toBe(404);
    const foreign = await eve.api.multipart(RUN, {
      task_action_name: action.action_name,
      message_input: "x",
    });
    expect(foreign.status).toBe(404);
    for (const field of ["task_action_name", "message_input"]) {
      const answer = await run({ [field]: "" });
      expect([answer.status, answer.body.message]).toEqual([400, `The field ${field} is required.`]);
    }
  });
});
