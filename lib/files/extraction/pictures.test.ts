import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import { fixture, glyphPdf, mixedPdf, pdf } from "@/test/files";
import {
  cutInto,
  drawLines,
  picturePdf,
  place,
  placeTiles,
  toJpeg,
  toMask,
  toMaskedDot,
  write,
} from "@/test/picture-pdf";
import { startReading } from "@/test/read-document";

// Covers text in images, alone or on PDF pages beside other text: it is extracted exactly once, or the document's note
// says that it wasn't.

// Simulates a language pack that the operator installed in another folder. The file contains the German model under
// the name of another language, since only the name matters here.
const languages = mkdtempSync(join(tmpdir(), "parley-languages-"));
const german = readFileSync("node_modules/@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz");
writeFileSync(join(languages, "ces.traineddata"), gunzipSync(german));
process.env.TESSDATA_PREFIX = languages;
afterAll(() => rmSync(languages, { recursive: true }));

const { read } = await startReading();
// OCR takes minutes on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const WORDS =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango";
const INVOICE = WORDS.split(" ").map(
  (word, at) => `Line ${at + 1}: invoice item ${word} costs ${100 + at} euro`,
);
const REPORT = Array.from(
  { length: 12 },
  (_, at) => `Sentence ${at} of the report says that prices were fair.`,
);
const countIn = (text: string, line: string) => text.split(line).length - 1;
const listParts = ({ text, parts }: { text: string; parts: { start: number }[] }) =>
  parts.map(({ start }, at) => text.slice(start, parts[at + 1]?.start));

test("a scan with a footer and a scan stored in strips are read to the last line", async () => {
  const scan = await read("a.pdf", fixture("scan-with-footer.pdf"));
  const strips = await read("b.pdf", fixture("strips8.pdf"));
  for (const { text, note } of [scan, strips]) {
    expect(INVOICE.map((line) => countIn(text, line))).toEqual(INVOICE.map(() => 1));
    expect(note).toBeNull();
  }
  expect(scan.text).toContain("This document is confidential and intended solely for the addressee.");
});

test("a screenshot of 5,000 rows is read to the last line", async () => {
  const { text, note } = await read("web.png", fixture("web5000.png"));
  const found = [
    ...text.matchAll(/^Paragraph (\d+) of the help page explains how to reset the wombat device safely$/gm),
  ];
  expect(found.map(([, number]) => Number(number))).toEqual(Array.from({ length: 123 }, (_, at) => at));
  expect(note).toBeNull();
});

test("a very wide picture is read line by line", async () => {
  const cells = (row: number) => WORDS.split(" ").map((word) => `${word} ${row}`);
  const picture = await drawLines(
    [1, 2, 3].map((row) => cells(row).join("      ")),
    { width: 9_600, height: 260 },
  );
  const { text } = await read("wide.png", picture);
  for (const row of [1, 2, 3]) expect(text).toContain(cells(row).join(" "));
});

test("all pictures on pages are read: columns, tiles, stencils, rotated, small and under a text layer", async () => {
  const lines = [
    "The tender closes on Friday",
    "Offers go to the north office",
    "The bridge is repaired in May",
  ];
  const numbered = (page: number) => lines.map((line) => `${line} ${page}`);
  const draw = (page: number) => drawLines(numbered(page));
  const jpegs = async (pictures: Buffer[]) => Promise.all(pictures.map(toJpeg));
  const sideways = await sharp(await drawLines(numbered(4), { width: 800, height: 500 }))
    .rotate(90)
    .toBuffer();
  const logo = await toJpeg(await drawLines(["ACME"], { width: 300, height: 120, size: 60 }));
  const result = await read(
    "pages.pdf",
    picturePdf([
      { content: placeTiles(5, 1), pictures: await jpegs(await cutInto(await draw(1), 5, 1)) },
      { content: placeTiles(4, 5), pictures: await jpegs(await cutInto(await draw(2), 4, 5)) },
      {
        content: placeTiles(1, 2),
        pictures: await Promise.all((await cutInto(await draw(3), 1, 2)).map(toMask)),
      },
      { content: place(0, 100, 100, 400, 640), pictures: [await toJpeg(sideways)] },
      { content: "q 0 595 -372 0 500 100 cm /I0 Do Q", pictures: [await toJpeg(await draw(5))], rotate: 90 },
      {
        content: `${placeTiles(1, 1)}${write(numbered(6), { y: 700, mode: 3 })}${write(REPORT, { y: 700, mode: 3 })}`,
        pictures: [await toJpeg(await draw(6))],
      },
      { content: `${write(REPORT)}${place(0, 60, 700, 150, 60)}`, pictures: [logo] },
      { content: `${write(REPORT)}${place(0, 60, 700, 150, 60)}`, pictures: [logo] },
      {
        content: `${write(REPORT)}${place(0, 60, 700, 200, 20)}`,
        pictures: [await toJpeg(await drawLines(["Order 4711-0815"], { width: 300, height: 30, size: 14 }))],
      },
      {
        content: write(["Two pictures"]) + place(0, 60, 400, 400, 250) + place(1, 60, 20, 400, 250),
        pictures: await jpegs([await draw(10), await draw(20)]),
      },
      { content: placeTiles(1, 1), pictures: [await toMaskedDot(await draw(11))] },
    ]),
  );
  const pages = listParts(result);
  for (const page of [1, 2, 3, 4, 5, 6, 10, 11])
    for (const line of numbered(page)) expect([page, countIn(pages[page - 1]!, line)]).toEqual([page, 1]);
  for (const line of numbered(20)) expect(countIn(pages[9]!, line)).toBe(1);
  expect(pages.map((page) => countIn(page, "ACME"))).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  for (const page of [7, 8, 9]) expect(pages[page - 1]).toContain(REPORT.join("\n"));
  expect(pages[8]).toContain("Order 4711-0815");
  expect(result.note).toBeNull();
});

