import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const ada = await person(server.url);
const max = await colleague(server.url, ada.group, "Max Member");
const liz = await colleague(server.url, ada.group, "Liz Member");
const eve = await person(server.url, "Eve Elsewhere");

const collection = async (name: string) => {
  const { status, body } = await max.api.post("/collections", { name });
  expect(status).toBe(201);
  return body;
};
const file = (name: string) => new File([`The text of ${name}`], name);
const added = async (fields: Record<string, string>, name = "a.txt") =>
  (await max.api.multipart("/documents", { ...fields, files: [file(name)] })).body[0];
const inside = async ({ id }: { id: number }, by = max) =>
  (await by.api.get(`/documents?collection_id=${id}`)).body.map((document: { id: number }) => document.id);

test("collections belong to the group, and their creator and its admins change them", async () => {
  const made = await collection("Contracts");
  expect(made).toMatchObject({
    name: "Contracts",
    description: null,
    documents_count: 0,
    chats_count: 0,
    may_change: true,
    chats: [],
  });
  expect((await liz.api.post("/collections", { name: "contracts" })).status).toBe(409);
  expect((await eve.api.post("/collections", { name: "Contracts" })).status).toBe(201);
  const at = `/collections/${made.id}`;
  expect((await liz.api.patch(at, { name: "Hers" })).status).toBe(403);
  expect((await ada.api.patch(at, { name: "Agreements", description: "Signed ones" })).body).toMatchObject({
    name: "Agreements",
    description: "Signed ones",
  });
  expect((await max.api.patch(at, {})).status).toBe(200);
  const { body, headers } = await liz.api.get("/collections?search=AGREE");
  expect(headers.get("x-total-count")).toBe("1");
  expect(body).toMatchObject([{ id: made.id, may_change: false }]);
  expect((await eve.api.get(at)).status).toBe(404);
  expect((await liz.api.del(at)).status).toBe(403);
  expect((await max.api.del(at)).status).toBe(200);
  const [entry] = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
  expect(entry).toMatchObject({ action: "collection_deleted", details: { name: "Agreements" } });
});

test("library documents are added to collections directly, and chat documents as copies", async () => {
  const made = await collection("Handbook");
  const uploaded = await added({ collection_id: String(made.id) }, "up.txt");
  const chat = (await max.api.post("/chats", {})).body;
  const own = await added({ chat_id: String(chat.id) }, "own.txt");
  const at = `/collections/${made.id}/documents`;
  const twice = await Promise.all([max.api.put(`${at}/${own.id}`), max.api.put(`${at}/${own.id}`)]);
  const [copy, again] = twice.map(({ body }) => body);
  expect(copy).toMatchObject({ place: "library", chat_id: null, sha256: own.sha256 });
  expect(again.id).toBe(copy.id);
  expect((await inside(made, liz)).sort()).toEqual([uploaded.id, copy.id].sort());
  expect((await liz.api.get(`/collections/${made.id}`)).body.documents_count).toBe(2);
  // A colleague does not see the chat's document, and a stranger does not see the collection.
  expect((await ada.api.put(`${at}/${own.id}`)).status).toBe(404);
  expect((await eve.api.put(`${at}/${uploaded.id}`)).status).toBe(404);
  expect(await inside(made, eve)).toEqual([]);
  expect((await max.api.del(`${at}/${uploaded.id}`)).status).toBe(200);
  expect((await max.api.del(`${at}/${uploaded.id}`)).status).toBe(404);
  expect(await inside(made)).toEqual([copy.id]);
  expect((await max.api.get(`/documents/${uploaded.id}`)).status).toBe(200);
  await max.api.del(`/collections/${made.id}`);
  expect((await max.api.get(`/documents/${copy.id}`)).status).toBe(200);
  const both = { chat_id: String(chat.id), collection_id: String(made.id), files: [file("x.txt")] };
  expect((await max.api.multipart("/documents", both)).status).toBe(422);
});

