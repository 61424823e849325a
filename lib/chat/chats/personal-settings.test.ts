import { describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

/** Per-member state of a chat: tags and unread sub-chats. */
const { server } = await startServerWithModel({ EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });
const ada = await person(server.url, "Ada Owner");
const mia = await colleague(server.url, ada.group, "Mia Member");

type Chat = { id: number; uuid: string; name: string };
const newChat = async (name: string, more: object = {}): Promise<Chat> =>
  (await ada.api.post("/chats", { name, virtual_assistant_id: null, ...more })).body;
const tag = (api: typeof ada.api, chat: Chat, tags: unknown) => api.patch(`/chats/${chat.id}/me`, { tags });
const names = async (api: typeof ada.api, query: string) =>
  (await api.get(`/chats?${query}`)).body.map(({ name }: Chat) => name);

describe("tags", () => {
  test("are personal, have one spelling each, and list the chats that have them", async () => {
    const folder = (await ada.api.post("/chat-workspaces", { name: "Finance" })).body;
    const [one, two, shared] = [
      await newChat("One"),
      await newChat("Two", { chat_workspace_id: folder.id }),
      await newChat("Shared", { member_user_ids: [mia.user.id] }),
    ];
    expect((await tag(ada.api, one, ["  Work ", "later", "LATER"])).body.tags).toEqual(["later", "Work"]);
    expect((await tag(ada.api, two, ["work"])).body.tags).toEqual(["Work"]);
    expect((await tag(ada.api, shared, ["Work"])).body.tags).toEqual(["Work"]);
    expect((await tag(mia.api, shared, ["mine"])).body.tags).toEqual(["mine"]);
    expect((await ada.api.get(`/chats/${shared.id}`)).body.tags).toEqual(["Work"]);
    expect((await ada.api.get("/chats/tags")).body).toEqual([
      { tag: "later", chats_count: 1 },
      { tag: "Work", chats_count: 3 },
    ]);
    expect((await mia.api.get("/chats/tags")).body).toEqual([{ tag: "mine", chats_count: 1 }]);
    const found = await ada.api.get("/chats?tag=WORK&show_chats_in_workspace=true&sort=by_name");
    expect(found.body.map(({ name }: Chat) => name)).toEqual(["One", "Shared", "Two"]);
    expect(found.headers.get("x-total-count")).toBe("3");
    expect(await names(ada.api, "tag=work&sort=by_name")).toEqual(["One", "Shared"]);
    expect(await names(mia.api, "tag=work")).toEqual([]);

    expect((await ada.api.patch(`/chats/${one.id}/me`, { starred: true })).body.tags).toHaveLength(2);
    expect((await tag(ada.api, one, [])).body.tags).toEqual([]);
    expect((await ada.api.get("/chats/tags")).body).toEqual([{ tag: "Work", chats_count: 2 }]);
  });

  test("disappear with the membership or the chat", async () => {
    const chat = await newChat("Left", { member_user_ids: [mia.user.id] });
    await tag(mia.api, chat, ["brief"]);
    await ada.api.del(`/chats/${chat.id}/members`, { user_ids: [mia.user.id] });
    expect((await mia.api.get("/chats/tags")).body).toEqual([{ tag: "mine", chats_count: 1 }]);
    expect((await tag(mia.api, chat, ["brief"])).status).toBe(404);
    await tag(ada.api, chat, ["brief"]);
    await ada.api.del(`/chats/${chat.id}`);
    expect((await ada.api.get("/chats/tags")).body).not.toContainEqual({ tag: "brief", chats_count: 1 });
  });

  test("are refused when invalid, too long or too many, and simultaneous changes do not mix", async () => {
    const chat = await newChat("Refused");
    for (const tags of ["x", [" "], ["x".repeat(51)], Array.from({ length: 21 }, (_, n) => `${n}`), [1]])
      expect((await tag(ada.api, chat, tags)).status).toBe(422);
    const both = [
      ["a", "b"],
      ["b", "c"],
    ];
    const answers = await Promise.all([...both, ...both].map((tags) => tag(ada.api, chat, tags)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(both).toContainEqual((await ada.api.get(`/chats/${chat.id}`)).body.tags);
  });
});

test("unread messages of sub-chats are counted per reader at the parent chat and its workspace", async () => {
  const folder = (await ada.api.post("/chat-workspaces", { name: "Support" })).body;
  const desk = await newChat("Desk", { is_public: true, member_user_ids: [mia.user.id] });
  const [first, second] = [await createVisitor(server.url, desk), await createVisitor(server.url, desk)];
  await first.say("Hello?");
  await second.say("Is anybody there?");
  await second.say("Hello?");
  const below = async (api = ada.api) => (await api.get(`/chats/${desk.id}`)).body.sub_chats_unread_count;
  expect([await below(), await below(mia.api)]).toEqual([3, 3]);
  const [newest] = (await ada.api.get(`/chats/${desk.id}/visitors`)).body;
  const last = (await ada.api.get(`/chats/${newest.chat_id}`)).body.last_message.id;
  await ada.api.post(`/chats/${newest.chat_id}/read`, { message_id: last });
  const listed = (await ada.api.get("/chats?search=Desk")).body;
  expect(listed).toMatchObject([{ unread_count: 0, sub_chats_unread_count: 1 }]);
  expect(await below(mia.api)).toBe(3);

  const chat = await newChat("Ticket", { member_user_ids: [mia.user.id], chat_workspace_id: folder.id });
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "New" });
  expect((await mia.api.get("/chat-workspaces")).body).toContainEqual(
    expect.objectContaining({ name: "Support", unread_count: 1 }),
  );
});

test("a temporary chat is in no list, search or count, and its deletion leaves nothing behind", async () => {
  const count = async () => (await mia.api.get("/chats/total_unread_messages_count")).body;
  const before = await count();
  const chat = await newChat("Passing", { temp: true, member_user_ids: [mia.user.id] });
  const lasting = await newChat("Lasting");
  const file = new File(["The walrus is kept in the annex.\n"], "walrus.txt", { type: "text/plain" });
  const said = { message_input: "Where is the walrus?" };
  await ada.api.multipart(`/chats/${chat.id}/messages`, { ...said, files: [file] });
  await ada.api.multipart(`/chats/${lasting.id}/messages`, said);
  const hits = async (query = "") => {
    const found: { kind: string; chat: Chat }[] = (await ada.api.get(`/search?query=walrus${query}`)).body;
    return found.map(({ kind, chat }) => `${kind} of ${chat.name}`).sort();
  };
  await expect.poll(() => hits()).toContain("messages of Lasting");
  await expect
    .poll(() => hits(`&chat_id=${chat.id}`))
    .toEqual(["documents of Passing", "messages of Passing"]);
  expect((await hits()).filter((hit) => hit.endsWith("of Passing"))).toEqual([]);
  expect(await count()).toEqual(before);
  expect(await names(ada.api, "search=Passing&show_chats_in_workspace=true")).toEqual([]);

  expect((await ada.api.get("/documents")).body).toEqual([]);
  const [{ id }] = (await ada.api.get(`/documents?chat_id=${chat.id}`)).body;
  expect((await ada.api.del(`/chats/${chat.id}`)).status).toBe(200);
  expect((await ada.api.get(`/documents/${id}`)).status).toBe(404);
  const log = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
  const [entry] = log.filter(({ action }: { action: string }) => action === "chat_deleted");
  expect(entry.details).toEqual({ chat_id: chat.id });
  expect(JSON.stringify(log)).not.toContain("Passing");
});
