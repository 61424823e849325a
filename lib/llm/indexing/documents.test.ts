import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
let chatId: number;
beforeAll(async () => {
  server = await startServer();
  ada = await person(server.url);
  chatId = (await ada.api.post("/chats", { name: "With files" })).body.id;
});
afterAll(() => server.close());

const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Paragraph ${n} tells of the harvest of year ${n} in some detail.`,
  ).join("\n\n");
const add = async (name: string, text: string, fields: Record<string, string> = {}): Promise<number> => {
  const made = await ada.api.multipart("/documents", { files: [new File([text], name)], ...fields });
  expect(made.status).toBe(201);
  return made.body[0].id;
};
const getDocument = async (id: number) => (await ada.api.get(`/documents/${id}`)).body;
const getStatus = async (id: number) => (await getDocument(id)).status;
const ready = (id: number) => expect.poll(() => getStatus(id)).toBe("ready");
type Stored = { ordinal: number; text: string; kind: string; vectors: number };
const listPassages = async (id: number) => [
  ...(await db().execute<Stored>(
    `select ordinal, text, kind, (select count(*)::int from passage_vectors where passage_id = passages.id) as vectors
     from passages where document_id = ${id} order by ordinal`,
  )),
];

test("a library document is read, chunked and embedded", async () => {
  const text = lines(60);
  const id = await add("harvests.txt", text);
  await ready(id);
  expect(await getDocument(id)).toMatchObject({
    step: null,
    progress: null,
    error: null,
    characters: text.length,
  });
  expect((await ada.api.get(`/documents/${id}/text`)).body.text).toBe(text);
  const passages = await listPassages(id);
  expect(passages.length).toBeGreaterThan(3);
  expect(passages.map(({ text: own }) => own).join("\n\n")).toBe(text);
  for (const { kind, vectors } of passages) expect([kind, vectors]).toEqual(["library_document", 1]);
});

test("a file of a message is read, and subscribers of the chat are notified", async () => {
  const { last_event_id: from } = (await ada.api.get(`/chats/${chatId}/events`)).body;
  const file = new File(["name,price\nTea,3\nCoffee,4"], "prices.csv");
  const sent = await ada.api.multipart(`/chats/${chatId}/messages`, {
    message_input: "See",
    files: [file],
    is_sync: "false",
  });
  expect(sent.status).toBe(200);
  const [{ id }] = (await ada.api.get(`/documents?chat_id=${chatId}`)).body;
  await ready(id);
  const [passage] = await listPassages(id);
  expect(passage).toMatchObject({
    kind: "chat_document",
    text: "name | price\nTea | 3\nCoffee | 4",
    vectors: 1,
  });
  const { events } = (await ada.api.get(`/chats/${chatId}/events?last_event_id=${from}`)).body;
  const heard = events.filter(({ event }: { event: string }) => event === "document.updated");
  expect(heard.length).toBeGreaterThanOrEqual(3);
  expect(heard[0].data).toMatchObject({ chat_id: chatId, document_id: id });
});

test("a reindexed document has no passage twice", async () => {
  const id = await add("again.md", lines(30));
  await ready(id);
  const before = await listPassages(id);
  await ada.api.post(`/documents/${id}/reindex`);
  await ready(id);
  const texts = (passages: Stored[]) => passages.map(({ text }) => text);
  expect(texts(await listPassages(id))).toEqual(texts(before));
});

test("a canceled document stays failed until it is requested again", async () => {
  const id = await add("long.txt", lines(1500));
  await expect.poll(async () => (await getDocument(id)).progress).toBeGreaterThan(0);
  const stopped = await ada.api.post(`/documents/${id}/cancel`);
  expect(stopped.body).toMatchObject({ status: "failed", step: null });
  const count = async () => (await listPassages(id)).filter(({ vectors }) => vectors === 1).length;
  const before = await count();
  const other = await add("other.txt", lines(10));
  await ready(other);
  // Allows for the batch in progress.
  expect((await count()) - before).toBeLessThanOrEqual(16);
  expect(await getDocument(id)).toMatchObject({ status: "failed" });
  await ada.api.del(`/documents/${id}`);
  expect(await listPassages(id)).toEqual([]);
});

test("an interrupted document is finished without repeating completed steps", async () => {
  const id = await add("left.txt", lines(200));
  await ready(id);
  const kept = (await listPassages(id)).length;
  const first = async () =>
    [
      ...(await db().execute<{ id: string }>(
        `select id from passages where document_id = ${id} and ordinal = 0`,
      )),
    ][0]!.id;
  const passage = await first();
  // Simulates a killed process: some vectors exist, and the run is at its last step.
  await db().execute(`delete from passage_vectors where passage_id in
    (select id from passages where document_id = ${id} and ordinal > 2)`);
  await db().execute(`update documents set status = 'processing', step = 'embedding' where id = ${id}`);
  await db().execute(`delete from background_steps where position > 1 and run_id in
    (select id from background_runs where event->'data'->>'document_id' = '${id}')`);
  await db().execute(`update background_runs set status = 'running', owner = 'a dead process', finished_at = null,
    lease_until = now() - interval '1 second' where event->'data'->>'document_id' = '${id}'`);
  await add("nudge.txt", "Anything that is asked for lets the engine look.");
  await ready(id);
  expect(await first()).toBe(passage);
  const passages = await listPassages(id);
  expect(passages).toHaveLength(kept);
  expect(passages.every(({ vectors }) => vectors === 1)).toBe(true);
});

test("a copy is indexed like its original, also when that is still being read", async () => {
  const id = await add("original.txt", lines(40));
  const copyDocument = async () => (await ada.api.post(`/documents/${id}/copy`, { chat_id: chatId })).body.id;
  const early = await copyDocument();
  await ready(id);
  const late = await copyDocument();
  expect(await getStatus(late)).toBe("ready");
  await ready(early);
  const own = (await listPassages(id)).map(({ text, vectors }) => ({ text, vectors, kind: "chat_document" }));
  for (const copy of [late, early]) {
    expect((await listPassages(copy)).map(({ text, vectors, kind }) => ({ text, vectors, kind }))).toEqual(
      own,
    );
    expect((await ada.api.get(`/documents/${copy}/text`)).body.total).toBe(lines(40).length);
  }
});

test("an unreadable file gives the reason and is read again on request", async () => {
  const broken = new File(["%PDF-1.4 and nothing of one"], "broken.pdf");
  const made = await ada.api.multipart("/documents", { files: [broken] });
  const { id } = made.body[0];
  await expect.poll(() => getStatus(id)).toBe("failed");
  expect((await getDocument(id)).error).toMatch(/could(n.t| not) be read/);
  expect((await ada.api.post(`/documents/${id}/reindex`)).body.status).not.toBe("failed");
  await expect.poll(() => getStatus(id)).toBe("failed");
});
