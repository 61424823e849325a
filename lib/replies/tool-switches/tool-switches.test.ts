import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startMcpServer } from "@/test/fakes/mcp-server";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });
const everything = await startMcpServer();
afterAll(() => everything.close());

const ada = await person(server.url, "Ada Example");
const [assistant] = (await ada.api.get("/virtual-assistants")).body;
const { id: serverId } = (await ada.api.post("/mcp-servers", { name: "Every Thing", url: everything.url }))
  .body;
await ada.api.put(`/virtual-assistants/${assistant.id}/mcp-servers/${serverId}`);
await ada.api.put("/web", { read_pages: true });

const listSwitches = async (id = assistant.id, query = "") =>
  (await ada.api.get(`/virtual-assistants/${id}/tool-switches${query}`)).body;
const listOffered = async (chat: { id: number }) => {
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  return (model.requests.at(-1)?.tools ?? []).map((tool) => tool.function.name);
};

test("an assistant's switches are those that the group has set up and it may use", async () => {
  const mcp = `mcp:${serverId}`;
  expect(await listSwitches()).toEqual([
    { key: "web", server: null, is_on_by_default: true },
    { key: "calculation", server: null, is_on_by_default: false },
    { key: mcp, server: "Every Thing", is_on_by_default: true },
  ]);
  const limited = (await ada.api.post("/virtual-assistants", { name: "Limited", tools: ["calculate"] })).body;
  expect(await listSwitches(limited.id)).toEqual([
    { key: "calculation", server: null, is_on_by_default: true },
  ]);
  const chat = (await ada.api.post("/chats", {})).body;
  const files = [new File(["a\n1"], "table.csv")];
  await ada.api.multipart("/documents", { chat_id: String(chat.id), files });
  const calculation = { key: "calculation", server: null, is_on_by_default: true };
  await expect.poll(() => listSwitches(assistant.id, `?chat_id=${chat.uuid}`)).toContainEqual(calculation);
});

test("switches of an assistant or a chat that one may not use aren't found", async () => {
  const mia = await colleague(server.url, ada.group, "Mia Member");
  const own = (await ada.api.post("/virtual-assistants", { name: "Own", usable_by: "creator" })).body;
  const chat = (await ada.api.post("/chats", {})).body;
  const get = async (path: string) => (await mia.api.get(path)).status;
  expect(await get(`/virtual-assistants/${own.id}/tool-switches`)).toBe(404);
  expect(await get(`/virtual-assistants/${assistant.id}/tool-switches?chat_id=${chat.uuid}`)).toBe(404);
  expect(await get(`/virtual-assistants/${assistant.id}/tool-switches`)).toBe(200);
});

test("a chat turns tools and servers off, and calculation on", async () => {
  const chat = (await ada.api.post("/chats", {})).body;
  expect(chat.tool_switches).toEqual({});
  const before = await listOffered(chat);
  expect(before).toContain("read_page");
  expect(before).toContain("every_thing__echo");
  expect(before).not.toContain("calculate");

  const tool_switches = { web: false, calculation: true, [`mcp:${serverId}`]: false };
  const set = await ada.api.put(`/chats/${chat.id}/tool_switches`, { tool_switches });
  expect(set).toMatchObject({ status: 200, body: { tool_switches } });
  const after = await listOffered(chat);
  expect(after).toContain("calculate");
  expect(after.filter((name) => /^every_thing|_page$|web/.test(name))).toEqual(
    before.filter((name) => /canvas_page$/.test(name)),
  );
  const begun = (await ada.api.post("/chats", { tool_switches })).body;
  expect(await listOffered(begun)).toEqual(after);
});

test("a call of a tool that was turned off is refused", async () => {
  const chat = (await ada.api.post("/chats", { tool_switches: { calculation: false } })).body;
  await ada.api.multipart("/documents", {
    chat_id: String(chat.id),
    files: [new File(["a\n1"], "table.csv")],
  });
  const message_input = `[[fake call calculate {"program":"6 * 7"}]]`;
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  expect(sent.body.responses[0].message).toContain('There is no tool "calculate" here.');
});

test("a switch doesn't give an assistant a tool that it may not use", async () => {
  const limited = (await ada.api.post("/virtual-assistants", { name: "Reader", tools: ["search_documents"] }))
    .body;
  const tool_switches = { web: true, calculation: true };
  const chat = (await ada.api.post("/chats", { virtual_assistant_id: limited.id, tool_switches })).body;
  expect(await listOffered(chat)).toEqual([]);
});

test("assistants that are asked keep to the switches of the chat", async () => {
  const helper = (await ada.api.post("/virtual-assistants", { name: "Helper" })).body;
  await ada.api.put(`/virtual-assistants/${helper.id}/mcp-servers/${serverId}`);
  const lead = (await ada.api.post("/virtual-assistants", { name: "Lead", colleague_ids: [helper.id] })).body;
  const ask = async (tool_switches: object) => {
    const chat = (await ada.api.post("/chats", { virtual_assistant_id: lead.id, tool_switches })).body;
    model.requests.length = 0;
    const call = { assistant_id: helper.id, question: "hello" };
    const message_input = `[[fake call ask_an_assistant ${JSON.stringify(call)}]]`;
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
    return model.requests.flatMap(({ tools }) => (tools ?? []).map((tool) => tool.function.name));
  };
  expect(await ask({})).toContain("every_thing__echo");
  expect(await ask({ [`mcp:${serverId}`]: false })).not.toContain("every_thing__echo");
});

test("switches of unknown tools and too many switches are refused and change nothing", async () => {
  const chat = (await ada.api.post("/chats", { tool_switches: { web: false } })).body;
  const many = Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`mcp:${n + 1}`, false]));
  for (const tool_switches of [{ Web: false }, { "mcp:x": false }, { web: "no" }, many, null])
    expect((await ada.api.put(`/chats/${chat.id}/tool_switches`, { tool_switches })).status).toBe(422);
  expect((await ada.api.get(`/chats/${chat.id}`)).body.tool_switches).toEqual({ web: false });
});

test("a template hands its switches on to its chats", async () => {
  const chat = (await ada.api.post("/chats", { tool_switches: { web: false } })).body;
  const { task_id } = (await ada.api.post(`/chats/${chat.id}/save-as-task`)).body;
  const made = await ada.api.post(`/chats?copy_from_task_id=${task_id}`, {});
  expect(made.body.tool_switches).toEqual({ web: false });
});
