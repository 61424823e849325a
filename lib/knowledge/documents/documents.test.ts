import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { documentTexts } from "@/db/schema/documents";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const ada = await person(server.url);
const max = await colleague(server.url, ada.group, "Max Member");
const liz = await colleague(server.url, ada.group, "Liz Member");
const eve = await person(server.url, "Eve Elsewhere");

type Doc = { id: number; file_name: string; folder: string };
const file = (name: string, text = `The text of ${name}`) => new File([text], name);
async function added(
  files: File[],
  fields: Record<string, string> = {},
  by: Pick<typeof max, "api"> = max,
): Promise<Doc[]> {
  const { status, body } = await by.api.multipart("/documents", { ...fields, files });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const names = async (query: string, by = max) => {
  const { body } = await by.api.get(`/documents?${query}`);
  return body.map(({ file_name }: Doc) => file_name);
};
const chatWith = async (...people: { user: { id: number } }[]) =>
  (await max.api.post("/chats", { member_user_ids: people.map(({ user }) => user.id) })).body;

describe("documents", () => {
  test("in a library folder follow its renaming by those who may change all of them", async () => {
    const rename = (by: typeof max, folder: string, to: string) =>
      by.api.patch("/documents/folders", { folder, to });
    await added([file("one.txt")], { folder: "Öl/Old" });
    await added([file("two.txt")], { folder: "Öl/Old/deep/er" });
    await added([file("near.txt")], { folder: "Öl/Older" });
    expect((await rename(liz, "Öl/Old", "Öl/New")).status).toBe(403);
    expect((await rename(eve, "Öl/Old", "Öl/New")).status).toBe(404);
    const renamed = await rename(max, "Öl/Old", "Öl/New");
    expect([renamed.status, renamed.body]).toEqual([200, { folder: "Öl/New", documents_count: 2 }]);
    expect(await names("place=library&folder=Öl/New")).toEqual(["one.txt"]);
    expect(await names("place=library&folder=Öl/New/deep/er")).toEqual(["two.txt"]);
    expect(await names("place=library&folder=Öl/Older")).toEqual(["near.txt"]);
    expect((await rename(max, "Öl/New", "Öl/Older")).status).toBe(409);
    expect((await rename(max, "Öl/New", "Öl/New/inner")).status).toBe(422);
    expect((await rename(max, "Öl/New", "a/b/c/d/e/f/g/h/i")).status).toBe(422);
    // Admins of the group may move documents of other members, too.
    await added([file("three.txt")], { folder: "Öl/New" }, liz);
    expect((await rename(max, "Öl/New", "Oil")).status).toBe(403);
    expect((await rename(ada, "Öl/New", "Oil")).body.documents_count).toBe(3);
  });

  test("in the library are visible to the group, and changed by their uploader and admins", async () => {
    const [document] = await added([file("handbook.txt")], { folder: " /People//Rules/ " });
    expect(document).toMatchObject({
      file_name: "handbook.txt",
      folder: "People/Rules",
      mime_type: "text/plain",
      place: "library",
      chat_id: null,
      archive_id: null,
      has_transcript: false,
      may_change: true,
      created_by: { id: max.user.id },
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
    const at = `/documents/${document!.id}`;
    expect((await liz.api.get(at)).body.may_change).toBe(false);
    expect((await liz.api.get(`${at}/content`)).body).toBe("The text of handbook.txt");
    for (const answer of [
      await liz.api.patch(at, { folder: "" }),
      await liz.api.del(at),
      await liz.api.post(`${at}/reindex`),
      await liz.api.post(`${at}/cancel`),
    ])
      expect(answer.status).toBe(403);
    expect((await ada.api.patch(at, { file_name: "Handbook 2.txt" })).body).toMatchObject({
      file_name: "Handbook 2.txt",
      folder: "People/Rules",
    });
    expect((await eve.api.get(at)).status).toBe(404);
    expect((await eve.api.get(`${at}/content`)).status).toBe(404);
    expect((await ada.api.del(at)).status).toBe(200);
    expect((await max.api.get(`${at}/content`)).status).toBe(404);
    const [entry] = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
    expect(entry).toMatchObject({ action: "document_deleted", details: { name: "Handbook 2.txt" } });
  });

  test("in a chat are visible to its members, including those of messages", async () => {
    const chat = await chatWith(liz);
    const [plan] = await added([file("plan.md")], { chat_id: chat.uuid });
    await liz.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "see",
      files: [file("mine.txt")],
      is_sync: "false",
    });
    expect(await names(`chat_id=${chat.uuid}&sort=name`, liz)).toEqual(["mine.txt", "plan.md"]);
    expect((await max.api.get(`/chats/${chat.id}`)).body.documents_count).toBe(2);
    const at = `/documents/${plan!.id}`;
    expect((await ada.api.get(at)).status).toBe(404);
    expect((await ada.api.get(`/documents?chat_id=${chat.id}`)).status).toBe(404);
    expect((await ada.api.get(`/documents/folders?chat_id=${chat.id}`)).status).toBe(404);
    expect(
      (await ada.api.multipart("/documents", { chat_id: String(chat.id), files: [file("a.txt")] })).status,
    ).toBe(404);
    expect(await names("", ada)).not.toContain("plan.md");
    expect((await liz.api.del(at)).status).toBe(403);
    expect((await max.api.del(at)).status).toBe(200);
    expect((await max.api.get(`/chats/${chat.id}`)).body.documents_count).toBe(1);
  });

  test("are filtered by folder, status, name and place", async () => {
    const chat = await chatWith();
    const of = { chat_id: String(chat.id) };
    await added([file("Übersicht.txt"), file("b.txt")], of);
    await added([file("c.txt")], { ...of, folder: "x/y" });
    const list = `chat_id=${chat.id}`;
    expect(await names(`${list}&search=uber`)).toEqual(["Übersicht.txt"]);
    expect(await names(`${list}&search=%25`)).toEqual([]);
    expect(await names(`${list}&folder=x%2Fy`)).toEqual(["c.txt"]);
    expect(await names(`${list}&folder=&sort=name`)).toEqual(["b.txt", "Übersicht.txt"]);
    expect(await names(`${list}&place=library`)).toEqual([]);
    const page = await max.api.get(`/documents?${list}&page_size=2`);
    expect(page.headers.get("x-total-count")).toBe("3");
    expect(page.body).toHaveLength(2);
    const every = ["queued", "processing", "ready", "failed"].map((status) => `status=${status}`).join("&");
    expect(await names(`${list}&${every}`)).toHaveLength(3);
    expect((await max.api.get(`/documents/folders?${list}`)).body).toEqual([
      { folder: "", documents_count: 2 },
      { folder: "x/y", documents_count: 1 },
    ]);
  });

  test("are returned as text, in ranges that split no character", async () => {
    const [document] = await added([file("smile.txt", "ab😀cd")]);
    const whole = "ab😀cd";
    const parts = [{ page: 1, title: null, start: 0 }];
    const values = { documentId: document!.id, text: whole, parts };
    await db()
      .insert(documentTexts)
      .values(values)
      .onConflictDoUpdate({ target: documentTexts.documentId, set: values });
    const at = `/documents/${document!.id}/text`;
    expect((await liz.api.get(at)).body).toEqual({
      text: whole,
      offset: 0,
      total: 6,
      next_offset: null,
      parts,
    });
    const read: string[] = [];
    for (let next: number | null = 0; next !== null; ) {
      const { body } = await liz.api.get(`${at}?offset=${next}&limit=1`);
      read.push(body.text);
      next = body.next_offset;
    }
    expect(read.join("")).toBe(whole);
    expect((await liz.api.get(`${at}?offset=99`)).body).toMatchObject({ text: "", next_offset: null });
    expect((await eve.api.get(at)).status).toBe(404);
  });

  test("are copied to the library and to other chats", async () => {
    const [one, other] = [await chatWith(), await chatWith(liz)];
    const [document] = await added([file("copied.txt")], { chat_id: String(one.id) });
    const shared = await max.api.post(`/documents/${document!.id}/copy`, { folder: "Shared" });
    expect(shared.status).toBe(201);
    expect(shared.body).toMatchObject({ place: "library", chat_id: null, folder: "Shared" });
    const mine = await liz.api.post(`/documents/${shared.body.id}/copy`, { chat_id: other.uuid });
    expect(mine.body).toMatchObject({ place: "chat", chat_id: other.id, created_by: { id: liz.user.id } });
    expect((await liz.api.post(`/documents/${shared.body.id}/copy`, { chat_id: one.uuid })).status).toBe(404);
    await max.api.del(`/documents/${document!.id}`);
    await max.api.del(`/documents/${shared.body.id}`);
    expect((await liz.api.get(`/documents/${mine.body.id}/content`)).body).toBe("The text of copied.txt");
  });

  test("are filtered by kind", async () => {
    const chat = await chatWith();
    const film = new File(["\0\0\0\x20ftypisom\0\0\0\0"], "film.mp4");
    await added([film, file("about-video.txt")], { chat_id: String(chat.id) });
    const named = async (kind: string) =>
      (await max.api.get(`/documents?chat_id=${chat.id}&kind=${kind}`)).body.map(
        ({ file_name }: { file_name: string }) => file_name,
      );
    expect(await named("video")).toEqual(["film.mp4"]);
    expect(await named("audio")).toEqual([]);
    expect((await max.api.get("/documents?kind=text")).status).toBe(422);
  });

  test("refuse invalid changes with a message", async () => {
    const [document] = await added([file("a.txt")]);
    const at = `/documents/${document!.id}`;
    for (const body of [
      { file_name: "a.pdf" },
      { file_name: "x/a.txt" },
      { file_name: " " },
      { folder: "a/../b" },
      { folder: "a\nb" },
      { folder: Array(11).fill("a").join("/") },
    ])
      expect((await max.api.patch(at, body)).status, JSON.stringify(body)).toBe(422);
    const chat = (await max.api.post("/chats", { documents_and_collections_enabled: false })).body;
    const into = { chat_id: chat.uuid };
    expect((await max.api.multipart("/documents", { ...into, files: [file("a.txt")] })).status).toBe(409);
    expect((await max.api.post(`${at}/copy`, into)).status).toBe(409);
    expect((await max.api.multipart("/documents", { files: [] })).status).toBe(422);
    expect((await max.api.multipart("/documents", { files: [file("a.exe")] })).status).toBe(415);
    expect((await max.api.get("/documents?status=gone")).status).toBe(422);
    expect((await max.api.get("/documents/0")).status).toBe(404);
  });
});

const { DATABASE_URL } = process.env;
test.skipIf(!DATABASE_URL)(
  "at most two texts are read at a time, one per group, and other requests proceed",
  async () => {
    const gus = await person(server.url, "Gus Elsewhere");
    const documents: { id: number; by: Pick<typeof max, "api"> }[] = [];
    for (const by of [max, eve, gus])
      for (const { id } of await added([file("1.txt"), file("2.txt"), file("3.txt")], {}, by))
        documents.push({ id, by });
    const getText = async ({ id, by }: (typeof documents)[number]) =>
      (await by.api.get(`/documents/${id}/text?limit=5`)).body.text;
    for (const each of documents) await expect.poll(() => getText(each)).toBe("The t");
    const other = postgres(DATABASE_URL!, { max: 2, onnotice: () => {} });
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const waiting = async () => {
      const rows = await other`select query from pg_stat_activity where wait_event_type = 'Lock'`;
      return rows.filter(({ query }) => query.includes("document_texts")).length;
    };
    const holding = other.begin(async (sql) => {
      await sql`lock table document_texts in access exclusive mode`;
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const texts = documents.map(getText);
    await expect.poll(waiting).toBe(2);
    // Other requests are answered meanwhile, which leaves time for a third text query to reach the database.
    for (const { id, by } of documents) expect((await by.api.get(`/documents/${id}`)).status).toBe(200);
    expect(await waiting()).toBe(2);
    released.resolve();
    await holding;
    expect(await Promise.all(texts)).toEqual(documents.map(() => "The t"));
    await other.end();
  },
);
