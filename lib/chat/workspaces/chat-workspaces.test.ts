import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const ada = await person(server.url, "Ada Owner");
const eve = await person(server.url, "Eve Elsewhere");
const mia = await colleague(server.url, ada.group, "Mia Member");
const max = await colleague(server.url, ada.group, "Max Member");
type Chat = { id: number; uuid: string; name: string };
const newChat = async (body: object = {}): Promise<Chat> =>
  (await ada.api.post("/chats", { virtual_assistant_id: null, ...body })).body;
const newWorkspace = async (name: string) =>
  (await ada.api.post("/chat-workspaces", { name, usable_by: "group" })).body;
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

describe("a workspace", () => {
  test("that is for the group is visible to all of it, contains people's own chats, and releases them on deletion", async () => {
    const workspace = await newWorkspace("  Plans ");
    expect(workspace).toMatchObject({ name: "Plans", chats_count: 0, created_by_id: ada.user.id });
    // Chats outside the workspace shift the ids, so that ids of chats and of workspaces differ.
    for (const name of ["One", "Two", "Three"]) await newChat({ name });
    const chat = await newChat({ name: "In it" });
    const place = `/chats/${chat.id}/workspace`;
    expect((await ada.api.put(place, { chat_workspace_id: workspace.uuid })).body.chat_workspace).toEqual({
      id: workspace.id,
      uuid: workspace.uuid,
      name: "Plans",
    });
    expect((await ada.api.get("/chat-workspaces")).body).toMatchObject([
      { id: workspace.id, chats_count: 1 },
    ]);
    expect((await mia.api.get("/chat-workspaces")).body).toMatchObject([
      { id: workspace.id, chats_count: 0 },
    ]);
    expect((await eve.api.get("/chat-workspaces")).body).toEqual([]);
    expect((await ada.api.get("/chats?search=In it")).body).toEqual([]);
    expect((await ada.api.get(`/chats?chat_workspace_id=${workspace.id}`)).body).toHaveLength(1);
    const renamed = await ada.api.patch(`/chat-workspaces/${workspace.uuid}`, { name: "Old plans" });
    expect(renamed.body.name).toBe("Old plans");
    expect(await status(ada.api.del(`/chat-workspaces/${workspace.id}`))).toBe(200);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.chat_workspace).toBeNull();
    expect((await ada.api.get("/chats?search=In it")).body).toHaveLength(1);
  });

  test("can be changed by its creator and by admins of the group", async () => {
    const hers = (await mia.api.post("/chat-workspaces", { name: "Mia's", usable_by: "group" })).body;
    const path = `/chat-workspaces/${hers.id}`;
    expect(await status(max.api.patch(path, { name: "x" }))).toBe(403);
    expect(await status(max.api.del(path))).toBe(403);
    expect(await status(eve.api.del(path))).toBe(404);
    expect(await status(mia.api.patch(path, { name: "Still Mia's" }))).toBe(200);
    expect(await status(ada.api.del(path))).toBe(200);
    expect(await status(ada.api.del(path))).toBe(404);
    expect(await status(ada.api.post("/chat-workspaces", { name: " " }))).toBe(422);
  });

  test("of another group cannot contain the chat", async () => {
    const chat = await newChat();
    const eves = (await eve.api.post("/chat-workspaces", { name: "Eve's" })).body;
    for (const chat_workspace_id of [eves.id, eves.uuid, randomUUID(), 0])
      expect(await status(ada.api.put(`/chats/${chat.id}/workspace`, { chat_workspace_id }))).toBe(404);
    expect(await status(ada.api.put(`/chats/${chat.id}/workspace`, {}))).toBe(422);
  });
});

