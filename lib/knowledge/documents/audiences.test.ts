import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { db, isEmbedded } from "@/db/client";
import { config } from "@/lib/platform/config";
import { type Answer, joined, PASSWORD, person } from "@/test/client";
import { zipped } from "@/test/files";
import { startServer } from "@/test/server";

const server = await startServer();
const root = realpathSync(mkdtempSync(join(tmpdir(), "parley-audiences-")));
config().CONNECTOR_FOLDERS = [root];
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});
const ada = await person(server.url, "Ada Owner");
const max = await joined(server.url, ada, "Max Member");
const mia = await joined(server.url, ada, "Mia Member");
type Person = typeof ada;

const file = (name = "a.txt", text = `The text of ${name}`) => new File([text], name);
const upload = ({ api }: Person, fields: Record<string, string> = {}, files = [file()]) =>
  api.multipart("/documents", { ...fields, files });
const status = async (answer: Promise<Answer>) => (await answer).status;
const reads = async ({ api }: Person, { id }: { id: number }) =>
  (await api.get(`/documents/${id}`)).status === 200;
const readersOf = async (document: { id: number }) => {
  const found = await Promise.all([ada, max, mia].map((each) => reads(each, document)));
  return ["ada", "max", "mia"].filter((_, at) => found[at]);
};

describe("who uploads a document chooses who reads it", () => {
  test("for the group unless told otherwise, and for oneself or some people", async () => {
    const [shared] = (await upload(max)).body;
    expect(shared).toMatchObject({ place: "library", usable_by: "group", user_ids: [] });
    const [own] = (await upload(max, { usable_by: "creator" })).body;
    expect(own).toMatchObject({ usable_by: "creator", may_change: true });
    const chosen = { usable_by: "people", user_ids: String(mia.user.id) };
    const [some] = (await upload(max, chosen)).body;
    expect(some).toMatchObject({ usable_by: "people", user_ids: [mia.user.id] });
    expect(await readersOf(shared)).toEqual(["ada", "max", "mia"]);
    expect(await readersOf(own)).toEqual(["max"]);
    expect(await readersOf(some)).toEqual(["ada", "max", "mia"]);
    const nobody = await upload(max, { usable_by: "people" });
    expect(await readersOf(nobody.body[0])).toEqual(["ada", "max"]);
    expect((await mia.api.get(`/documents/${some.id}`)).body).toMatchObject({
      may_change: false,
      user_ids: [],
    });
  });

  test("invalid audiences are refused and store nothing", async () => {
    const count = async () => Number((await max.api.get("/documents")).headers.get("x-total-count"));
    const before = await count();
    const chat = (await max.api.post("/chats", {})).body;
    const refused = await Promise.all([
      upload(max, { usable_by: "everybody" }),
      upload(max, { usable_by: "people", user_ids: "999999" }),
      upload(max, { usable_by: "people", user_ids: "one" }),
      upload(max, { user_ids: String(mia.user.id) }),
      upload(max, { usable_by: "creator", chat_id: String(chat.id) }),
      upload(max, { chat_workspace_id: "1", chat_id: String(chat.id) }),
    ]);
    expect(refused.map((answer) => answer.status)).toEqual(refused.map(() => 422));
    expect(await status(upload(max, { chat_workspace_id: "999999" }))).toBe(404);
    expect(await count()).toBe(before);
  });

  test("later it is changed by its creator, and by admins who see it", async () => {
    const [{ id }] = (await upload(max, { usable_by: "creator" })).body;
    const at = `/documents/${id}`;
    expect(await status(ada.api.patch(at, { usable_by: "group" }))).toBe(404);
    expect(await status(max.api.patch(at, { usable_by: "people", user_ids: [999_999] }))).toBe(422);
    const opened = await max.api.patch(at, { usable_by: "people", user_ids: [mia.user.id] });
    expect(opened.body).toMatchObject({ usable_by: "people", user_ids: [mia.user.id] });
    expect(await status(mia.api.patch(at, { usable_by: "group" }))).toBe(403);
    expect(await status(mia.api.del(at))).toBe(403);
    expect(await status(ada.api.patch(at, { usable_by: "creator" }))).toBe(422);
    expect((await ada.api.patch(at, { usable_by: "group" })).body.usable_by).toBe("group");
    await max.api.patch(at, { usable_by: "creator" });
    expect(await readersOf({ id })).toEqual(["max"]);
  });

  test("documents of a chat have none, and their copies in the library do", async () => {
    const chat = (await max.api.post("/chats", {})).body;
    const [{ id, ...own }] = (await upload(max, { chat_id: String(chat.id) })).body;
    expect(own).toMatchObject({ place: "chat", usable_by: null });
    expect(await status(max.api.patch(`/documents/${id}`, { usable_by: "group" }))).toBe(409);
    const copy = await max.api.post(`/documents/${id}/copy`, { usable_by: "creator" });
    expect(copy.body).toMatchObject({ place: "library", usable_by: "creator" });
    expect(await readersOf(copy.body)).toEqual(["max"]);
    const back = await max.api.post(`/documents/${copy.body.id}/copy`, { chat_id: chat.id });
    expect(back.body).toMatchObject({ place: "chat", usable_by: null });
    const both = { chat_id: chat.id, usable_by: "creator" };
    expect(await status(max.api.post(`/documents/${id}/copy`, both))).toBe(422);
  });
});