test("the documents of a collection are managed by its creator and admins, and read by the group", async () => {
  const made = await collection("Policies");
  const document = await added({ collection_id: String(made.id) }, "rules.txt");
  const mine = (await liz.api.multipart("/documents", { files: [file("liz.txt")] })).body[0];
  const at = `/collections/${made.id}/documents`;
  const upload = (by: typeof max) =>
    by.api.multipart("/documents", { collection_id: String(made.id), files: [file("x.txt")] });
  const refusals = [
    await liz.api.put(`${at}/${mine.id}`),
    await liz.api.del(`${at}/${document.id}`),
    await upload(liz),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(refusals[0]!.body.message).toContain("Only the creator of a collection");
  expect(await inside(made, liz)).toEqual([document.id]);
  // A rejected file is not added to the library either.
  expect((await liz.api.get("/documents?search=x.txt")).body).toEqual([]);
  expect((await ada.api.put(`${at}/${mine.id}`)).status).toBe(200);
  expect((await upload(ada)).status).toBe(201);
  expect((await ada.api.del(`${at}/${document.id}`)).status).toBe(200);
  expect((await upload(eve)).status).toBe(404);
});

test("collections are attached to chats by the owners and admins of the chats", async () => {
  const [first, second] = [await collection("Beta"), await collection("alpha")];
  const chat = (await max.api.post("/chats", { member_user_ids: [liz.user.id] })).body;
  const at = `/chats/${chat.uuid}/collections`;
  expect((await liz.api.put(`${at}/${first.id}`)).status).toBe(403);
  expect((await ada.api.put(`${at}/${first.id}`)).status).toBe(404);
  const foreign = (await eve.api.post("/collections", { name: "Hers" })).body;
  expect((await max.api.put(`${at}/${foreign.id}`)).status).toBe(404);
  await max.api.put(`${at}/${first.id}`);
  const both = [
    { id: second.id, name: "alpha" },
    { id: first.id, name: "Beta" },
  ];
  expect((await max.api.put(`${at}/${second.id}`)).body).toEqual({ collections: both });
  expect((await max.api.put(`${at}/${second.id}`)).body).toEqual({ collections: both });
  expect((await liz.api.get(`/chats/${chat.id}`)).body.collections).toEqual(both);
  expect((await liz.api.get(`/collections?chat_id=${chat.id}`)).body).toHaveLength(2);
  expect((await ada.api.get(`/collections?chat_id=${chat.id}`)).status).toBe(404);
  expect((await liz.api.get(`/collections/${first.id}`)).body).toMatchObject({
    chats_count: 1,
    chats: [{ id: chat.id, uuid: chat.uuid }],
  });
  expect((await ada.api.get(`/collections/${first.id}`)).body).toMatchObject({ chats_count: 1, chats: [] });
  expect((await max.api.del(`${at}/${first.id}`)).body).toEqual({ collections: [both[0]] });
  await max.api.del(`/collections/${second.id}`);
  expect((await max.api.get(`/chats/${chat.id}`)).body.collections).toEqual([]);
});

test("a task keeps the collections of its chat and attaches them to chats created from it", async () => {
  const [first, second] = [await collection("One"), await collection("Two")];
  const chat = (await max.api.post("/chats", {})).body;
  await max.api.put(`/chats/${chat.id}/collections/${first.id}`);
  const { task_id } = (await max.api.post(`/chats/${chat.id}/save-as-task`)).body;
  expect((await liz.api.get(`/tasks/${task_id}`)).body.collections).toEqual([{ id: first.id, name: "One" }]);
  const copy = (await liz.api.post(`/chats?copy_from_task_id=${task_id}`, {})).body;
  const attached = async (by = liz) => (await by.api.get(`/chats/${copy.id}`)).body.collections;
  expect(await attached()).toEqual([{ id: first.id, name: "One" }]);
  const other = (await max.api.post(`/chats?copy_from_task_id=${task_id}`, {})).body;
  await max.api.put(`/chats/${other.id}/collections/${second.id}`);
  await max.api.post(`/chats/${other.id}/save-as-task`);
  const check = (await liz.api.get(`/chats/${copy.id}/task-updates/check`)).body;
  expect(check).toMatchObject({ has_updates: true, changed_fields: ["collections"] });
  expect((await liz.api.post(`/chats/${copy.id}/task-updates/update`)).body).toMatchObject({
    updated: true,
    changed_fields: ["collections"],
  });
  expect(await attached()).toEqual([
    { id: first.id, name: "One" },
    { id: second.id, name: "Two" },
  ]);
  // Updating other fields of the task keeps its collections.
  await max.api.patch(`/tasks/${task_id}`, { fields: { goal: "Go" } });
  expect((await liz.api.get(`/tasks/${task_id}`)).body.collections).toHaveLength(2);
  const [latest] = (await liz.api.get(`/tasks/${task_id}/versions`)).body;
  expect(latest.collections).toHaveLength(2);
});
