import { describe, expect, test } from "vitest";
import { type Client, person, readEvents } from "@/test/client";
import { colleague, removeFromChat, removeFromGroup, suspend } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { settings } from "./settings";

/** Restrictions of plain members, foreign ids in bodies and queries, and removed members. */
const { server } = await startServerWithModel();

const ada = await person(server.url);
const eve = await person(server.url, "Eve Elsewhere");
const mia = await colleague(server.url, ada.group, "Mia Member");
const [hers, eves] = [
  (await ada.api.post("/chats", { name: "Team", member_user_ids: [mia.user.id] })).body,
  (await eve.api.post("/chats", { name: "Elsewhere" })).body,
];
const send = (api: Client, chat: { id: number }, text: string, fields: Record<string, string> = {}) =>
  api.multipart(`/chats/${chat.id}/messages`, { message_input: text, ...fields });
const adasMessage = (await send(ada.api, hers, "from Ada")).body.user_message_id;
const evesMessage = (await send(eve.api, eves, "from Eve")).body.user_message_id;
type Colleague = Awaited<ReturnType<typeof colleague>>;
const status = async (answer: Promise<{ status: number }>) => (await answer).status;
const seen = async () => [
  (await ada.api.get(`/chats/${hers.id}`)).body,
  (await ada.api.get(`/chats/${hers.id}/messages?size=100`)).body,
];

