import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { memories } from "@/db/schema/memories";
import { type Client, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";
import { sweep } from "./service";

const server = await startServer();
afterAll(server.close);
const path = "/users/me/memories";

test("a person adds, changes and deletes their memories", async () => {
  const { api } = await person(server.url);
  const made = await api.post(path, { text: " Lives in Bern. " });
  expect(made).toMatchObject({ status: 201, body: { text: "Lives in Bern.", chat_id: null } });
  await api.post(path, { text: "Likes tea" });
  const changed = await api.patch(`${path}/${made.body.id}`, { text: "Lives in Basel" });
  expect(changed.body.text).toBe("Lives in Basel");
  const list = await api.get(path);
  expect(list.body.map(({ text }: { text: string }) => text)).toEqual(["Likes tea", "Lives in Basel"]);
  expect(list.headers.get("x-total-count")).toBe("2");
  expect((await api.del(`${path}/${made.body.id}`)).status).toBe(200);
  expect((await api.del(`${path}/${made.body.id}`)).status).toBe(404);
  expect((await api.del(path)).body).toEqual({ success: true, deleted: 1 });
  expect((await api.get(path)).body).toEqual([]);
});

test("a fact is stored once, also when it is sent several times simultaneously", async () => {
  const { api } = await person(server.url);
  const all = await Promise.all(
    ["Has a dog", "has  a dog.", "HAS A DOG"].map((text) => api.post(path, { text })),
  );
  expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
  const other = (await api.post(path, { text: "Has a cat" })).body;
  expect((await api.patch(`${path}/${other.id}`, { text: "has a dog" })).status).toBe(409);
});

test("a person has at most 200 memories of at most 500 characters", async () => {
  const { api } = await person(server.url);
  for (const text of ["", "  ", "x".repeat(501), "a\0b"])
    expect((await api.post(path, { text })).status).toBe(422);
  for (let n = 0; n < 200; n++) expect((await api.post(path, { text: `Fact ${n}` })).status).toBe(201);
  expect((await api.post(path, { text: "One more" })).status).toBe(409);
  expect((await api.post(path, { text: "fact 7" })).status).toBe(201);
});

test("memories are visible to their person only", async () => {
  const ada = await person(server.url);
  const cora = await colleague(server.url, ada.group, "Cora Colleague");
  const { body: memory } = await ada.api.post(path, { text: "Secret" });
  expect((await cora.api.get(path)).body).toEqual([]);
  expect((await cora.api.patch(`${path}/${memory.id}`, { text: "Mine" })).status).toBe(404);
  expect((await cora.api.del(`${path}/${memory.id}`)).status).toBe(404);
  expect((await cora.api.del(path)).body.deleted).toBe(0);
  expect((await ada.api.get(path)).body).toHaveLength(1);
});

test("a list of facts from elsewhere is imported line by line, each fact once", async () => {
  const { api } = await person(server.url);
  await api.post(path, { text: "Has a cat" });
  const text = [
    "# What I remember",
    "- [2026-01-31] - Lives in Bern",
    "* has a cat.",
    "```",
    "3) Prefers 2 short sentences",
    "",
    "• Lives in  Bern.",
    "2nd child was born in May",
    "[unknown] – Works at night",
    "---",
  ].join("\r\n");
  expect((await api.post(`${path}/import`, { text })).body).toEqual({ created: 4, known: 2 });
  const texts = async () => (await api.get(path)).body.map((memory: { text: string }) => memory.text);
  const all = [
    "Works at night",
    "2nd child was born in May",
    "Prefers 2 short sentences",
    "Lives in Bern",
    "Has a cat",
  ];
  expect(await texts()).toEqual(all);
  expect((await api.post(`${path}/import`, { text })).body).toEqual({ created: 0, known: 6 });
  expect(await texts()).toEqual(all);
});

test("an import that doesn't fit is refused and stores nothing", async () => {
  const { api } = await person(server.url);
  const long = await api.post(`${path}/import`, { text: `Likes tea\n${"x".repeat(501)}` });
  expect(long.status).toBe(422);
  expect(JSON.stringify(long.body)).toContain("Line 2 has more than 500 characters.");
  for (const text of ["", " \n ", "# Only a heading\n---"])
    expect((await api.post(`${path}/import`, { text })).status).toBe(422);
  const many = Array.from({ length: 201 }, (_, n) => `Fact ${n}`).join("\n");
  expect((await api.post(`${path}/import`, { text: many })).status).toBe(409);
  expect((await api.get(path)).body).toEqual([]);
  expect(
    (await api.post(`${path}/import`, { text: many.slice(0, many.lastIndexOf("\n")) })).body.created,
  ).toBe(200);
});

test("a memory says whether it was written or imported, also after it was changed", async () => {
  const { api } = await person(server.url);
  await api.post(path, { text: "Has a cat" });
  await api.post(`${path}/import`, { text: "- Has a cat\n- Lives in Bern" });
  const sources = async () =>
    (await api.get(path)).body.map(({ text, source }: { text: string; source: string }) => [text, source]);
  expect(await sources()).toEqual([
    ["Lives in Bern", "imported"],
    ["Has a cat", "written"],
  ]);
  const [imported] = (await api.get(path)).body;
  await api.patch(`${path}/${imported.id}`, { text: "Lives in Basel" });
  expect((await sources())[0]).toEqual(["Lives in Basel", "imported"]);
});

describe("deleting all memories", () => {
  const texts = async (api: Client) => (await api.get(path)).body.map(({ text }: { text: string }) => text);

  test("is undone exactly, with what is limited to a project, for the person alone", async () => {
    const ada = await person(server.url);
    const cora = await colleague(server.url, ada.group, "Cora Colleague");
    const project = (await ada.api.post("/chat-workspaces", { name: "Garden" })).body;
    await ada.api.post(path, { text: "Grows beans", chat_workspace_id: project.id });
    await ada.api.post(`${path}/import`, { text: "Lives in Bern" });
    await cora.api.post(path, { text: "Likes tea" });
    const before = (await ada.api.get(path)).body;
    expect((await ada.api.del(path)).body).toEqual({ success: true, deleted: 2 });
    expect((await ada.api.get(path)).body).toEqual([]);
    expect((await ada.api.patch(`${path}/${before[0].id}`, { text: "Back" })).status).toBe(404);
    expect((await cora.api.post(`${path}/restore`)).body).toEqual({ restored: 0 });
    // A deletion of nothing leaves it as it is.
    expect((await ada.api.del(path)).body.deleted).toBe(0);
    expect((await ada.api.post(`${path}/restore`)).body).toEqual({ restored: 2 });
    expect((await ada.api.get(path)).body).toEqual(before);
    expect((await ada.api.get(`${path}?chat_workspace_id=${project.id}`)).body).toEqual([before[1]]);
    expect((await ada.api.post(`${path}/restore`)).body).toEqual({ restored: 0 });
    expect(await texts(cora.api)).toEqual(["Likes tea"]);
  });

  test("keeps what came since, replaces what repeats a restored memory, and is undone only once", async () => {
    const { api } = await person(server.url);
    const first = (await api.post(path, { text: "Has a dog" })).body;
    await api.del(path);
    const again = (await api.post(path, { text: "has a dog." })).body;
    expect(again.id).not.toBe(first.id);
    await api.post(path, { text: "Likes tea" });
    await api.post(`${path}/restore`);
    expect(await texts(api)).toEqual(["Likes tea", "Has a dog"]);

    await api.del(path);
    await api.post(path, { text: "Newer" });
    await api.del(path);
    expect((await api.post(`${path}/restore`)).body).toEqual({ restored: 1 });
    expect(await texts(api)).toEqual(["Newer"]);
  });

  test("isn't undone when there would be more than 200 memories", async () => {
    const { api } = await person(server.url);
    const facts = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${name} ${n}`).join("\n");
    await api.post(`${path}/import`, { text: facts("Old", 150) });
    await api.del(path);
    await api.post(`${path}/import`, { text: facts("New", 51) });
    const refused = await api.post(`${path}/restore`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "There can be 200 memories at most. Delete some first.",
    ]);
    const [newest] = (await api.get(path)).body;
    await api.del(`${path}/${newest.id}`);
    expect((await api.post(`${path}/restore`)).body).toEqual({ restored: 150 });
  });

  test("is for good after 15 minutes", async () => {
    const { api, user } = await person(server.url);
    await api.post(path, { text: "Has a dog" });
    await api.del(path);
    const stored = () => db().$count(memories, eq(memories.userId, user.id));
    await sweep();
    expect(await stored()).toBe(1);
    await db().execute(
      sql`update memories set deleted_at = deleted_at - interval '15 minutes' where user_id = ${user.id}`,
    );
    expect((await api.post(`${path}/restore`)).body).toEqual({ restored: 0 });
    await sweep();
    expect(await stored()).toBe(0);
  });
});
