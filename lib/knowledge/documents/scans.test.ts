import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { documents, documentTexts } from "@/db/schema/documents";
import { passages } from "@/db/schema/search";
import { fixture, mixedPdf } from "@/test/files";
import { startReading } from "@/test/read-document";
import { processing } from "./service";

const { ada, read } = await startReading();

const SAID = "Invoice 4711 of 3 May 2026";
const scan = await sharp(fixture("note.png")).resize({ width: 1400 }).flatten().jpeg().toBuffer();
const blank = await sharp({ create: { width: 900, height: 600, channels: 3, background: "white" } })
  .jpeg()
  .toBuffer();

const newest = async () => (await ada.api.get("/documents?page_size=1")).body[0];
const getText = async (id: number) => (await ada.api.get(`/documents/${id}/text`)).body;

test("text of scanned pages appears at its page, and unreadable pages are named", async () => {
  const { text, parts, note, pages } = await read(
    "mixed.pdf",
    mixedPdf(["A typed page", scan, blank, Buffer.from("no picture"), "The end"]),
  );
  expect(pages).toBe(5);
  const at = (page: number) => parts.find((part: { page: number }) => part.page === page).start;
  expect(text.slice(at(1), at(2)).trim()).toBe("A typed page");
  expect(text.slice(at(2), at(3))).toContain(SAID);
  expect(text.slice(at(3), at(5))).toBe("");
  expect(text.slice(at(5))).toMatch(/^The end/);
  expect(note).toBe(
    "Page 4 could not be read: the pictures could not be decoded. No text was found in the picture of page 3.",
  );
  expect(text).toContain(`[${note}]`);
  expect(await newest()).toMatchObject({ scanned_pages: { read: 3, total: 3 }, error: null });
});

test("a PDF without text fails with a message after all its pictures were searched", async () => {
  const { error } = await read("blank.pdf", mixedPdf([blank, blank]));
  expect(error).toBe("This PDF contains no text, and none was found in its images.");
  expect(await newest()).toMatchObject({ status: "failed", scanned_pages: { read: 2, total: 2 } });
});

test("an interrupted run resumes at the next page with the text before it; a canceled one changes nothing", async () => {
  await read("two.pdf", mixedPdf(["A typed page", scan]));
  const { id } = await newest();
  await expect.poll(async () => (await newest()).status).toBe("ready");
  const [row] = await db().select().from(documents).where(eq(documents.id, id));
  const { attempt } = row!;
  // Restores the state before the second page was recognized.
  const scans = { total: 1, left: [2], empty: [], failed: [] };
  const values = { status: "processing", step: "recognizing", scans, characters: null } as const;
  await db().update(documents).set(values).where(eq(documents.id, id));
  const text = "A typed page\n\n";
  const parts = [0, text.length].map((start, index) => ({ page: index + 1, title: null, start }));
  await db().update(documentTexts).set({ text, parts }).where(eq(documentTexts.documentId, id));
  expect(await newest()).toMatchObject({ step: "recognizing", scanned_pages: { read: 0, total: 1 } });

  await db().delete(passages).where(eq(passages.documentId, id));
  const found = async () =>
    (await ada.api.get("/search?query=typed&kinds=documents")).body.map(
      (hit: { document_id: number; page: number; text: string }) => [hit.document_id, hit.page, hit.text],
    );

  await processing.recognizeScans({ id, attempt: attempt - 1 });
  expect((await getText(id)).text).toBe(text);
  expect(await found()).not.toContainEqual([id, 1, "A typed page"]);

  // Recognized pages can be found while other pages are not recognized yet.
  await processing.recognizeScans({ id, attempt });
  expect(await newest()).toMatchObject({ status: "processing" });
  expect(await found()).toContainEqual([id, 1, "A typed page"]);
  while ((await processing.recognizeScans({ id, attempt })) === "more");
  const whole = await getText(id);
  expect(whole.text.slice(whole.parts[1].start)).toContain(SAID);
  await processing.recognizeScans({ id, attempt });
  expect((await getText(id)).text).toBe(whole.text);
  expect(await newest()).toMatchObject({ step: "embedding", scanned_pages: { read: 1, total: 1 } });
});
