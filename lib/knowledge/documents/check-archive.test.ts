import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { docx, fixture, paragraph, type RawEntry, rawXlsx, rawZip, zipped } from "@/test/files";
import { startServer } from "@/test/server";

let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
let chat: { id: number };
beforeAll(async () => {
  server = await startServer();
  ada = await person(server.url);
  chat = (await ada.api.post("/chats", { name: "With archives" })).body;
});
afterAll(() => server.close());

const upload = async (name: string, content: Buffer, fields: Record<string, string> = {}) =>
  ada.api.multipart("/documents", { files: [new File([content as BlobPart], name)], ...fields });
const getDocument = async (id: number) => (await ada.api.get(`/documents/${id}`)).body;
async function unpacked(name: string, content: Buffer, fields: Record<string, string> = {}) {
  const { status, body } = await upload(name, content, fields);
  expect(status, JSON.stringify(body)).toBe(201);
  const id: number = body[0].id;
  await expect
    .poll(async () => ((await getDocument(id)).error ?? (await getDocument(id)).characters) !== null)
    .toBe(true);
  return { ...(await getDocument(id)), text: (await ada.api.get(`/documents/${id}/text`)).body.text };
}
type Doc = {
  id: number;
  archive_id: number | null;
  folder: string;
  file_name: string;
  chat_id: number | null;
};
const listMembers = async (id: number, query = ""): Promise<Doc[]> => {
  const { body } = await ada.api.get(`/documents?page_size=100${query}`);
  return body.filter((one: Doc) => one.archive_id === id);
};
const places = (members: Doc[]) => members.map(({ folder, file_name }) => `${folder}/${file_name}`).sort();
const temporary = () => readdirSync(join(process.env.DATA_DIR!, "uploads"));
const kept = () => readdirSync(join(process.env.DATA_DIR!, "files"), { recursive: true }).length;