test("what came in an archive has its audience, also after a change", async () => {
  const zip = new File([new Uint8Array(await zipped({ "one.txt": "One.", "two.txt": "Two." }))], "all.zip");
  const [archive] = (await upload(max, { usable_by: "creator" }, [zip])).body;
  const members = async ({ api }: Person) =>
    (await api.get("/documents?folder=all.zip")).body
      .map((each: { file_name: string }) => each.file_name)
      .sort();
  await expect.poll(() => members(max)).toEqual(["one.txt", "two.txt"]);
  expect(await members(mia)).toEqual([]);
  await max.api.patch(`/documents/${archive.id}`, { usable_by: "people", user_ids: [mia.user.id] });
  expect(await members(mia)).toEqual(["one.txt", "two.txt"]);
  await max.api.patch(`/documents/${archive.id}`, { usable_by: "creator" });
  expect(await members(mia)).toEqual([]);
  // A file with an audience of its own outlives the archive.
  const [one] = (await max.api.get("/documents?folder=all.zip")).body;
  await max.api.patch(`/documents/${one.id}`, { usable_by: "group" });
  expect(await status(max.api.del(`/documents/${archive.id}`))).toBe(200);
  expect(await members(mia)).toEqual([one.file_name]);
});

test("folders show only what one reads, and are renamed only as far", async () => {
  const folders = async ({ api }: Person) =>
    (await api.get("/documents/folders")).body.map((each: { folder: string }) => each.folder);
  await upload(max, { folder: "Vault", usable_by: "creator" });
  expect(await folders(max)).toContain("Vault");
  expect(await folders(mia)).not.toContain("Vault");
  expect(await status(ada.api.patch("/documents/folders", { folder: "Vault", to: "Safe" }))).toBe(404);
  const [miaFile] = (await upload(mia, { folder: "Vault", usable_by: "creator" })).body;
  expect(await status(mia.api.patch("/documents/folders", { folder: "Vault", to: "Safe" }))).toBe(200);
  expect((await mia.api.get(`/documents/${miaFile.id}`)).body.folder).toBe("Safe");
  expect(await folders(max)).toContain("Vault");
});

