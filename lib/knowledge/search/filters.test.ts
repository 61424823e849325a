import { describe, expect, test, vi } from "vitest";
import { type Client, person } from "@/test/client";
import { colleague, removeFromChat } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel({ EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });

const ada = await person(server.url, "Ada Example");
const eve = await person(server.url, "Eve Elsewhere");
const mia = await colleague(server.url, ada.group, "Mia Member");

type Person = { api: Client };
type Query = Record<string, string | number | boolean>;
type FoundItem = { kind: string; text: string; file_name?: string; author?: string | null };
type Message = { id: number; message: string; created_at: string; indexed: boolean };

const newChat = async (body: object, { api }: Person = ada) =>
  (await api.post("/chats", { virtual_assistant_id: null, ...body })).body;
const say = async (chat: { id: number }, message_input: string, { api }: Person = ada, files: File[] = []) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input, files })).body
    .user_message_id as number;
const parameters = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
const search = ({ api }: Person, query: Query) => api.get(`/search?${parameters(query)}`);
const find = async (who: Person, query: Query): Promise<FoundItem[]> => (await search(who, query)).body;
const texts = async (who: Person, query: Query) =>
  (await find(who, { kinds: "messages", ...query })).map(({ text }) => text).sort();
const listMessages = async (chat: { id: number }): Promise<Message[]> =>
  (await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body;
const newFile = (name: string) => new File([`The budget of ${name}.\n`], name, { type: "text/plain" });

const project = (await ada.api.post("/chat-workspaces", { name: "House" })).body;
const budget = await newChat({
  name: "Budget",
  member_user_ids: [mia.user.id],
  chat_workspace_id: project.id,
});
const talk = await newChat({ name: "Budget talk", member_user_ids: [mia.user.id] });
await say(budget, "The budget for the roof is spent.");
await say(budget, "The budget for the garden is in the file.", mia, [newFile("garden.txt")]);
await say(talk, "A budget for travel would be good.", mia);
await say(await newChat({ name: "Budget elsewhere" }, eve), "The budget of others.", eve);
await vi.waitFor(
  async () => {
    const all = [...(await listMessages(budget)), ...(await listMessages(talk))];
    expect(all.every(({ indexed }) => indexed)).toBe(true);
    const documents = (await ada.api.get(`/documents?chat_id=${budget.id}`)).body;
    expect(documents.map(({ status }: { status: string }) => status)).toEqual(["ready"]);
  },
  { timeout: 20_000, interval: 100 },
);
const [roof, garden, travel] = [
  "The budget for the roof is spent.",
  "The budget for the garden is in the file.",
  "A budget for travel would be good.",
];
const query = "budget";

describe("a search of everything", () => {
  test("without filters finds chats, messages and documents", async () => {
    expect(await texts(ada, { query })).toEqual([travel, garden, roof].sort());
    const kinds = (await find(ada, { query })).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["chats", "messages", "documents"]));
  });

  test("is filtered by author", async () => {
    expect(await texts(ada, { query, user_id: mia.user.id })).toEqual([travel, garden].sort());
    expect(await texts(ada, { query, virtual_assistant_id: 1 })).toEqual([]);
    expect(await texts(ada, { query, virtual_assistant_id: 1, user_id: ada.user.id })).toEqual([roof]);
    const all = await find(ada, { query, user_id: mia.user.id });
    expect(all.filter(({ kind }) => kind === "documents").map((each) => each.file_name)).toEqual([
      "garden.txt",
    ]);
    expect(all.some(({ kind }) => kind === "chats")).toBe(false);
  });

  test("is filtered by chat and by workspace", async () => {
    expect(await texts(ada, { query, chat_id: talk.id })).toEqual([travel]);
    for (const chat_workspace_id of [project.id, project.uuid]) {
      const all = await find(ada, { query, chat_workspace_id });
      const of = (kind: string) => all.filter((each) => each.kind === kind).map(({ text }) => text);
      expect(of("messages").sort()).toEqual([garden, roof].sort());
      expect(of("chats")).toEqual(["Budget"]);
      expect(of("documents").length).toBeGreaterThan(0);
    }
  });

  test("is filtered by files", async () => {
    expect(await texts(ada, { query, has_file: true })).toEqual([garden]);
    expect(await texts(ada, { query, has_file: false })).toHaveLength(3);
    expect((await find(ada, { query, has_file: true })).some(({ kind }) => kind === "documents")).toBe(true);
  });

  test("is filtered by time", async () => {
    const at = (await listMessages(talk)).find(({ message }) => message === travel)!.created_at;
    expect(await texts(ada, { query, after: at })).toEqual([travel]);
    expect(await texts(ada, { query, before: at })).toEqual([garden, roof].sort());
    expect(await texts(ada, { query, before: at, after: "2020-01-01T00:00:00+02:00" })).toHaveLength(2);
    const all = await find(ada, { query, after: at });
    expect(all.map(({ kind }) => kind)).toEqual(["messages"]);
  });

  test("without words finds the newest messages that match", async () => {
    const newest = async (given: Query) => (await find(ada, given)).map(({ text }) => text);
    expect(await newest({ user_id: mia.user.id })).toEqual([travel, garden]);
    expect(await newest({ user_id: mia.user.id, page_size: 1, page: 2 })).toEqual([garden]);
    expect(await newest({ user_id: mia.user.id, has_file: true })).toEqual([garden]);
    expect(await texts(ada, { query: " ", chat_id: talk.id })).toEqual([travel]);
    expect(await find(ada, { chat_id: talk.id, kinds: "documents" })).toEqual([]);
  });

  test("stays within the caller's chats and group", async () => {
    expect(await texts(eve, { query, user_id: mia.user.id })).toEqual([]);
    expect(await find(eve, { user_id: mia.user.id })).toEqual([]);
    expect(await find(eve, { has_file: true })).toEqual([]);
    expect((await search(eve, { query, chat_id: talk.id })).status).toBe(404);
    expect((await search(eve, { query, chat_workspace_id: project.id })).status).toBe(404);
    const shared = await newChat({ name: "Left", member_user_ids: [mia.user.id] });
    await say(shared, "A secret with a file.", ada, [newFile("secret.txt")]);
    expect(await texts(mia, { has_file: true })).toContain("A secret with a file.");
    await removeFromChat(shared, mia.user.id);
    expect(await texts(mia, { has_file: true })).not.toContain("A secret with a file.");
  });

  test.each<[Query]>([
    [{}],
    [{ query: " " }],
    [{ query: "", has_file: false }],
    [{ query, after: "yesterday" }],
    [{ query, before: "2026-05-01" }],
    [{ query, has_file: "maybe" }],
    [{ query, user_id: "mia" }],
  ])("%j is refused", async (given) => {
    expect((await search(ada, given)).status).toBe(422);
  });
});

test("a semantic search of messages has the same filters", async () => {
  const found = async (more: Query) => {
    const given = parameters({ query, collection_name: "chat_messages", search_type: "hybrid", ...more });
    const { body } = await ada.api.get(`/chats/chat_semantic_search_messages?${given}`);
    return body.map((each: { message: Message }) => each.message.message).sort();
  };
  expect(await found({ has_file: true, chat_id: budget.id })).toEqual([garden]);
  expect(await found({ chat_workspace_id: project.id })).toEqual([garden, roof].sort());
  const at = (await listMessages(talk)).find(({ message }) => message === travel)!.created_at;
  expect(await found({ after: at, user_id: mia.user.id })).toEqual([travel]);
  expect(await found({ before: at, user_id: mia.user.id })).toEqual([garden]);
});
