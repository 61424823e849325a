import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { buildPdf, pdf } from "@/test/files";
import { startServer } from "@/test/server";
import { READING } from "./load";
import { findPassage } from "./passage";

const server = await startServer();
afterAll(() => server.close());
const { api } = await person(server.url);

async function added(bytes: Buffer): Promise<string> {
  const file = new File([bytes as BlobPart], "a.pdf");
  const [{ id }] = (await api.multipart("/documents", { files: [file] })).body;
  return `/documents/${id}`;
}
const opened = (path: string) =>
  getDocument({
    ...READING,
    url: `${server.url}/api/v1${path}/content`,
    httpHeaders: { authorization: api.authorization },
    verbosity: 0,
  });
const listPieces = async (task: ReturnType<typeof opened>, number: number) => {
  const { items } = await (await (await task.promise).getPage(number)).getTextContent();
  return items.flatMap((item) => ("str" in item ? [item.str] : []));
};
const withoutBreaks = (text: string) => text.replaceAll(/[\s-]/g, "");

test("passages of a PDF's text are found on its page", async () => {
  const pages = [
    ["Workshop rules", "Every bicycle leaves with two working brakes, and with a bell that can be heard by"],
    ["The spare key of the boiler room hangs be-", "hind the red door in the base-", "ment (ask Ada)."],
  ];
  const path = await added(pdf(pages));
  await expect.poll(async () => (await api.get(path)).body.status).toBe("ready");
  const { text, parts } = (await api.get(`${path}/text`)).body;
  const task = opened(path);
  for (const [at, { page, start }] of parts.entries()) {
    const passage = text.slice(start, parts[at + 1]?.start);
    const pieces = await listPieces(task, page);
    const marked = findPassage(pieces, passage).map(({ item, from, to }) => pieces[item]!.slice(from, to));
    expect(withoutBreaks(marked.join(""))).toBe(withoutBreaks(passage));
  }
  await task.destroy();
});

// Builds a PDF whose page objects precede their content, as most programs write it.
function largePdf(count: number): Buffer {
  const at = (page: number) => 4 + page;
  const kids = Array.from({ length: count }, (_, page) => `${at(page)} 0 R`).join(" ");
  return buildPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${count}/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...Array.from(
      { length: count },
      (_, page) => `<</Type/Page/Parent 2 0 R/Contents ${at(page) + count} 0 R>>`,
    ),
    ...Array.from({ length: count }, (_, page) => {
      const text = `BT /F 9 Tf 60 780 Td (This is page ${page + 1}.) Tj ET`;
      return { dictionary: "", bytes: Buffer.from(`${text}\n%${"x".repeat(80_000)}\n`) };
    }),
  ]);
}

test("a large PDF loads only the pages that are viewed", async () => {
  const bytes = largePdf(150);
  const path = await added(bytes);
  let loaded = 0;
  const task = opened(path);
  task.onProgress = (progress: { loaded: number }) => {
    loaded = Math.max(loaded, progress.loaded);
  };
  expect(await listPieces(task, 120)).toContain("This is page 120.");
  expect(bytes.length).toBeGreaterThan(12_000_000);
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThan(bytes.length / 10);
  await task.destroy();
});