describe("collections", () => {
  const create = ({ api }: Person, body: object) => api.post("/collections", body);

  test("are found by their audience, under names that others don't take", async () => {
    const made = (await create(max, { name: "Papers", usable_by: "creator" })).body;
    const at = `/collections/${made.id}`;
    expect(made).toMatchObject({ usable_by: "creator", user_ids: [] });
    for (const other of [ada, mia]) {
      expect((await other.api.get("/collections?search=Papers")).body).toEqual([]);
      for (const answer of [
        other.api.get(at),
        other.api.patch(at, { name: "X" }),
        other.api.del(at),
        other.api.get(`${at}/connectors`),
        other.api.put(`${at}/documents/1`),
        other.api.multipart("/documents", { collection_id: String(made.id), files: [file()] }),
      ])
        expect(await status(answer)).toBe(404);
    }
    expect(await status(create(mia, { name: "papers", usable_by: "creator" }))).toBe(201);
    expect(await status(create(max, { name: "papers", usable_by: "people" }))).toBe(409);
    expect(await status(create(mia, { name: "papers" }))).toBe(201);
    expect(await status(max.api.patch(at, { usable_by: "group" }))).toBe(409);
    await max.api.patch(at, { usable_by: "people", user_ids: [mia.user.id] });
    expect((await mia.api.get(at)).body).toMatchObject({ may_change: false, user_ids: [] });
    expect(await status(ada.api.get(at))).toBe(200);
  });

  test("count, list and attach only what one reads", async () => {
    const shelf = (await create(max, { name: "Mixed" })).body;
    await upload(max, { collection_id: String(shelf.id), usable_by: "creator" });
    await upload(max, { collection_id: String(shelf.id) });
    const count = async ({ api }: Person) => (await api.get(`/collections/${shelf.id}`)).body.documents_count;
    expect([await count(max), await count(mia)]).toEqual([2, 1]);
    const own = (await create(max, { name: "Mine", usable_by: "creator" })).body;
    const [shared] = (await upload(max, {}, [file("shared.txt")])).body;
    await max.api.put(`/collections/${own.id}/documents/${shared.id}`);
    expect((await mia.api.get(`/documents?collection_id=${own.id}`)).body).toEqual([]);

    const chat = (await max.api.post("/chats", { member_user_ids: [mia.user.id] })).body;
    const attached = await max.api.put(`/chats/${chat.id}/collections/${own.id}`);
    expect(attached.body.collections).toEqual([{ id: own.id, name: "Mine" }]);
    expect((await max.api.get(`/chats/${chat.id}`)).body.collections).toHaveLength(1);
    expect((await mia.api.get(`/chats/${chat.id}`)).body.collections).toEqual([]);
    const mias = (await mia.api.post("/chats", {})).body;
    expect(await status(mia.api.put(`/chats/${mias.id}/collections/${own.id}`))).toBe(404);

    // Templates, branches, projects and assistants name it to nobody else.
    const { task_id } = (await max.api.post(`/chats/${chat.id}/tasks`, {})).body;
    expect((await max.api.get(`/tasks/${task_id}`)).body.collections).toHaveLength(1);
    expect((await mia.api.get(`/tasks/${task_id}`)).body.collections).toEqual([]);
    const copy = (await mia.api.post(`/chats?copy_from_task_id=${task_id}`, {})).body;
    expect((await mia.api.get(`/chats/${copy.id}`)).body.collections).toEqual([]);
    const project = (await max.api.post("/chat-workspaces", { name: "Trip", collection_ids: [own.id] })).body;
    const ofMia = await mia.api.get(`/chat-workspaces/${project.id}`);
    expect([ofMia.status, ofMia.body.collections]).toEqual([200, []]);
    const saved = await ada.api.patch(`/chat-workspaces/${project.id}`, { collection_ids: [shelf.id] });
    expect(saved.body.collections).toEqual([{ id: shelf.id, name: "Mixed" }]);
    expect((await max.api.get(`/chat-workspaces/${project.id}`)).body.collections).toHaveLength(2);
  });

  test("give their audience to uploads, copies and what connectors import", async () => {
    const shelf = (await create(max, { name: "Synced", usable_by: "creator" })).body;
    const [uploaded] = (await upload(max, { collection_id: String(shelf.id) })).body;
    expect(uploaded.usable_by).toBe("creator");
    const chat = (await max.api.post("/chats", {})).body;
    const [inChat] = (await upload(max, { chat_id: String(chat.id) }, [file("chat.txt")])).body;
    const copied = await max.api.put(`/collections/${shelf.id}/documents/${inChat.id}`);
    expect(copied.body).toMatchObject({ place: "library", usable_by: "creator" });

    writeFileSync(join(root, "note.txt"), "Imported.");
    const source = { kind: "folder", path: root };
    const connector = (await max.api.post(`/collections/${shelf.id}/connectors`, { name: "Notes", source }))
      .body;
    for (const method of ["get", "del"] as const)
      expect((await ada.api[method](`/connectors/${connector.id}`)).body.message).toContain("onnector");
    const imported = async ({ api }: Person) => (await api.get("/documents?search=note.txt")).body;
    await expect.poll(() => imported(max), { timeout: 60_000 }).toHaveLength(1);
    expect(await imported(mia)).toEqual([]);
    await max.api.patch(`/collections/${shelf.id}`, { usable_by: "group" });
    expect(await imported(mia)).toMatchObject([{ usable_by: "group" }]);
    expect(await reads(mia, uploaded)).toBe(false);
    await max.api.patch(`/collections/${shelf.id}`, { usable_by: "creator" });
    expect(await imported(mia)).toEqual([]);
  });
});