describe("a plain member", () => {
  const bodies: Record<string, unknown> = {
    name: { name: "Mine" },
    goal: { goal: "x" },
    va: { virtual_assistant_id: null },
    model: { model: "builtin" },
    instructions: { instructions: "Be brief." },
    temperature: { temperature: 0.2 },
    reasoning_effort: { reasoning_effort: "low" },
    max_output_tokens: { max_output_tokens: 100 },
    tool_switches: { tool_switches: { web: false } },
    canvas: { canvas: "x" },
    extra: { x: 1 },
  };
  const values: Record<string, string> = {
    page_type: "canvas",
    sub_chat_sorting_strategy: "by_name",
    mention_name: "mine",
  };

  test.each(Object.entries(settings))("cannot set %s", async (setting, row) => {
    const parameter = "parameter" in row ? row.parameter : setting;
    const query = setting in bodies ? "" : `?${parameter}=${values[setting] ?? "true"}`;
    const before = await seen();
    expect(await status(mia.api.put(`/chats/${hers.id}/${setting}${query}`, bodies[setting]))).toBe(403);
    expect(await seen()).toEqual(before);
  });

  test("cannot delete or clear the chat, or change messages of others", async () => {
    const before = await seen();
    const answers = [
      await mia.api.del(`/chats/${hers.id}`),
      await mia.api.post(`/chats/${hers.id}/messages/clear`),
      await mia.api.del(`/chats/${hers.id}/messages/${adasMessage}`),
      await mia.api.put(`/chats/update_message_text/${adasMessage}`, { message: "not said" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [403, "Forbidden"]),
    );
    expect(await seen()).toEqual(before);
  });

  test("can read, write, and star or archive the chat without effect on others", async () => {
    expect(await status(mia.api.get(`/chats/${hers.id}`))).toBe(200);
    expect(
      (await mia.api.patch(`/chats/${hers.id}/me`, { starred: true, archived: true })).body.starred,
    ).toBe(true);
    expect((await ada.api.get(`/chats/${hers.id}`)).body).toMatchObject({ starred: false, archived: false });
    const own = (await send(mia.api, hers, "from Mia")).body.user_message_id;
    expect(await status(mia.api.del(`/chats/${hers.id}/messages/${own}`))).toBe(200);
  });

  test("cannot change assistants and model connections of the group", async () => {
    const [assistant] = (await mia.api.get("/virtual-assistants")).body;
    const answers = [
      await mia.api.patch(`/virtual-assistants/${assistant.id}`, { name: "x" }),
      await mia.api.del(`/virtual-assistants/${assistant.id}`),
      await mia.api.get("/models/connections"),
      await mia.api.put("/models/connections/openai", { api_key: "x" }),
      await mia.api.post("/models/connections/openai/test", { api_key: "x" }),
      await mia.api.del("/models/connections/openai"),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });
});

describe("ids of another group", () => {
  test("return 404 in a request body, like unknown ids", async () => {
    const [evesAssistant] = (await eve.api.get("/virtual-assistants")).body;
    for (const body of [
      { virtual_assistant_id: evesAssistant.id },
      { parent_chat_id: eves.id },
      { parent_chat_id: eves.uuid },
      { member_user_ids: [eve.user.id] },
      { member_user_ids: [mia.user.id, eve.user.id] },
      { chat_workspace_id: 1 },
    ]) {
      expect([body, await status(ada.api.post("/chats", body))]).toEqual([body, 404]);
    }
    const va = { virtual_assistant_id: evesAssistant.id };
    expect(await status(ada.api.put(`/chats/${hers.id}/va`, va))).toBe(404);
    for (const method of ["get", "del"] as const) {
      expect(await status(ada.api[method](`/virtual-assistants/${evesAssistant.id}`))).toBe(404);
    }
    expect(await status(ada.api.patch(`/virtual-assistants/${evesAssistant.id}`, { name: "x" }))).toBe(404);
    const token = (await eve.api.post("/users/me/api-tokens", { name: "Eve's" })).body;
    expect(await status(ada.api.del(`/users/me/api-tokens/${token.id}`))).toBe(404);
    expect(await status(eve.api.as(`Token ${token.token}`).get("/chats"))).toBe(200);
  });

  test("have no effect behind the id of an own chat", async () => {
    const before = await seen();
    const other = (await eve.api.get(`/chats/${eves.id}/messages`)).body;
    expect(await status(ada.api.del(`/chats/${hers.id}/messages/${evesMessage}`))).toBe(404);
    expect(await status(send(ada.api, hers, "x", { replying_to_message_id: String(evesMessage) }))).toBe(404);
    const second = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    const inSecond = (await send(ada.api, second, "mine")).body.user_message_id;
    expect(await status(ada.api.del(`/chats/${hers.id}/messages/${inSecond}`))).toBe(404);
    expect(await status(send(ada.api, hers, "x", { replying_to_message_id: String(inSecond) }))).toBe(404);
    const page = (await ada.api.get(`/chats/${second.id}/messages?message_id=${inSecond + 1000}`)).body;
    expect(page.map(({ id }: { id: number }) => id)).toEqual([inSecond]);
    expect(await seen()).toEqual(before);
    expect((await eve.api.get(`/chats/${eves.id}/messages`)).body).toEqual(other);
  });

  test("a mention name leads to the chat in the caller's group", async () => {
    const mention_name = `shared${Date.now()}`;
    const [a, e] = [
      (await ada.api.post("/chats", { mention_name, virtual_assistant_id: null })).body,
      (await eve.api.post("/chats", { mention_name, virtual_assistant_id: null })).body,
    ];
    await ada.api.multipart(`/chats/${mention_name}/messages`, { message_input: "to Ada's" });
    expect((await eve.api.get(`/chats/${e.id}/messages`)).body).toEqual([]);
    expect((await ada.api.get(`/chats/${a.id}/messages`)).body).toHaveLength(1);
    expect(await status(mia.api.multipart(`/chats/${mention_name}/messages`, { message_input: "x" }))).toBe(
      404,
    );
  });

  test("an assistant of another group does not reply to its mention", async () => {
    const mention_name = `spy${Date.now()}`;
    await eve.api.post("/virtual-assistants", { name: "Spy", mention_name });
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    expect((await send(ada.api, chat, `@${mention_name} hello`)).body.responses).toBeNull();
  });
});

describe("a member losing access", () => {
  test("finds the chat in no list, search or count", async () => {
    const max = await colleague(server.url, ada.group, "Max");
    const chat = (await ada.api.post("/chats", { name: "Canary", member_user_ids: [max.user.id] })).body;
    await send(ada.api, chat, "news");
    expect((await max.api.get("/chats/total_unread_messages_count")).body.total).toBeGreaterThan(0);
    await removeFromChat(chat, max.user.id);
    expect((await max.api.get("/chats/total_unread_messages_count")).body).toEqual({ total: 0, chats: 0 });
    for (const query of [
      "",
      "?search=Canary",
      "?only_unread=true",
      "?archived=true",
      "?chat_types=group",
      "?show_chats_in_workspace=true",
    ]) {
      expect((await max.api.get(`/chats${query}`)).body).toEqual([]);
    }
  });

  test.each([
    ["streams", "tokens=3000 delay=10"],
    ["is silent for now", "stall=3"],
  ])("receives no more of a reply that %s", async (_, script) => {
    const max = await colleague(server.url, ada.group, "Max");
    const chat = (await ada.api.post("/chats", { member_user_ids: [max.user.id] })).body;
    const sent = await send(ada.api, chat, `[[fake ${script}]]`, { is_sync: "false" });
    const task = sent.body.streaming_task_id;
    let heard = 0;
    const open = readEvents(max.api, `/chats/streaming/${task}`, {
      until: () => {
        heard += 1;
        return false;
      },
    });
    await expect.poll(() => heard).toBeGreaterThan(0);
    await removeFromChat(chat, max.user.id);
    expect((await open).some(({ event }) => event === "done")).toBe(false);
    expect((await ada.api.get(`/chats/streaming/${task}`)).body.finished).toBe(false);
    expect((await ada.api.del(`/chats/streaming_response/${task}`)).status).toBe(200);
  });

  const losses: [string, (max: Colleague, token: { id: number }) => unknown, boolean][] = [
    ["is removed from the group", ({ user }) => removeFromGroup(ada.group, user.id), false],
    ["is suspended", ({ user }) => suspend(user.id), false],
    ["signs out", ({ api }) => api.post("/auth/logout", null), false],
    ["revokes the token they read with", ({ api }, { id }) => api.del(`/users/me/api-tokens/${id}`), true],
  ];
  test.each(losses)("who %s receives no more of an open stream", async (_, lose, byToken) => {
    const max = await colleague(server.url, ada.group, "Max");
    const { token, id } = (await max.api.post("/users/me/api-tokens", { name: "Mine" })).body;
    const chat = (await ada.api.post("/chats", { member_user_ids: [max.user.id] })).body;
    const sent = await send(ada.api, chat, "[[fake tokens=3000 delay=10]]", { is_sync: "false" });
    const task = sent.body.streaming_task_id;
    let heard = 0;
    const open = readEvents(byToken ? max.api.as(`Token ${token}`) : max.api, `/chats/streaming/${task}`, {
      until: () => {
        heard += 1;
        return false;
      },
    });
    await expect.poll(() => heard).toBeGreaterThan(0);
    await lose(max, { id });
    expect((await open).some(({ event }) => event === "done")).toBe(false);
    expect((await ada.api.del(`/chats/streaming_response/${task}`)).status).toBe(200);
  });

  test("to the group loses all credentials", async () => {
    const max = await colleague(server.url, ada.group, "Max");
    const { token } = (await max.api.post("/users/me/api-tokens", { name: "Mine" })).body;
    const program = max.api.as(`Token ${token}`);
    expect(await status(program.get("/chats"))).toBe(200);
    await removeFromGroup(ada.group, max.user.id);
    expect(await status(program.get("/chats"))).toBe(401);
    expect(await status(max.api.get("/chats"))).toBe(401);
  });
});
