import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { encoded } from "@/test/encoded";
import { docx, fixture, paragraph, pdf, scannedPdf, zipped } from "@/test/files";
import { startReading } from "@/test/read-document";

// Covers document structure across formats: headings, lists, tables, notes and comments.

const { ada, read } = await startReading();

const LEFT_OUT = "Text deleted in tracked changes is left out.";
const TABLE = "| Field | Tons |\n| --- | --- |\n| North \\| East | 12 |\n| South | 7,5 |";
const SAID = "The yield of the north field rose. Grüße aus Łódź, 東京.";

test.each([
  ["report.docx", `${SAID}[AE1]`, "Price 120 euros[1]\n\n1. Without tax.\n\nComment [AE1]\n\nIs that so?"],
  ["report.odt", `[Comment by Ada Example: Is that so?] ${SAID}`, "Price 120 euros [Footnote: Without tax.]"],
  ["report.rtf", `${SAID} [Comment by Ada Example: Is that so?]`, "Price 120 euros [Footnote: Without tax.]"],
])(
  "%s keeps headings, lists, tables, headers, comments, footnotes and tracked changes",
  async (name, said, price) => {
    const { text, note } = await read(name, fixture(name));
    const fields = `## Fields\n\n- wheat\n- rye\n\n${TABLE}`;
    expect(text).toBe(
      `Contract 7\n\n# Harvest report\n\n${said}\n\n${fields}\n\n${price}\n\nConfidential\n\n[${LEFT_OUT}]\n`,
    );
    expect(note).toBe(LEFT_OUT);
  },
);

test.each(["talk.pptx", "talk.odp"])("%s is read slide by slide, with notes and tables", async (name) => {
  const { text, pages, parts } = await read(name, fixture(name));
  const first = "# Harvest\n\n- Wheat rose\n- Rye fell\n\nNotes: Say thanks to the team.\n\n";
  expect(text).toBe(`${first}# Numbers\n\n| Field | Tons |\n| --- | --- |\n| North | 12 |\n\n`);
  expect(pages).toBe(2);
  expect(parts.map(({ start }: { start: number }) => start)).toEqual([0, first.length]);
});

test("ODS is read sheet by sheet, with numbers and dates as displayed", async () => {
  const { text, parts } = await read("sheet.ods", fixture("sheet.ods"));
  expect(text).toBe("Name | Born | Price\nAda | 2026-05-03 | 12.5\nGrace | 2025-01-01 | 7\n\n");
  expect(parts).toEqual([{ page: 1, title: "sheet", start: 0 }]);
});

describe("web pages and books", () => {
  const page = `<!doctype html><html><head><title>Manual</title><style>p{}</style><body><nav>Home</nav>
    <h1>Setup</h1><p>First &amp; <b>fore</b>most.<script>no()</script></p><ol><li>Plug in<ul><li>gently</li></ul><li>Wait</ol>
    <table><caption>Ports</caption><tr><th>Name<th>Use<tr><td rowspan=2>A<td>in<tr><td>out</table>
    <pre>a =  1
b</pre><p>Was <del>9</del> 7.<img alt="A plug" src="file:///etc/passwd"></body></html>`;

  test("HTML becomes Markdown", async () => {
    const { text, type } = await read("manual.html", page);
    expect(type).toBe("text/html");
    expect(text).toBe(
      "Home\n\n# Setup\n\nFirst & foremost.\n\n1. Plug in\n  - gently\n2. Wait\n\nPorts\n\n" +
        "| Name | Use |\n| --- | --- |\n| A | in |\n|  | out |\n\n```\na =  1\nb\n```\n\nWas ~~9~~ 7. [A plug]",
    );
  });

  test("HTML is decoded as it declares, and its title serves as a heading", async () => {
    const cyrillic = encoded('<meta charset="koi8-r"><title>Отчёт</title><p>Да', "koi8-r");
    expect((await read("a.htm", cyrillic)).text).toBe("# Отчёт\n\nДа");
  });

  const book = (more: Record<string, string> = {}) =>
    zipped({
      mimetype: "application/epub+zip",
      "META-INF/container.xml":
        '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      "OPS/book.opf":
        '<package><manifest><item id="b" href="two%20b.xhtml"/><item id="a" href="text/one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      "OPS/two b.xhtml": "<html><body><h1>Two</h1><p>The end.</p></body></html>",
      "OPS/text/one.xhtml": "<html><body><h1>One</h1><p>It begins.</p></body></html>",
      ...more,
    });

  test("EPUB is read chapter by chapter, in reading order", async () => {
    const { text, parts, type } = await read("a.epub", await book());
    expect(type).toBe("application/epub+zip");
    expect(text).toBe("# One\n\nIt begins.\n\n# Two\n\nThe end.\n\n");
    expect(parts).toEqual([
      { page: 1, title: "One", start: 0 },
      { page: 2, title: "Two", start: 19 },
    ]);
  });

  test("an EPUB with DRM fails with a message; one with obfuscated fonts is read", async () => {
    const hidden = (part: string) => ({
      "META-INF/encryption.xml": `<encryption><EncryptedData><CipherData><CipherReference URI="${part}"/></CipherData></EncryptedData></encryption>`,
    });
    expect((await read("a.epub", await book(hidden("OPS/text/one.xhtml")))).error).toMatch(/DRM/);
    expect((await read("b.epub", await book(hidden("OPS/a.otf")))).error).toBeNull();
  });
});