describe("an archive", () => {
  test("becomes documents in folders named after it, including nested archives", async () => {
    const inner = await zipped({ "deep/four.md": "# Four", "five.txt": "Five" });
    const archive = await zipped({
      "one.txt": "The first text",
      "plans/two.csv": "a,b\n1,2",
      "plans/three.docx": await docx(paragraph("Third")),
      "plans/letter.doc": fixture("letter.doc"),
      "inner.zip": inner,
      "program.exe": Buffer.from("MZ\0\0"),
      "empty.txt": "",
      "__MACOSX/._one.txt": "leftover",
      ".DS_Store": "leftover",
    });
    const of = { chat_id: String(chat.id), folder: "Given" };
    const { id, text } = await unpacked("all.zip", archive, of);
    const members = await listMembers(id, `&chat_id=${chat.id}`);
    expect(places(members)).toEqual([
      "Given/all.zip/inner.zip/deep/four.md",
      "Given/all.zip/inner.zip/five.txt",
      "Given/all.zip/one.txt",
      "Given/all.zip/plans/letter.doc",
      "Given/all.zip/plans/three.docx",
      "Given/all.zip/plans/two.csv",
    ]);
    for (const member of members) expect(member.chat_id).toBe(chat.id);
    expect(text).toContain("- plans/two.csv");
    expect(text).toMatch(/Left out:\n.*program\.exe is not of a type.*\n.*empty\.txt is empty/);
    const third = members.find(({ file_name }) => file_name === "three.docx")!;
    const getText = async () => (await ada.api.get(`/documents/${third.id}/text`)).body.text;
    await expect.poll(getText).toBe("Third");
    expect((await ada.api.get(`/chats/${chat.id}`)).body.documents_count).toBe(7);
    expect(temporary()).toEqual([]);

    const one = members.find(({ file_name }) => file_name === "one.txt")!;
    expect((await ada.api.del(`/documents/${one.id}`)).status).toBe(200);
    await ada.api.post(`/documents/${id}/reindex`);
    await expect.poll(async () => (await getDocument(id)).status).toBe("ready");
    expect(await listMembers(id, `&chat_id=${chat.id}`)).toHaveLength(5);
    await ada.api.del(`/documents/${id}`);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.documents_count).toBe(0);
  });

  test("of a message belongs to its chat", async () => {
    const archive = await zipped({ "note.txt": "A note" });
    const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "See",
      files: [new File([archive as BlobPart], "notes.zip")],
    });
    expect(sent.status).toBe(200);
    const { body } = await ada.api.get(`/documents?chat_id=${chat.id}&search=notes.zip`);
    const id = body[0].id;
    const members = () => listMembers(id, `&chat_id=${chat.id}`);
    await expect.poll(async () => places(await members())).toEqual(["notes.zip/note.txt"]);
  });

  test("adds its documents to its collection, also those unpacked later", async () => {
    const archive = await zipped({ "one.txt": "One", "two.txt": "Two" });
    const { id } = (await ada.api.post("/collections", { name: "Archives" })).body;
    await unpacked("later.zip", archive, { collection_id: String(id) });
    const before = await unpacked("before.zip", archive);
    await ada.api.put(`/collections/${id}/documents/${before.id}`);
    const inside = async () => {
      const { body } = await ada.api.get(`/documents?page_size=100&collection_id=${id}`);
      return body.map(({ folder, file_name }: Doc) => `${folder}/${file_name}`).sort();
    };
    expect(await inside()).toEqual([
      "/before.zip",
      "/later.zip",
      "before.zip/one.txt",
      "before.zip/two.txt",
      "later.zip/one.txt",
      "later.zip/two.txt",
    ]);
  });

  test("saved with a task before it is unpacked is unpacked there, for chats created from the task", async () => {
    const { id: chatId } = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    const archive = await zipped({ "one.txt": "One", "plans/two.txt": "Two" });
    const [added] = (await upload("early.zip", archive, { chat_id: String(chatId) })).body;
    // Restores the state right after the upload, before the archive is unpacked.
    await db().execute(
      `update documents set status = 'queued', attempt = attempt + 1 where id = ${added.id as number}`,
    );
    await db().execute(`delete from documents where archive_id = ${added.id as number}`);
    const { task_id } = (await ada.api.post(`/chats/${chatId}/save-as-task`)).body;
    const files = async (): Promise<string[]> => {
      const { documents } = (await ada.api.get(`/tasks/${task_id}`)).body;
      return documents.map(({ file_name }: Doc) => file_name).sort();
    };
    await expect.poll(files).toEqual(["early.zip", "one.txt", "two.txt"]);
    const made = (await ada.api.post(`/chats?copy_from_task_id=${task_id}`, {})).body;
    const { body } = await ada.api.get(`/documents?chat_id=${made.id}`);
    expect(places(body)).toEqual(["/early.zip", "early.zip/one.txt", "early.zip/plans/two.txt"]);

    const copy = body.find(({ file_name }: Doc) => file_name === "early.zip");
    await upload("alone.txt", Buffer.from("Not chosen"), { chat_id: String(made.id) });
    const chosen = { document_ids: [copy.id], as_new: true };
    const again = (await ada.api.post(`/chats/${made.id}/tasks`, chosen)).body;
    const { documents } = (await ada.api.get(`/tasks/${again.task_id}`)).body;
    expect(documents.map(({ file_name }: Doc) => file_name).sort()).toEqual([
      "early.zip",
      "one.txt",
      "two.txt",
    ]);
  });
});