test("pages whose pictures could not be read, wholly or in part, are named", async () => {
  const torn = { ...(await toJpeg(await drawLines([]))), bytes: Buffer.from("no picture") };
  const scan = await toJpeg(await drawLines(["Half of this page is there"]));
  const half = { content: place(0, 0, 420, 595, 372) + place(1, 0, 48, 595, 372), pictures: [scan, torn] };
  const { text, note } = await read("a.pdf", picturePdf([half, { content: write(["A page with text"]) }]));
  expect(text).toContain("Half of this page is there");
  expect(note).toBe("Parts of the pictures of page 1 could not be read.");
  const scans = Array.from({ length: 4 }, () => Buffer.from("no picture"));
  const unread = await read("b.pdf", mixedPdf([...scans, "The fifth page", Buffer.from("no picture")]));
  expect(unread.note).toBe("Pages 1–4 and 6 could not be read: the pictures could not be decoded.");
});

test("text in a script without an installed language is reported as unread instead of guessed", async () => {
  const picture = await read("letter.png", fixture("russian.png"));
  expect(picture.text.trim()).toBe(`[${picture.note}]`);
  expect(picture.note).toBe(
    "The text of this picture could not be read: it seems to be in Cyrillic letters, and no language of them is installed.",
  );
  const { text, note } = await read(
    "a.pdf",
    mixedPdf(["A typed page", await sharp(fixture("russian.png")).jpeg().toBuffer()]),
  );
  expect(note).toBe(
    "Page 2 could not be read: the text seems to be in Cyrillic letters, and no language of them is installed.",
  );
  expect(text).toBe(`A typed page\n\n[${note}]\n`);
});

test("words in a language that shares its script with an installed one are marked doubtful or left out", async () => {
  const turkish = [
    "Bu rapor ile birlikte her yıl çok daha fazla kişi bilgi aldı",
    "ve bir süre sonra herkes için ne kadar önemli olduğu anlaşıldı,",
    "ama bu konu gibi olan diğer işler de var ve en son karar ki",
    "bir toplantı daha gerekir veya bu işin sonu böyle olarak kalır",
  ];
  const vietnamese = [
    "Các báo cáo của công ty cho năm nay đã được gửi trong một tuần",
    "và những người không đến thì có thể xem khi họ muốn như mọi lần,",
    "nhưng mỗi người trong nhóm này cho là một việc khác và hay hơn",
  ];
  const draw = (lines: string[]) => drawLines(lines, { width: 1_700, height: 420, size: 44 });
  const [doubtful, unread] = [await read("a.png", draw(turkish)), await read("b.png", draw(vietnamese))];
  expect(doubtful.note).toBe(
    "Words of this picture may be misread: it seems to be in Turkish, which is not installed.",
  );
  expect(doubtful.text).toContain("toplant");
  expect(unread.note).toBe(
    "The text of this picture could not be read: it seems to be in Vietnamese, which is not installed.",
  );
  expect(unread.text.trim()).toBe(`[${unread.note}]`);
  const czech = [
    "Podle zprávy byl rok pro firmu dobrý, ale nebo jsou také",
    "ztráty, které by se jako vždy neměly opakovat při práci",
  ];
  const installed = await read("d.png", draw(czech));
  expect(installed.note).toBeNull();
  expect(installed.text).toContain("Podle");
  // Isolated words, as in a table, don't identify a language.
  const table = await read(
    "c.png",
    draw(["Total   Hotel Istanbul   4 812,00", "Bir Ltd.   Ankara   1 200,50"]),
  );
  expect(table.note).toBeNull();
});

