import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startHelpDesk } from "@/test/help-desk";
import { createVisitor } from "@/test/visitor";

// Every way to read a document of the library, for each kind of reader and each audience.
const { model, server, staff } = await startHelpDesk({
  EMBEDDING_MODEL: "openai-compatible:fake",
  INDEX_AFTER_MS: "50",
});
beforeEach(() => model.setMode("echo"));

const { group } = staff;
const max = await colleague(server.url, group, "Max Maker");
const mia = await colleague(server.url, group, "Mia Invited");
const zoe = await colleague(server.url, group, "Zoe Other");
const eve = await person(server.url, "Eve Elsewhere");
type Person = Pick<typeof max, "api" | "user">;
const READERS: Record<string, Person> = { max, mia, zoe, staff, eve };

const TEXT = "The zircon ledger is kept behind the oboe.";
const QUESTION = "Where is the zircon ledger kept? [1]";
const NAME = "zircon.txt";
const asked = () => JSON.stringify(model.requests.at(-1)?.messages.at(-1));

async function upload(who: Person, fields: Record<string, string>, text = TEXT, name = NAME) {
  const { status, body } = await who.api.multipart("/documents", {
    ...fields,
    files: [new File([text], name)],
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  while ((await who.api.get(`/documents/${body[0].id}`)).body.status !== "ready") await wait(50);
  return body[0];
}

const document = await upload(max, { folder: "Vault" });
const { id } = document;
const shelf = (await max.api.post("/collections", { name: "Minerals" })).body;
await max.api.put(`/collections/${shelf.id}/documents/${id}`);
const assistant = (
  await staff.api.post("/virtual-assistants", { name: "Geologist", collection_ids: [shelf.id] })
).body;
const plain = (await staff.api.post("/virtual-assistants", { name: "Plain" })).body;
const project = (await max.api.post("/chat-workspaces", { name: "Dig", usable_by: "creator" })).body;
const unknownAnswer = (await max.api.get("/documents/999999")).body;

const isAmong = (documentId: number, found: { document_id?: number }[]) =>
  found.some(({ document_id }) => document_id === documentId);
const hasId = ({ body }: Answer) => body.some((each: { id: number }) => each.id === id);
const chatOf = async ({ api }: Person, body: object = {}) =>
  (await api.post("/chats", { virtual_assistant_id: plain.id, ...body })).body;
const say = async ({ api }: Person, chat: { id: number }, message_input = QUESTION) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];

// Whether something that isn't found is answered exactly as an unknown document is.
function isFound({ status, body }: Answer): boolean {
  if (status === 404) expect({ ...body, trace_id: 0 }).toEqual({ ...unknownAnswer, trace_id: 0 });
  return status !== 404;
}

/** Each returns whether the reader gets the document, its name or its text. */
const PATHS: Record<string, (reader: Person) => Promise<boolean>> = {
  "list of documents": async ({ api }) => hasId(await api.get("/documents")),
  "list of the library": async ({ api }) => hasId(await api.get("/documents?page_size=100&search=zircon")),
  "documents of a collection": async ({ api }) =>
    hasId(await api.get(`/documents?collection_id=${shelf.id}`)),
  document: async ({ api }) => isFound(await api.get(`/documents/${id}`)),
  "its bytes": async ({ api }) => isFound(await api.get(`/documents/${id}/content`)),
  "its picture": async ({ api }) => isFound(await api.get(`/documents/${id}/picture`)),
  "its text": async ({ api }) => isFound(await api.get(`/documents/${id}/text`)),
  "a change": async ({ api }) => isFound(await api.patch(`/documents/${id}`, {})),
  "a copy in a chat": async (reader) => {
    const chat = await chatOf(reader);
    return isFound(await reader.api.post(`/documents/${id}/copy`, { chat_id: chat.id }));
  },
  "a collection of one's own": async ({ api }) => {
    const own = (await api.post("/collections", { name: `Own ${Math.random()}`, usable_by: "creator" })).body;
    const isAdded = isFound(await api.put(`/collections/${own.id}/documents/${id}`));
    await api.del(`/collections/${own.id}`);
    return isAdded;
  },
  "knowledge of an assistant": async ({ api }) => {
    const made = await api.post("/virtual-assistants", {
      name: "Own",
      usable_by: "creator",
      document_ids: [id],
    });
    if (made.status === 201) await api.del(`/virtual-assistants/${made.body.id}`);
    return made.status === 201;
  },
  "search by words": async ({ api }) =>
    isAmong(id, (await api.get("/search?kinds=documents&query=%22zircon+ledger%22")).body),
  "search by meaning": async (reader) => {
    const chat = await chatOf(reader, { search_in_documents: true });
    await reader.api.put(`/chats/${chat.id}/collections/${shelf.id}`);
    const query = `query=${encodeURIComponent(TEXT)}&search_type=similarity&top_k=5`;
    const { body } = await reader.api.get(`/chats/${chat.id}/semantic_search?${query}`);
    return isAmong(id, body.collections);
  },
  "reply of an assistant that knows it": async (reader) => {
    await say(reader, await chatOf(reader, { virtual_assistant_id: assistant.id }));
    return asked().includes("oboe");
  },
  "tool of an assistant": async (reader) => {
    const call = `[[fake call read_document {"document_id":${id}}]]`;
    const chat = await chatOf(reader, { virtual_assistant_id: assistant.id });
    return (await say(reader, chat, call)).message.includes("oboe");
  },
  "OpenAI-compatible API": async ({ api }) => {
    await api.post("/openai/chat/completions", {
      model: `assistant-${assistant.id}`,
      messages: [{ role: "user", content: QUESTION }],
    });
    return asked().includes("oboe");
  },
  "MCP server": async ({ api }) => {
    const params = { name: "read_document", arguments: { document_id: id } };
    const accept = "application/json, text/event-stream";
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    return JSON.stringify((await api.post("/mcp", body, { accept })).body).includes("oboe");
  },
};

// Of the group's collection and assistant, strangers have nothing.
const IN_GROUP_ONLY = [
  "reply of an assistant that knows it",
  "tool of an assistant",
  "OpenAI-compatible API",
  "search by meaning",
];

const AUDIENCES: { name: string; readers: string[]; set: () => Promise<unknown> }[] = [
  {
    name: "the group",
    readers: ["max", "mia", "zoe", "staff"],
    set: () => max.api.patch(`/documents/${id}`, { usable_by: "group" }),
  },
  {
    name: "its creator",
    readers: ["max"],
    set: () => max.api.patch(`/documents/${id}`, { usable_by: "creator" }),
  },
  {
    name: "some people",
    readers: ["max", "mia", "staff"],
    set: () => max.api.patch(`/documents/${id}`, { usable_by: "people", user_ids: [mia.user.id] }),
  },
];

describe.each(AUDIENCES)("a document for $name", ({ readers, set }) => {
  test.each(Object.entries(PATHS))("%s", async (path, read) => {
    await set();
    const found: string[] = [];
    for (const [name, reader] of Object.entries(READERS)) {
      if (name === "eve" && IN_GROUP_ONLY.includes(path)) continue;
      if (await read(reader)) found.push(name);
    }
    expect(found).toEqual(readers);
  });
});

test("visitors of a public chat get published knowledge only while the whole group reads it", async () => {
  await max.api.patch(`/documents/${id}`, { usable_by: "group" });
  const desk = (
    await staff.api.post("/chats", {
      name: "Desk",
      chat_type: "group",
      is_public: true,
      virtual_assistant_id: assistant.id,
    })
  ).body;
  const choice = { document_ids: [], collection_ids: [shelf.id], opens_files: true };
  expect((await staff.api.put(`/chats/${desk.id}/public-knowledge`, choice)).status).toBe(200);
  const visitor = await createVisitor(server.url, desk);
  await visitor.ask(QUESTION);
  expect(asked()).toContain("oboe");
  const reply = (await visitor.read()).at(-1)!;
  const cited = () => visitor.api.get(`${visitor.base}/messages/${reply.id}/citations/1`, visitor.headers);
  expect((await cited()).body.text).toContain("oboe");

  await max.api.patch(`/documents/${id}`, { usable_by: "people", user_ids: [staff.user.id] });
  await visitor.ask(QUESTION);
  expect(asked()).not.toContain("oboe");
  expect((await cited()).status).toBe(404);
  await max.api.patch(`/documents/${id}`, { usable_by: "group" });
  await max.api.patch(`/collections/${shelf.id}`, { usable_by: "people" });
  await visitor.ask(QUESTION);
  expect(asked()).not.toContain("oboe");
  expect((await staff.api.get(`/chats/${desk.id}/public-knowledge`)).body.collections).toEqual([]);
  expect((await staff.api.put(`/chats/${desk.id}/public-knowledge`, choice)).status).toBe(422);
  await max.api.patch(`/collections/${shelf.id}`, { usable_by: "group" });
});

test("replies use a document only while everyone in the chat may read it", async () => {
  await max.api.patch(`/documents/${id}`, { usable_by: "people", user_ids: [mia.user.id] });
  const chat = await chatOf(max, {
    chat_type: "group",
    virtual_assistant_id: assistant.id,
    member_user_ids: [mia.user.id],
  });
  const list = "[[fake call list_documents {}]]";
  await say(mia, chat);
  expect(asked()).toContain("oboe");
  expect((await say(max, chat, list)).message).toContain(NAME);
  await max.api.post(`/chats/${chat.id}/members`, { user_ids: [zoe.user.id] });
  const other = await chatOf(max, {
    chat_type: "group",
    virtual_assistant_id: assistant.id,
    chat_history: false,
    member_user_ids: [mia.user.id, zoe.user.id],
  });
  await say(max, other);
  expect(asked()).not.toContain("oboe");
  expect((await say(max, other, list)).message).not.toContain(NAME);
  // What is attached to a chat is shared with its members.
  await max.api.post(`/documents/${id}/copy`, { chat_id: other.id });
  await expect
    .poll(async () => (await zoe.api.get(`/documents?chat_id=${other.id}`)).body[0]?.status)
    .toBe("ready");
  await say(zoe, other);
  expect(asked()).toContain("oboe");
});

test("a file of a project is read by those who see the project, and used in all its chats", async () => {
  await max.api.patch(`/documents/${id}`, { usable_by: "creator" });
  const text = "The quartz compass points to the tavern.";
  const file = await upload(max, { chat_workspace_id: project.uuid }, text, "quartz.txt");
  expect(file).toMatchObject({ place: "workspace", usable_by: null, chat_workspace_id: project.id });
  const at = `/documents/${file.id}`;
  const files = async ({ api }: Person) => api.get(`/documents?chat_workspace_id=${project.id}`);
  const QUARTZ = "Where does the quartz compass point to?";
  const finds = async ({ api }: Person) =>
    isAmong(file.id, (await api.get(`/search?kinds=documents&query=${encodeURIComponent(QUARTZ)}`)).body);
  for (const other of [mia, zoe, staff, eve]) {
    expect((await files(other)).status).toBe(404);
    expect((await other.api.get(at)).status).toBe(404);
    expect(await finds(other)).toBe(false);
  }
  const listIds = ({ body }: Answer) => body.map((each: { id: number }) => each.id);
  expect(listIds(await files(max))).toEqual([file.id]);
  expect(listIds(await max.api.get("/documents?place=library"))).not.toContain(file.id);
  await say(max, await chatOf(max, { chat_workspace_id: project.id }), QUARTZ);
  expect(asked()).toContain("tavern");
  await say(max, await chatOf(max), QUARTZ);
  expect(asked()).not.toContain("tavern");

  // Whoever joins a chat of the project sees it, and so its files.
  const chat = await chatOf(max, {
    chat_type: "group",
    chat_workspace_id: project.id,
    member_user_ids: [mia.user.id],
  });
  expect((await mia.api.get(at)).status).toBe(200);
  expect((await mia.api.del(at)).status).toBe(403);
  await say(mia, chat, QUARTZ);
  expect(asked()).toContain("tavern");
  const refused = await mia.api.multipart("/documents", {
    chat_workspace_id: String(project.id),
    files: [new File(["x"], "x.txt")],
  });
  expect(refused.status).toBe(404);
  expect(await finds(zoe)).toBe(false);
  expect((await max.api.patch(at, { usable_by: "group" })).status).toBe(409);

  // Moved to the library, it has an audience of its own, and is no longer knowledge of the project.
  const kept = await upload(
    max,
    { chat_workspace_id: project.uuid },
    "The beryl harp is in tune.",
    "beryl.txt",
  );
  const moved = await max.api.patch(at, { chat_workspace_id: null, usable_by: "creator" });
  expect(moved.body).toMatchObject({ place: "library", usable_by: "creator", chat_workspace_id: null });
  expect((await mia.api.get(at)).status).toBe(404);
  await say(max, await chatOf(max, { chat_workspace_id: project.id }), QUARTZ);
  expect(asked()).not.toContain("tavern");

  const log = async () => (await staff.api.get(`/groups/${group.id}/audit-log`)).body;
  const before = (await log()).length;
  await max.api.del(`/chat-workspaces/${project.id}`);
  expect((await max.api.get(`/documents/${kept.id}`)).status).toBe(404);
  expect((await max.api.get(at)).status).toBe(200);
  await max.api.del(at);
  expect((await log()).length).toBe(before);
});