describe("an archive that breaks a rule is refused during the upload", () => {
  const many = (count: number): RawEntry[] =>
    Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, content: `text ${n}` }));
  const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);
  const noise = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919) % 251));
  const secret = (name: string, more: Partial<RawEntry> = {}) => rawZip([{ name, content: "text", ...more }]);
  const cases: [string, number, RegExp, () => Buffer | Promise<Buffer>][] = [
    ["ratio.zip", 413, /more than 100 times its size/, () => rawZip([{ name: "a.txt", content: zeros(5) }])],
    ["members.zip", 413, /more than 1000 files/, () => rawZip(many(1001))],
    [
      "entries.zip",
      413,
      /more than 3000 entries/,
      () => rawZip(Array.from({ length: 3001 }, (_, n) => ({ name: `${n}/` }))),
    ],
    ["claims.zip", 413, /more than 200 MB/, () => secret("a.txt", { size: 0xfffffff0 })],
    ["link.zip", 422, /link/, () => secret("a.txt", { content: "/etc/passwd", mode: 0o120777 })],
    ["device.zip", 422, /special file/, () => secret("a.txt", { mode: 0o020666 })],
    ["up.zip", 422, /leads out/, () => secret("../../a.txt")],
    ["inside-up.zip", 422, /leads out/, () => secret("a/../../b.txt")],
    ["absolute.zip", 422, /leads out/, () => secret("/etc/a.txt")],
    ["drive.zip", 422, /leads out/, () => secret("C:/a.txt")],
    ["backslash.zip", 422, /leads out/, () => secret("..\\b.txt")],
    ["control.zip", 422, /invalid name/, () => secret("a\nb.txt")],
    ["dots.zip", 422, /invalid name/, () => secret("a//b.txt")],
    ["encrypted.zip", 422, /password/, () => secret("a.txt", { flags: 0x801 })],
    ["twins.zip", 422, /same name/, () => rawZip([...many(1), ...many(1)])],
    [
      "accents.zip",
      422,
      /same name/,
      () =>
        rawZip([
          { name: "é.txt", content: "a" },
          { name: "e\u0301.txt", content: "b" },
        ]),
    ],
    [
      "overlap.zip",
      422,
      /overlap/,
      () =>
        rawZip([
          { name: "a.txt", content: noise },
          { name: "b.txt", content: noise, at: 0 },
        ]),
    ],
    ["truncated.zip", 422, /damaged/, async () => (await zipped({ "a.txt": noise })).subarray(0, -30)],
    ["empty.zip", 422, /empty/, () => zipped({})],
    ["bomb.xlsx", 413, /more than 200 times its size/, () => rawXlsx(zeros(5))],
    ["nothing.docx", 415, /no document in it/, () => zipped({ "a.txt": "text" })],
    ["torn.docx", 422, /damaged/, async () => (await docx(paragraph("x"))).subarray(0, 300)],
    ["secret.xlsx", 415, /password/, () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), noise])],
  ];
  test.each(cases)("%s: %i %s", async (name, status, rule, make) => {
    const before = kept();
    const answer = await upload(name, await make());
    const said = JSON.stringify(answer.body);
    expect([answer.status, said]).toEqual([status, expect.stringContaining(name)]);
    expect(said).toMatch(rule);
    // Waits, because an archive of another test may still be unpacking.
    await expect.poll(temporary).toEqual([]);
    expect(kept()).toEqual(before);
  });
});

describe("an archive with false metadata fails, and nothing of it is stored", () => {
  const good: RawEntry = { name: "good.txt", content: "good" };
  const zips: [string, RegExp, () => Buffer | Promise<Buffer>][] = [
    [
      "size.zip",
      /another size/,
      () => rawZip([good, { name: "a.txt", content: "x".repeat(5000), size: 10 }]),
    ],
    ["more.zip", /another size/, () => rawZip([good, { name: "a.txt", content: "x".repeat(50), size: 60 }])],
    ["sum.zip", /checksum/, () => rawZip([good, { name: "a.txt", content: "text", crc: 1 }])],
    [
      "nested.zip",
      /archive within an archive within/,
      async () =>
        zipped({ "good.txt": "good", "b.zip": await zipped({ "c.zip": await zipped({ "d.txt": "deep" }) }) }),
    ],
    [
      "inner.zip",
      /100 times/,
      async () =>
        zipped({
          "good.txt": "good",
          "b.zip": rawZip([{ name: "a.txt", content: Buffer.alloc(3_000_000) }]),
        }),
    ],
    [
      "inner-up.zip",
      /leads out/,
      async () => zipped({ "good.txt": "good", "b.zip": rawZip([{ name: "../a.txt", content: "text" }]) }),
    ],
    ["no-inner.zip", /damaged/, () => zipped({ "good.txt": "good", "b.zip": "no archive" })],
    [
      "office.zip",
      /bomb\.docx/,
      async () =>
        zipped({
          "good.txt": "good",
          "noise.txt": Buffer.from(Array.from({ length: 60_000 }, (_, n) => (n * n) % 251)),
          "bomb.docx": await docx(paragraph(" ".repeat(400_000))),
        }),
    ],
    ["useless.zip", /no supported file types/, () => zipped({ "a.exe": "MZ" })],
  ];
  test.each(zips)("%s", async (name, rule, make) => {
    const before = kept();
    const { id, status, error } = await unpacked(name, await make());
    expect([status, error]).toEqual(["failed", expect.stringMatching(rule)]);
    expect(await listMembers(id)).toEqual([]);
    // Only the archive itself is stored, perhaps in a new folder.
    expect(kept() - before).toBeLessThanOrEqual(2);
    expect(temporary()).toEqual([]);
  });
});