test("assistants show knowledge to those who read it, and keep it when others change them", async () => {
  const [secret] = (await upload(max, { usable_by: "creator" }, [file("secret.txt")])).body;
  const [open] = (await upload(max, {}, [file("open.txt")])).body;
  const made = await max.api.post("/virtual-assistants", {
    name: "Keeper",
    usable_by: "group",
    document_ids: [secret.id, open.id],
  });
  const at = `/virtual-assistants/${made.body.id}`;
  const names = async ({ api }: Person) =>
    (await api.get(at)).body.documents.map((each: { file_name: string }) => each.file_name);
  expect(await names(max)).toEqual(["open.txt", "secret.txt"]);
  expect(await names(mia)).toEqual(["open.txt"]);
  expect(await status(ada.api.patch(at, { document_ids: [secret.id] }))).toBe(422);
  expect(await status(ada.api.patch(at, { document_ids: [] }))).toBe(200);
  expect(await names(max)).toEqual(["secret.txt"]);
  const copy = await mia.api.post(`${at}/duplicate`);
  expect(copy.body.documents).toEqual([]);
});

test("owners decide what members add to the library", async () => {
  const at = `/groups/${ada.group.id}`;
  const set = (members_add_documents: string) => ada.api.patch(at, { members_add_documents });
  expect(await status(max.api.patch(at, { members_add_documents: "own" }))).toBe(403);
  expect((await set("own")).body.members_add_documents).toBe("own");
  const [own] = (await upload(max)).body;
  expect(own.usable_by).toBe("creator");
  expect((await max.api.post("/collections", { name: "Own by default" })).body.usable_by).toBe("creator");
  for (const refused of [
    upload(max, { usable_by: "group" }),
    max.api.patch(`/documents/${own.id}`, { usable_by: "people" }),
    max.api.post("/collections", { name: "Shared", usable_by: "group" }),
    max.api.post(`/documents/${own.id}/copy`, { usable_by: "group" }),
  ])
    expect(await status(refused)).toBe(403);
  expect((await upload(ada)).body[0].usable_by).toBe("group");
  await set("nothing");
  for (const refused of [upload(max), max.api.post("/collections", { name: "None" })])
    expect(await status(refused)).toBe(403);
  expect(await status(max.api.patch(`/documents/${own.id}`, { folder: "Kept" }))).toBe(200);
  const chat = (await max.api.post("/chats", {})).body;
  expect(await status(upload(max, { chat_id: String(chat.id) }))).toBe(201);
  const project = (await max.api.post("/chat-workspaces", { name: "Mine", usable_by: "creator" })).body;
  expect(await status(upload(max, { chat_workspace_id: String(project.id) }))).toBe(201);
  await set("shared");
});

