import { expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

/** Covers how much of a long table semantic and full-text search find. */
const { server } = await startServerWithModel({ EMBEDDING_MODEL: "openai:text-embedding-3-small" });
const ada = await person(server.url);

test("a long table has vectors for its first rows only, full-text for all, and a note", {
  timeout: 120_000,
}, async () => {
  const rows = Array.from(
    { length: 14_000 },
    (_, n) => `${n},Order of customer ${n},the city of Berlin,a note in a few words,item${n}x`,
  );
  const file = new File([["id,title,city,note,item", ...rows].join("\n")], "orders.csv");
  const [{ id }] = (await ada.api.multipart("/documents", { files: [file] })).body;
  const document = async () => (await ada.api.get(`/documents/${id}`)).body;
  await expect.poll(async () => (await document()).status).toBe("ready");
  const [, said] =
    /^Rows after the first ([\d,]+) are found by their words only, not by their meaning\.$/.exec(
      (await document()).note,
    )!;
  const covered = Number(said!.replaceAll(",", ""));
  expect(covered).toBeGreaterThan(1_000);
  expect(covered).toBeLessThan(14_000);
  const [count] = await db().execute<{ passages: number; vectors: number }>(
    `select count(*)::int as passages, count(v.passage_id)::int as vectors
     from passages p left join passage_vectors v on v.passage_id = p.id where p.document_id = ${id}`,
  );
  expect(count!.vectors).toBe(1_000);
  expect(count!.passages).toBeGreaterThan(1_000);
  // The status counts only chunks that need vectors, and all of these have one.
  const { body } = await ada.api.get("/models/semantic-search");
  expect(JSON.stringify(body)).not.toMatch(/"state":"(indexing|switching)"/);
  const found = (await ada.api.get("/search?query=item13990x")).body;
  expect(JSON.stringify(found)).toContain("item13990x");
});