describe("mails and their attachments", () => {
  const mail = (...parts: [string, Buffer | string, string?][]) =>
    [
      "From: Bob <bob@example.test>\r\nSubject: Plan\r\nMIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"\r\n',
      "--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n",
      ...parts.map(
        ([name, content, type = "application/octet-stream"]) =>
          `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString("base64")}\r\n`,
      ),
      "--b--",
    ].join("\r\n");

  test("an EML file has a part for each attachment", async () => {
    const scan = await sharp(fixture("note.png")).resize({ width: 1400 }).toBuffer();
    const inner = mail(["deep.txt", "Said deep inside."]);
    const { text, parts, note } = await read(
      "plan.eml",
      mail(
        ["tons.csv", "Field,Tons\nNorth,12\n"],
        ["a.docx", await docx(paragraph("Of Word."))],
        ["two.pdf", pdf([["Page one"], ["Page two"]])],
        ["scan.pdf", await scannedPdf(scan)],
        ["inner.eml", inner, "message/rfc822"],
        ["program.exe", "MZ"],
      ),
    );
    for (const said of ["Field | Tons", "Of Word.", "Page two", "Invoice 4711", "Said deep inside."])
      expect(text).toContain(said);
    expect(parts.map(({ title }: { title: string }) => title)).toEqual([
      "tons.csv",
      "a.docx",
      "two.pdf",
      "two.pdf",
      "scan.pdf",
      "inner.eml",
      "inner.eml › deep.txt",
    ]);
    expect(note).toBe("The attachment program.exe was not read. Its type is not read.");
  });

  test("an Outlook MSG file is read with its attachments", async () => {
    const { text, parts, note, type } = await read("mail.msg", fixture("mail.msg"));
    expect(type).toBe("application/vnd.ms-outlook");
    expect(text).toContain(
      "Subject: The grüne plan\nFrom: Bob Example <bob@example.test>\nTo: Ada <ada@example.test>\nDate: 2026-05-04T08:00:00.000Z\nAttachments: minutes.txt, tons.csv, program.exe\n\nPlease read the attached minutes.\n",
    );
    for (const said of ["The budget was approved by Mira.", "North | 12"]) expect(text).toContain(said);
    expect(parts.map(({ title }: { title: string }) => title)).toEqual(["minutes.txt", "tons.csv"]);
    expect(note).toMatch(/program\.exe/);
  });
});

test("contacts are read from vCard 2.1 and 4.0", async () => {
  const old =
    "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ada M=C3=BCller\nTEL;CELL:+49 1\nEND:VCARD\n";
  const more =
    "BEGIN:VCARD\nVERSION:4.0\nFN:Bob\nORG:Example;Sales\nTEL;TYPE=work:tel:+1-2\nADR;TYPE=home:;;Main St 1;Ulm;;89073;Germany\nEND:VCARD\n";
  const { text, type } = await read("all.vcf", old + more);
  expect(type).toBe("text/vcard");
  expect(text).toBe(
    "Contact: Ada Müller\nPhone (cell): +49 1\n\nContact: Bob\nOrganization: Example, Sales\nPhone (work): +1-2\nAddress (home): Main St 1, Ulm, 89073, Germany\n\n",
  );
});

test("source code is fenced with its language, in a fence that it cannot close", async () => {
  const { text, type } = await read("a.py", "# no heading\nx = '''\n```\n'''\n");
  expect([text, type]).toEqual(["````python\n# no heading\nx = '''\n```\n'''\n````\n", "text/x-python"]);
});

test("HEIC and TIFF pictures are read", async () => {
  expect(await read("a.heic", fixture("note.heic"))).toMatchObject({
    type: "image/heic",
    text: expect.stringContaining("The harvest was late this year."),
  });
  const tiff = await sharp(fixture("note.png")).flatten({ background: "white" }).tiff().toBuffer();
  expect((await read("a.tif", tiff)).text).toContain("Invoice 4711");
});

test("the type of a picture or PDF follows from its bytes, not from its name", async () => {
  const webp = await sharp(fixture("note.png")).webp().toBuffer();
  expect((await read("photo.jpg", webp)).type).toBe("image/webp");
  expect((await read("sheet.xlsx", pdf([["A page"]]))).type).toBe("application/pdf");
});

describe("text", () => {
  test.each([
    ["utf-16le", "Grüße an alle."],
    ["utf-16be", "Grüße an alle."],
    ["utf-16le", "Привет, мир. Как дела?"],
    ["utf-16be", "会議は月曜日です。予算は五百万円です。"],
  ])("in %s without a byte order mark is decoded: %s", async (encoding, said) => {
    const bytes = Buffer.from(said, "utf16le");
    const { text, type } = await read("a.txt", encoding === "utf-16be" ? bytes.swap16() : bytes);
    expect([text, type]).toEqual([said, "text/plain"]);
  });

  test("that is unreadable fails with a message", async () => {
    const odd = "\ufffd\ue001\u0085".repeat(40);
    expect((await read("a.txt", `x ${odd}`)).error).toMatch(/^This file has no readable text/);
  });
});

test("a search result names the headings above it and its position", async () => {
  const filler = "Nothing else is said in this sentence of the manual. ".repeat(40);
  const { text } = await read(
    "manual.md",
    `# Manual\n\n## Cooling\n\n${filler}Zirconium pumps run at night. ${filler}`,
  );
  const found = async () =>
    (await ada.api.get("/search?query=zirconium")).body.find((item: { text: string }) =>
      item.text.includes("Zirconium"),
    );
  await expect.poll(found).toBeDefined();
  const { text: passage, start, length } = await found();
  expect(passage).toBe(`Manual › Cooling\n\n${text.slice(start, start + length)}`);
});