test("deletions of private documents and collections are in no audit log", async () => {
  const log = async () => (await ada.api.get(`/groups/${ada.group.id}/audit-log?page_size=100`)).body.length;
  const [own] = (await upload(max, { usable_by: "creator" })).body;
  const [some] = (await upload(max, { usable_by: "people" })).body;
  const shelf = (await max.api.post("/collections", { name: "Gone", usable_by: "creator" })).body;
  const before = await log();
  await max.api.del(`/documents/${own.id}`);
  await max.api.del(`/collections/${shelf.id}`);
  expect(await log()).toBe(before);
  await max.api.del(`/documents/${some.id}`);
  expect(await log()).toBe(before + 1);
});

test("private documents, collections and projects end with the account, and what was shared stays", async () => {
  const tom = await joined(server.url, ada, "Tom Leaving");
  const usage = async () => (await ada.api.get(`/groups/${ada.group.id}/usage`)).body;
  await usage();
  const [own] = (await upload(tom, { usable_by: "creator" })).body;
  const [shared] = (await upload(tom)).body;
  const project = (await tom.api.post("/chat-workspaces", { name: "Toms", usable_by: "creator" })).body;
  const [ofProject] = (await upload(tom, { chat_workspace_id: String(project.id) })).body;
  const shelf = (await tom.api.post("/collections", { name: "Toms", usable_by: "creator" })).body;
  expect(await status(tom.api.del("/users/me", { password: PASSWORD }))).toBe(200);
  const left = await db().execute<{ id: number }>(
    `select id from documents where id in (${own.id}, ${shared.id}, ${ofProject.id})`,
  );
  expect([...left].map(({ id }) => id)).toEqual([shared.id]);
  const collections = await db().execute(`select id from collections where id = ${shelf.id}`);
  expect([...collections]).toEqual([]);
});

test("a search by meaning finds one's own among many private documents of others", async () => {
  const search = async ({ api }: Person) =>
    (await api.get("/search?kinds=documents&query=dragonfly")).body.map(
      (each: { document_id: number }) => each.document_id,
    );
  const [own] = (await upload(max, { usable_by: "creator" }, [file("own.txt", "A dragonfly over the pond.")]))
    .body;
  const [other] = (await upload(mia, { usable_by: "creator" }, [file("her.txt", "A dragonfly in amber.")]))
    .body;
  for (const [who, { id }] of [
    [max, own],
    [mia, other],
  ] as const)
    await expect
      .poll(async () => (await who.api.get(`/documents/${id}`)).body.status, { timeout: 60_000 })
      .toBe("ready");
  // Many more chunks of hers, all of them as similar as the first.
  const count = isEmbedded() ? 3_000 : 25_000;
  await db().execute(`
    with one as (select * from passages where document_id = ${other.id} limit 1),
    copied as (
      insert into passages (kind, group_id, document_id, ordinal, start, length, text, words)
      select kind, group_id, document_id, n, start, length, text, words
      from one, generate_series(1, ${count}) n returning id)
    insert into passage_vectors (passage_id, model_id, kind, group_id, embedding)
    select copied.id, v.model_id, v.kind, v.group_id, v.embedding
    from copied, passage_vectors v join one on one.id = v.passage_id`);
  const found = await search(max);
  expect(found[0]).toBe(own.id);
  expect(found).not.toContain(other.id);
  const ofAda = await search(ada);
  expect(ofAda).not.toContain(own.id);
  expect(ofAda).not.toContain(other.id);
  expect(new Set(await search(mia))).toContain(other.id);
});