test("an Arabic page keeps every line and its Latin words", async () => {
  const lines = [
    "تستخدم الشركة نظام Microsoft Windows منذ سنوات طويلة",
    "ولما كانت الدول الأعضاء قد تعهدت بالتعاون مع الأمم المتحدة",
    "يرجى إرسال الفاتورة إلى مدير شركة Northwind Traders",
    "لكل فرد الحق في الحياة والحرية وسلامة شخصه",
  ];
  const svg = lines.map(
    (line, at) =>
      `<text x="1440" y="${90 + at * 90}" direction="rtl" font-size="40" font-family="DejaVu Sans">${line}</text>`,
  );
  const picture = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="460">${svg.join("")}</svg>`),
  )
    .flatten({ background: "white" })
    .png()
    .toBuffer();
  const { text, note } = await read("a.png", picture);
  const bare = text.replaceAll(/\p{Cf}/gu, "");
  for (const word of ["Microsoft Windows", "Northwind Traders", "بالتعاون", "الفاتورة", "وسلامة شخصه"])
    expect(bare).toContain(word);
  expect(note).toBeNull();
});

test("pages of a TIFF are read one by one, and unreadable ones are named", async () => {
  const draw = async (lines: string[]) =>
    sharp(await drawLines(lines))
      .raw()
      .toBuffer({ resolveWithObject: true });
  const pages = [
    await draw(["The first page of the fax"]),
    await draw([]),
    await draw(["The third page of the fax"]),
  ];
  const { width, height, channels } = pages[0]!.info;
  const tiff = await sharp(Buffer.concat(pages.map(({ data }) => data)), {
    raw: { width, height: height * pages.length, channels, pageHeight: height },
  })
    .tiff()
    .toBuffer();
  const { text, parts, pages: count, note } = await read("fax.tif", tiff);
  expect(count).toBe(3);
  expect(text.slice(0, parts[1].start)).toContain("first page");
  expect(text.slice(parts[2].start)).toContain("third page");
  expect(note).toBe("No text was found in the picture of page 2.");
});

describe("PDFs without words of any language", () => {
  test.each([
    [
      "codes.pdf",
      ["Spare parts price list, valid from March 2026", "XWVFTV-PCMXH GHPSFFWG pump part, price 52 EUR"],
    ],
    [
      "keys.pdf",
      ["Licence keys for the finance team", "TCGCX-YMK8Y-RQTW2-DRXFG-M3F7F", "FGPGT-R4DJB-RGXKD-R2XF8-QXB9R"],
    ],
  ])("%s keeps its text", async (name, lines) => {
    const { text, note, error } = await read(name, fixture(name));
    expect(error).toBeNull();
    for (const line of lines) expect(text).toContain(line);
    expect(note).toMatch(/^The words of this PDF are in no language/);
  });

  test("PDFs with sequences, redactions and checkboxes keep their text", async () => {
    const bases = Array.from({ length: 20 }, (_, at) => "GATTACAGATTCCGGTTAACCGGT".slice(at % 7).repeat(2));
    const redacted = Array.from(
      { length: 20 },
      (_, at) => `Name: XXXXXXXXXXXXXXXX Account ${at}: XXXXXXXXXXXXXXXX`,
    );
    for (const lines of [bases, redacted])
      expect((await read("a.pdf", pdf([lines]))).text).toContain(lines.join("\n"));
    // Checkboxes in a font without glyph names.
    const form = await read("a.pdf", glyphPdf("Yes\uf0a8\uf0fe\uf0a8No"));
    expect(form.text).toContain("Yes□No");
    expect(form.note).toBe("The fonts of page 1 do not say what some letters are.");
    const bullets = await read("a.pdf", glyphPdf("\uf0b7 The meeting is on Monday at the town hall"));
    expect([bullets.text.trim(), bullets.note]).toEqual([
      "□ The meeting is on Monday at the town hall",
      null,
    ]);
  });
});
