import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { docx, paragraph } from "@/test/files";
import { drawLines } from "@/test/picture-pdf";
import { startServer } from "@/test/server";

type Person = Awaited<ReturnType<typeof person>>;
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  [ada, bob, carol] = [await person(server.url), await person(server.url), await person(server.url)];
});
afterEach(async () => {
  for (const { api } of [ada, bob, carol])
    for (const { id } of (await api.get("/documents")).body) await api.del(`/documents/${id}`);
});
afterAll(() => server.close());

const PATIENCE = { interval: 50 };
// A table that is fast to extract and slow to index.
const table = `number,year,harvest\n${Array.from({ length: 15_000 }, (_, n) => `${n},${1000 + (n % 1000)},good`).join("\n")}`;

async function add(who: Person, name: string, content: string | Buffer) {
  const made = await who.api.multipart("/documents", { files: [new File([content as BlobPart], name)] });
  expect(made.status).toBe(201);
  return made.body[0];
}
const getDocument = async (who: Person, id: number) => (await who.api.get(`/documents/${id}`)).body;
const getStatus = async (who: Person, id: number) => (await getDocument(who, id)).status;
const getStep = async (who: Person, id: number) => (await getDocument(who, id)).step;
const stepsFor = async (...people: Person[]) =>
  [
    ...(await db().execute<{ count: number }>(`select count(*)::int as count from background_steps
      join background_runs on background_runs.id = run_id where function_id like 'process-%document'
      and event->'data'->>'group_id' in (${people.map(({ group }) => `'${group.id}'`).join()})`)),
  ][0]!.count;

test("a short text is read between tables of others, and before tables of its own group", async () => {
  const tables: number[] = [];
  for (const name of ["one.csv", "two.csv", "three.csv"]) tables.push((await add(ada, name, table)).id);
  const others = [(await add(carol, "four.csv", table)).id, (await add(carol, "five.csv", table)).id];
  await expect.poll(() => getStep(ada, tables[0]!), PATIENCE).toBe("embedding");
  await expect.poll(() => getStep(carol, others[0]!), PATIENCE).toBe("embedding");

  // One document of each group is processed at a time. The waiting documents have a queue position.
  const shown = (await ada.api.get("/documents?sort=name")).body.toReversed();
  const place = Object.fromEntries(
    shown.map(({ file_name, status, queue_position }: Record<string, unknown>) => [
      file_name,
      [status, queue_position],
    ]),
  );
  expect(place).toEqual({
    "one.csv": ["processing", null],
    "two.csv": ["queued", 1],
    "three.csv": ["queued", 2],
  });

  const before = await stepsFor(ada, carol);
  const text = await add(bob, "note.txt", "Hello");
  // Processing may begin before the response is sent.
  expect([
    ["queued", 1],
    ["processing", null],
  ]).toContainEqual([text.status, text.queue_position]);
  await expect.poll(() => getStatus(bob, text.id), PATIENCE).not.toBe("queued");
  // Allows for the steps that both groups are running, and for the steps that the other group ends before the next step
  // begins.
  expect((await stepsFor(ada, carol)) - before).toBeLessThanOrEqual(4);
  await expect.poll(() => getStatus(bob, text.id), PATIENCE).toBe("ready");
  expect(await getDocument(bob, text.id)).toMatchObject({ queue_position: null });

  // A short text does not wait for a table, because each lane has its own workers.
  const own = await add(ada, "own.txt", "A text of forty-three bytes is ready first.");
  expect(own).toMatchObject({ size: 43, queue_position: 1, queue_seconds: expect.any(Number) });
  const [second, third] = [await getDocument(ada, tables[1]!), await getDocument(ada, tables[2]!)];
  expect([second.queue_position, third.queue_position]).toEqual([1, 2]);
  expect(second.queue_seconds).toBeLessThan(third.queue_seconds);
  await expect.poll(() => getStatus(ada, own.id), PATIENCE).toBe("ready");

  // The lane depends on the amount of text rather than on the file size: a large picture may contain little text, and a
  // small file much.
  const scan = await add(
    ada,
    "scan.tif",
    await sharp(await drawLines(["One page"]))
      .tiff({ compression: "none" })
      .toBuffer(),
  );
  expect(scan.size).toBeGreaterThan(1_000_000);
  await expect.poll(() => getStatus(ada, scan.id), PATIENCE).toBe("ready");
  const lines = table.split("\n").map((line) => paragraph(line));
  const book = await add(ada, "book.docx", await docx(lines.join("")));
  expect(book.size).toBeLessThan(100_000);
  await expect.poll(() => getStatus(ada, book.id), PATIENCE).toBe("processing");
  const last = await add(ada, "last.txt", "A text that was added last.");
  await expect.poll(() => getStatus(ada, last.id), PATIENCE).toBe("ready");
  expect(await getStatus(ada, book.id)).toBe("processing");

  expect(await getStatus(ada, tables[0]!)).toBe("processing");
  expect(await getStatus(carol, others[0]!)).toBe("processing");
  for (const id of [tables[1]!, tables[2]!]) expect(await getStatus(ada, id)).toBe("queued");
  expect(await getStatus(carol, others[1]!)).toBe("queued");
}, 120_000);

async function readNote(name: string, content: string) {
  const { id } = await add(ada, name, content);
  await expect.poll(async () => (await getDocument(ada, id)).characters, PATIENCE).not.toBeNull();
  const { note, pages, characters } = await getDocument(ada, id);
  await ada.api.post(`/documents/${id}/cancel`);
  const { text } = (await ada.api.get(`/documents/${id}/text?offset=${characters - 200}`)).body;
  await ada.api.del(`/documents/${id}`);
  return { note, pages, end: text };
}

test("a table with too many rows is truncated with a note", async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => `${n},a`).join("\n");
  expect(await readNote("all.csv", rows(2))).toMatchObject({ note: null });
  const { note, end } = await readNote("long.csv", rows(200_001));
  expect(note).toBe("Only the first 200,000 rows were read.");
  expect(end).toMatch(/199999 \| a\n\n\n\[Only the first 200,000 rows were read\.\]\n$/);
}, 120_000);

test("a PDF with too many pages is truncated with a note", async () => {
  const { note, pages, end } = await readNote("long.pdf", pdf(2_001));
  expect(note).toBe("Only the first 2,000 of 2,001 pages were read.");
  expect(pages).toBe(2_001);
  expect(end).toContain("[Only the first 2,000 of 2,001 pages were read.]");
}, 120_000);

function pdf(count: number): string {
  const content = "BT /F 12 Tf 9 9 Td (Harvest) Tj ET";
  const kids = Array.from({ length: count }, (_, n) => `${n + 5} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...Array(count).fill(
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>>>",
    ),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
}
