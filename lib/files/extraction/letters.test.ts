import sharp from "sharp";
import { expect, test } from "vitest";
import { encoded } from "@/test/encoded";
import { fixture, formPdf, glyphPdf, japanesePdf, pdf, scannedPdf } from "@/test/files";
import { startReading } from "@/test/read-document";

// Covers files whose characters need decoding: the text is decoded, or the document's note says that it may be garbled.

const { read } = await startReading();

test.each([
  ["shift_jis", "会議は来週の水曜日に東京で行われます。予算は五百万円です。"],
  ["euc-jp", "会議は来週の水曜日に東京で行われます。"],
  ["euc-kr", "안녕하세요. 견적서를 첨부합니다."],
  ["gbk", "会议将于下周三在上海举行。预算为五百万元，由财务部批准。"],
  ["big5", "會議將於下週三在台北舉行。預算為五百萬元，由財務部批准。"],
  ["koi8-r", "Здравствуйте! Счёт во вложении."],
  ["windows-1251", "Привет! Как дела?"],
  ["windows-1250", "Zażółć gęślą jaźń. Spotkanie odbędzie się w środę w Łodzi."],
  ["windows-1253", "Η συνάντηση θα γίνει την Τετάρτη στην Αθήνα."],
  ["windows-1255", "הפגישה תתקיים ביום רביעי בתל אביב."],
  ["windows-1256", "سيعقد الاجتماع يوم الأربعاء في القاهرة."],
])("text in %s is decoded", async (encoding, said) => {
  expect(await read("a.txt", encoded(said, encoding))).toMatchObject({ text: said, note: null });
  const table = encoded(`${said};1\r\n${said};2\r\n`, encoding);
  expect((await read("a.csv", table)).text).toContain(`${said} | 2`);
});

test("text in a guessed encoding carries a note, and in an unknown one fails", async () => {
  const few = await read("a.txt", encoded("发票号码 4711 合计 3200 元", "gbk"));
  expect(few.text).toContain("发票号码 4711 合计 3200 元");
  expect(few.note).toBe("This text doesn't declare its encoding, so parts of it may be garbled.");
  const noise = Buffer.from(Array.from({ length: 400 }, (_, at) => 128 + ((at * at * 7 + at * 31) % 127)));
  const { error, text } = await read("noise.txt", noise);
  expect([error, text]).toEqual([expect.stringMatching(/^The encoding of this text is unknown/), ""]);
});

test("PDF with a Japanese font that is not embedded is read", async () => {
  const said = "会議は月曜日です";
  const { text } = await read("a.pdf", japanesePdf(encoded(said, "shift_jis").toString("hex")));
  expect(text.trim()).toBe(said);
});

test("PDF with ligatures and presentation forms yields plain letters", async () => {
  // "office" with a ligature, and "salaam" in Arabic presentation forms.
  const { text } = await read("a.pdf", glyphPdf("o\ufb03ce"));
  expect(text.trim()).toBe("office");
  const arabic = await read("a.pdf", glyphPdf("\ufee1\ufefc\ufeb3"));
  expect([...arabic.text.trim()].sort().join("")).toBe([..."سلام"].sort().join(""));
});

test("PDF whose fonts cannot be read as text fails with a message", async () => {
  const { error } = await read("a.pdf", glyphPdf("\ue001\ue002\ue003\ue004"));
  expect(error).toMatch(/^The fonts in this PDF can.t be read as text/);
});

test("texts and PDFs without words of any language keep their text and carry a note", async () => {
  const said = Array.from(
    { length: 12 },
    (_, at) => `The meeting of week ${at} is about prices and the harvest.`,
  );
  // Shifts letters, as in PDFs whose fonts lack glyph names.
  const shifted = said.map((line) =>
    line.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 3) % 26) + 97)),
  );
  expect((await read("a.pdf", pdf([said]))).error).toBeNull();
  expect((await read("a.pdf", pdf([said, shifted]))).error).toBeNull();
  expect(await read("a.pdf", pdf([shifted]))).toMatchObject({
    error: null,
    text: expect.stringContaining(shifted.join("\n")),
    note: expect.stringMatching(/^The words of this PDF are in no language/),
  });
  expect((await read("a.txt", said.join("\n"))).note).toBeNull();
  const { text, note } = await read("a.txt", shifted.join("\n"));
  expect(note).toMatch(/^This text isn.t in any recognizable language/);
  expect(text).toBe(`${shifted.join("\n")}\n\n[${note}]\n`);
});

test("PDF forms are read with their values, except passwords", async () => {
  const { text } = await read("a.pdf", formPdf());
  expect(text.trim()).toBe("Application\n\nFull name: Ada Example\ncity: Ulm");
});

test("PDF in Arabic with words drawn separately from the right is read in order", async () => {
  const { text } = await read("a.pdf", fixture("arabic-words.pdf"));
  expect(text.trim()).toBe("رقم الفاتورة 4711 من شركة Example GmbH في برلين");
});

test("PDF comments, highlights, stamps and signatures are read", async () => {
  const { text } = await read("a.pdf", fixture("marks.pdf"));
  expect(text.trim().split("\n\n")[1]?.split("\n")).toEqual([
    "Marked by Ada: “The rent is 950” Comment: Too much?",
    "Reply by Bob: It was agreed.",
    "Comment by Ada: Ask the landlord about the cellar.",
    "Marked: “Notice is to be given three months before.”",
    "Comment: Approved by the board",
    "Stamp: PAID 3 May 2026",
    "Signature: Digitally signed by Ada Example Date: 2026.05.03",
  ]);
});

test("scans in German and Japanese are read, including a fax that lies on its side", async () => {
  const german = await read("a.pdf", fixture("fax-turned.pdf"));
  expect(german.text).toContain("Die Straße zur Mühle wurde im Frühjahr ausgebessert.");
  const japanese = await read("a.pdf", fixture("scan-japanese.pdf"));
  expect(japanese.text).toContain("谷の農家は機械を共同で使います。");
});

test.each([90, 180])("PDF and picture that were scanned rotated by %i degrees are read", async (turned) => {
  const lines = ["Invoice 4711", "of 3 May 2026", "Total 120 euros", "Thank you"].map(
    (line, at) => `<text x="40" y="${120 + at * 110}" font-size="72" font-family="sans-serif">${line}</text>`,
  );
  const page = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="520">${lines.join("")}</svg>`,
  );
  const picture = await sharp(page).flatten({ background: "white" }).rotate(turned).png().toBuffer();
  expect((await read("turned.png", picture)).text).toContain("Invoice 4711");
  const { text } = await read("turned.pdf", scannedPdf(picture, 360 - turned));
  expect(text).toContain("Invoice 4711");
});
