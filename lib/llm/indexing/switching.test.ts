import { afterAll, beforeAll, expect, test } from "vitest";
import { db, isEmbedded } from "@/db/client";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";
import { embedQuery, findSearchedModel, getProblem } from "./indexing";
import { sweep } from "./model-switch";
import { createIndex, needsIndex } from "./queries/model-switch";
import { getStatus } from "./status";

const model = await startModelServer();
Object.assign(process.env, { OPENAI_BASE_URL: model.url, INDEX_AFTER_MS: "50" });
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  server = await startServer();
  ada = await person(server.url);
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const use = (name: string | undefined) => {
  config().EMBEDDING_MODEL = name;
};
const add = async (name: string, text: string): Promise<number> =>
  (await ada.api.multipart("/documents", { files: [new File([text], name)] })).body[0].id;
const getDocument = async (id: number) => (await ada.api.get(`/documents/${id}`)).body;
const ready = (id: number) => expect.poll(async () => (await getDocument(id)).status).toBe("ready");
const vectorsBy = async () => {
  const rows = await db().execute<{ model: string; count: number }>(
    `select model, count(passage_id)::int as count from embedding_models
     left join passage_vectors on model_id = embedding_models.id group by model`,
  );
  return Object.fromEntries([...rows].map((row) => [row.model, row.count]));
};
const notes = Array.from({ length: 30 }, (_, n) => `Note ${n} is about the harvest of that year.`);

test("another model takes over when all its vectors exist; until then searches use the old one", async () => {
  for (const note of notes) await add(`${note.slice(0, 7)}.txt`, note);
  await expect.poll(vectorsBy).toEqual({ builtin: notes.length });
  use("openai-compatible:stand-in-embedding");
  model.setMode("500");
  const late = await add("late.txt", "This came while the new model was away.");
  await sweep();
  await expect.poll(getProblem).toBe("Model server failed (status 500).");
  expect((await findSearchedModel())?.model).toBe("builtin");
  expect((await embedQuery("harvest"))?.vector).toHaveLength(512);
  expect(await getStatus()).toMatchObject({
    model: "openai-compatible:stand-in-embedding",
    builtin: false,
    switching: { from: "builtin", progress: 0 },
  });
  const words = `select count(*)::int as count from passages where document_id = ${late}`;
  await expect.poll(async () => [...(await db().execute(words))]).toEqual([{ count: 1 }]);
  await expect.poll(() => getDocument(late)).toMatchObject({ status: "processing", step: "embedding" });
  model.setMode("echo");
  await expect.poll(vectorsBy).toEqual({ "openai-compatible:stand-in-embedding": notes.length + 1 });
  await ready(late);
  expect(model.embedded).toBe(notes.length + 1);
  expect((await findSearchedModel())?.model).toBe("openai-compatible:stand-in-embedding");
  expect((await embedQuery("harvest"))?.vector).toHaveLength(64);
  expect(await getStatus()).toMatchObject({ problem: null, switching: null });
}, 120_000);

test("a model that changes its dimensions is not mixed with its old vectors", async () => {
  model.setMode("dims=32");
  const id = await add("other.txt", "Of another length.");
  await expect.poll(getProblem).toContain("32 numbers instead of 64");
  expect(await embedQuery("harvest")).toBeUndefined();
  model.setMode("echo");
  await ready(id);
});

test("a model that is not connected is named, and full-text search keeps working", async () => {
  use("google:gemini-embedding-001");
  const id = await add("words.txt", "Only by its words.");
  await expect.poll(getProblem).toContain("EMBEDDING_MODEL names Google");
  expect((await embedQuery("harvest"))?.vector).toHaveLength(64);
  use("openai-compatible:stand-in-embedding");
  await ready(id);
});

test("large vector sets get an index, also after an interrupted attempt", async () => {
  const { id: modelId, dimensions } = (await findSearchedModel())!;
  const which = { modelId, kind: "library_document" as const };
  expect(await needsIndex({ ...which, least: 20_000 })).toBe(false);
  expect(await needsIndex({ ...which, least: 10 })).toBe(true);
  await createIndex({ ...which, dimensions });
  await createIndex({ ...which, dimensions });
  expect(await needsIndex({ ...which, least: 10 })).toBe(false);
});

test("the embedded database creates its vector index while there are few vectors", async () => {
  const { id: modelId, dimensions } = (await findSearchedModel())!;
  const which = { modelId, kind: "chat_document" as const, least: 10 };
  const count = isEmbedded() ? 2001 : 20_001;
  await db().execute(`
    with copied as (
      insert into passages (kind, group_id, ordinal, start, length, words)
      select 'chat_document', group_id, n, 0, 1, words
      from (select group_id, words from passages limit 1) one, generate_series(1, ${count}) n returning id, group_id)
    insert into passage_vectors (passage_id, model_id, kind, group_id, embedding)
    select id, ${modelId}, 'chat_document', group_id,
      (select array_agg(random() + 0 * (id + axis))::vector from generate_series(1, ${dimensions}) axis) from copied`);
  expect(await needsIndex(which)).toBe(true);
  await sweep();
  await expect.poll(() => needsIndex(which)).toBe(false);
});