describe("a parent chat", () => {
  const put = ({ id }: Chat, parent_chat_id: unknown) =>
    ada.api.put(`/chats/${id}/parent`, { parent_chat_id });

  test("has sub-chats, and no chat is below itself", async () => {
    const [a, b, c] = [await newChat(), await newChat(), await newChat()];
    expect((await put(b, a.uuid)).body).toMatchObject({ parent_chat_id: a.id, parent_chat_uuid: a.uuid });
    expect(await status(put(c, b.id))).toBe(200);
    expect(await status(put(a, a.id))).toBe(409);
    expect(await status(put(a, c.id))).toBe(409);
    expect((await ada.api.get(`/chats/${a.id}`)).body).toMatchObject({
      parent_chat_id: null,
      sub_chats_count: 1,
    });
    expect((await put(b, null)).body.parent_chat_id).toBeNull();
    expect(await status(put(a, c.id))).toBe(200);
  });

  test("must be a chat of the caller", async () => {
    const [chat, eves, mias] = [
      await newChat(),
      (await eve.api.post("/chats", {})).body,
      (await mia.api.post("/chats", {})).body,
    ];
    for (const id of [eves.id, mias.id, mias.uuid, 0]) expect(await status(put(chat, id))).toBe(404);
  });

  test("stays free of cycles when chats are put below each other simultaneously", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = [await newChat(), await newChat(), await newChat()];
      const answers = await Promise.all([put(a, b.id), put(b, c.id), put(c, a.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    }
  });
});

describe("a manual order of chats", () => {
  const names = async (api = ada.api, query = "") =>
    (await api.get(`/chats?sort=manually&search=Order${query}`)).body.map(({ name }: Chat) => name);

  test("is personal and accepts ids or UUIDs", async () => {
    const chats = [];
    for (const n of [1, 2, 3])
      chats.push(await newChat({ name: `Order ${n}`, member_user_ids: [mia.user.id] }));
    const [one, two, three] = chats as [Chat, Chat, Chat];
    const before = await names(mia.api);
    const answer = await ada.api.put("/chats/ordering", [two.id, three.id, one.id, two.id]);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await names()).toEqual(["Order 2", "Order 3", "Order 1"]);
    const byUuid = await ada.api.put("/chats/ordering-uuid", [three.uuid.toUpperCase(), one.uuid, two.uuid]);
    expect(byUuid.status).toBe(200);
    expect(await names()).toEqual(["Order 3", "Order 1", "Order 2"]);
    expect(await names(mia.api)).toEqual(before);

    const theirs = (await mia.api.post("/chats", {})).body;
    for (const id of [theirs.id, 0]) {
      const refused = await ada.api.put("/chats/ordering", [one.id, two.id, three.id, id]);
      expect(refused.status).toBe(404);
    }
    expect(await status(ada.api.put("/chats/ordering-uuid", [one.uuid, theirs.uuid]))).toBe(404);
    expect(await names()).toEqual(["Order 3", "Order 1", "Order 2"]);
    expect(await status(ada.api.put("/chats/ordering", []))).toBe(200);
    for (const body of [{}, ["x"], [1.5], null])
      expect(await status(ada.api.put("/chats/ordering", body))).toBe(422);
  });

  test("sent twice simultaneously does not mix", async () => {
    const chats: Chat[] = [];
    for (let n = 0; n < 6; n++) chats.push(await newChat({ name: `Both ${n}` }));
    const ids = chats.map(({ id }) => id);
    const orders = [ids, ids.toReversed()];
    const answers = await Promise.all(
      [...orders, ...orders].map((order) => ada.api.put("/chats/ordering", order)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const now = (await ada.api.get("/chats?sort=manually&search=Both")).body.map(({ id }: Chat) => id);
    expect(orders).toContainEqual(now);
  });

  test("of a workspace contains only its chats", async () => {
    const { id, uuid } = await newWorkspace("Ordered");
    const [one, two, outside] = [
      await newChat({ name: "Order w1", chat_workspace_id: id }),
      await newChat({ name: "Order w2", chat_workspace_id: id }),
      await newChat(),
    ];
    expect(await status(ada.api.put(`/chats/ordering?workspace_id=${id}`, [two.id, one.id]))).toBe(200);
    expect(await names(ada.api, `&chat_workspace_id=${id}`)).toEqual(["Order w2", "Order w1"]);
    expect(
      await status(ada.api.put(`/chats/ordering-uuid?workspace_uuid=${uuid}`, [one.uuid, two.uuid])),
    ).toBe(200);
    expect(await names(ada.api, `&chat_workspace_id=${id}`)).toEqual(["Order w1", "Order w2"]);
    expect(await status(ada.api.put(`/chats/ordering?workspace_id=${id}`, [one.id, outside.id]))).toBe(404);
    expect(await status(ada.api.put("/chats/ordering?workspace_id=0", [one.id]))).toBe(404);
    expect(await status(ada.api.put(`/chats/ordering-uuid?workspace_uuid=${randomUUID()}`, []))).toBe(404);
  });
});
