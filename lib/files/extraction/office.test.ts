import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { encoded } from "@/test/encoded";
import { bmp, docx, paragraph, rawXlsx, withParts, workbook, zipped } from "@/test/files";
import { doc, msg, oldDoc, oleObject, packaged, rtfObject, withStream } from "@/test/office-files";
import { startReading } from "@/test/read-document";

// Covers content of Office documents other than their body text, and legacy formats and encodings.

const { ada, read } = await startReading();

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
// Builds relationships from the last segment of each type and its target.
const relations = (...targets: [string, string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([kind, target], at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;
const cache = (...points: string[]) =>
  `<c:strRef><c:strCache>${points.map((point, at) => `<c:pt idx="${at}"><c:v>${point}</c:v></c:pt>`).join("")}</c:strCache></c:strRef>`;
const title = (words: string) =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:t>${words}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
const CHART = `<c:chartSpace><c:chart>${title("Harvest")}<c:plotArea><c:barChart><c:ser><c:tx>${cache("Tons")}</c:tx><c:cat>${cache("North", "South")}</c:cat><c:val>${cache("12", "7.5")}</c:val></c:ser></c:barChart><c:valAx>${title("Weight")}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
const CHART_TABLE = "Chart: Harvest, Weight\n\n|  | Tons |\n| --- | --- |\n| North | 12 |\n| South | 7.5 |";
const listTitles = ({ parts }: { parts: { title: string | null }[] }) => parts.map((part) => part.title);

describe("charts, text boxes, comments and embedded files", () => {
  test("of DOCX are read two files deep", async () => {
    const inner = await docx(paragraph("Said in the innermost one."));
    const within = (name: string, content: Buffer, text: string) =>
      docx(paragraph(text), {
        more: {
          "word/_rels/document.xml.rels": relations(
            ["package", `embeddings/${name}`],
            ["oleObject", "embeddings/o.bin"],
            ["chart", "charts/chart1.xml"],
          ),
          [`word/embeddings/${name}`]: content,
          "word/embeddings/o.bin": oleObject("Prices ü.txt", Buffer.from("Barley costs 7 euros.")),
          "word/charts/chart1.xml": CHART,
        },
      });
    const middle = await within("inner.docx", await within("innermost.docx", inner, "Third."), "Second.");
    const found = await read("a.docx", within("middle.docx", middle, "First."));
    expect(found.text).toMatch(/^First\.\n\nChart: Harvest/);
    expect(found.text).toContain(CHART_TABLE);
    for (const said of ["Second.", "Third.", "Barley costs 7 euros."]) expect(found.text).toContain(said);
    expect(listTitles(found)).toContain("Prices ü.txt");
    expect(found.text).not.toContain("innermost one");
    expect(found.note).toContain("The embedded file innermost.docx was not read. It is a file within files.");
  });

  test("of PPTX are read: charts on their slide, embedded files after the last one", async () => {
    const book = workbook({ Costs: [["Seed", 41]] }, "xlsx");
    const slide = (text: string) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`;
    const found = await read(
      "a.pptx",
      zipped({
        "ppt/presentation.xml": '<p:sldId r:id="r1"/><p:sldId r:id="r2"/>',
        "ppt/_rels/presentation.xml.rels": relations(["slide", "slides/s1.xml"], ["slide", "slides/s2.xml"]),
        "ppt/slides/s1.xml": slide("One"),
        "ppt/slides/s2.xml": slide("Two"),
        "ppt/slides/_rels/s1.xml.rels": relations(
          ["chart", "../charts/c.xml"],
          ["package", "../embeddings/Book.xlsx"],
        ),
        "ppt/charts/c.xml": CHART,
        "ppt/embeddings/Book.xlsx": book,
      }),
    );
    expect(found.text).toBe(`One\n\n${CHART_TABLE}\n\nTwo\n\n\nSeed | 41\n\n`);
    expect(found.pages).toBe(2);
    expect(listTitles(found)).toEqual([null, null, "Book.xlsx › Costs"]);
  });

  const drawing =
    '<xdr:wsDr xmlns:xdr="x" xmlns:a="a"><xdr:sp><xdr:txBody><a:p><a:r><a:t>Ask the </a:t></a:r><a:r><a:t>miller</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>';
  test("of XLSX follow the rows of their sheet", async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData><headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;12Fields &amp;&amp; mills</oddHeader><oddFooter>&amp;LPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>';
    const book = await rawXlsx(sheet);
    const more = {
      "xl/worksheets/_rels/sheet1.xml.rels": relations(
        ["drawing", "/xl/drawings/drawing1.xml"],
        ["comments", "../comments1.xml"],
        ["oleObject", "../embeddings/o.bin"],
      ),
      "xl/drawings/drawing1.xml": drawing,
      "xl/drawings/_rels/drawing1.xml.rels": relations(["chart", "../charts/c.xml"]),
      "xl/charts/c.xml": CHART.replaceAll(/(<\/?)[ca]:/g, "$1"),
      "xl/comments1.xml":
        '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Ada</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Ada:</t></r><r><t>\nToo many?</t></r></text></comment></commentList></comments>',
      "xl/embeddings/o.bin": oleObject("run.exe", Buffer.from("MZ")),
    };
    const { text, note } = await read("a.xlsx", withParts(book, more));
    expect(text.split("\n").slice(0, 5)).toEqual([
      "5",
      "Comment at A1 by Ada: Too many?",
      "Text box: Ask the miller",
      "Chart: Harvest, Weight. Series: Tons. Categories: North, South",
      "Header: Fields & mills",
    ]);
    expect(note).toBe("The embedded file run.exe was not read. Its type is not read.");
  });

  test("of XLSB are read: page headers and files, also next to records of newer programs", async () => {
    const strings = ["&CFields", "&RPage &P"].map((words) =>
      Buffer.concat([Buffer.from(Uint32Array.of(words.length).buffer), Buffer.from(words, "utf16le")]),
    );
    const content = Buffer.concat([Buffer.alloc(2), ...strings, Buffer.alloc(16, 0xff)]);
    const around = Buffer.concat([Buffer.from([0xdf, 0x03, content.length]), content]);
    const book = workbook({ S: [["Wombat", 7]] }, "xlsb");
    const unknown = Buffer.from([0xff, 0x1f, 4, 0, 0, 0, 0]);
    const found = await read(
      "a.xlsb",
      withParts(book, {
        // Inserts before the record that ends the sheet.
        "xl/worksheets/sheet1.bin": (sheet: Buffer) =>
          Buffer.concat([sheet.subarray(0, -3), around, unknown, sheet.subarray(-3)]),
        "xl/worksheets/_rels/sheet1.bin.rels": relations(["oleObject", "../embeddings/o.bin"]),
        "xl/embeddings/o.bin": oleObject("a.csv", Buffer.from("Field,Tons\n")),
      }),
    );
    expect(found.text).toBe("Wombat | 7\nHeader: Fields\nFooter: Page\n\n\nField | Tons\n");
    expect(listTitles(found)).toEqual(["S", "a.csv"]);
  });

  test("of XLS are read: text boxes, chart titles and page headers", async () => {
    const record = (kind: number, ...content: (Buffer | number[])[]) => {
      const bytes = Buffer.concat(content.map((piece) => Buffer.from(piece)));
      return Buffer.concat([Buffer.from(Uint16Array.of(kind, bytes.length).buffer), bytes]);
    };
    const bytes = (text: string) => Buffer.from(text, "latin1");
    const more = Buffer.concat([
      record(0x14, [9, 0, 0], bytes("&CFields!")),
      record(0x5d, [0x15, 0, 0x12, 0, 0x06, 0], Buffer.alloc(16)),
      record(0x1b6, Buffer.alloc(10), [14, 0], Buffer.alloc(6)),
      record(0x3c, [0], bytes("Ask the miller")),
      record(0x809, [0, 6, 0x20, 0], Buffer.alloc(12)),
      record(0x100d, [0, 0, 7, 0], bytes("Harvest")),
      record(0x0a),
    ]);
    const book = withStream(workbook({ S: [["Wombat", 7]] }, "biff8"), "Workbook", (stream) =>
      // Inserts before the record that ends the sheet.
      Buffer.concat([stream.subarray(0, -4), more, stream.subarray(-4)]),
    );
    expect((await read("a.xls", book)).text).toBe(
      "Wombat | 7\nHeader: Fields!\nText box: Ask the miller\nChart: Harvest\n\n",
    );
  });

  test("of ODS are read: cells as displayed, repeated cells, comments and charts", async () => {
    const cell = (attributes: string, text: string, times = 1) =>
      `<table:table-cell table:number-columns-repeated="${times}" ${attributes}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`;
    const float = (value: string, text: string) =>
      cell(`office:value-type="float" office:value="${value}"`, text);
    const row = (cells: string, times = 1) =>
      `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
    const rows = [
      row(cell("", "Name") + cell("", "Same", 2)),
      row(cell("", "", 3)),
      row(
        cell('office:value-type="currency" office:value="12.5"', "12,50 €") +
          cell('office:value-type="percentage" office:value="0.25"', "25 %") +
          cell('office:value-type="boolean" office:boolean-value="true"', "WAHR") +
          cell('office:value-type="date" office:date-value="2026-05-03T14:05:00"', "3.5.26") +
          cell('office:value-type="time" office:time-value="PT37H30M00S"', "37:30") +
          float("4006381333931", "4,01E+12") +
          float("11.25", "11 1/4"),
      ),
      row(cell("", "Twice"), 2),
      row(
        `<table:table-cell/><table:table-cell><office:annotation><dc:creator>Ada</dc:creator><dc:date>2026-05-03</dc:date><text:p>Too <text:span>many</text:span>?</text:p></office:annotation><text:p>8 <text:a>miles</text:a></text:p><text:p>north</text:p></table:table-cell>`,
      ),
      row(cell("", "", 16_384), 1_048_000),
    ];
    const shapes =
      '<table:shapes><draw:rect><text:p>Or the baker</text:p></draw:rect><draw:frame><draw:text-box><text:p>Ask the miller</text:p></draw:text-box></draw:frame><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></table:shapes>';
    const chart = `<office:document-content><office:chart><chart:chart><chart:title><text:p>Harvest</text:p></chart:title><table:table>${row(cell("", "") + cell("", "Tons"))}${row(cell("", "North") + float("12", "12"))}</table:table></chart:chart></office:chart></office:document-content>`;
    const { text, parts } = await read(
      "a.ods",
      zipped({
        mimetype: "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": `<office:spreadsheet><table:table table:name="Fields">${shapes}${rows.join("")}</table:table></office:spreadsheet>`,
        "styles.xml":
          '<style:header style:display="false"/><style:header><text:p>Confidential <text:sheet-name>?</text:sheet-name></text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer>',
        "Object 1/content.xml": chart,
      }),
    );
    expect(text).toBe(
      [
        "Name | Same | Same",
        "12,50 € | 25 % | WAHR | 2026-05-03 14:05 | 37:30 | 4006381333931 | 11 1/4",
        "Twice\nTwice",
        " | 8 miles north",
        "Text box: Or the baker",
        "Text box: Ask the miller",
        "Comment at B6 by Ada: Too many?",
        "Chart: Harvest. Series: Tons. Categories: North",
        "\nHeader: Confidential\n",
      ].join("\n"),
    );
    expect(listTitles({ parts })).toEqual(["Fields"]);
  });

  test("of ODT are read: charts and objects in place", async () => {
    const { text } = await read(
      "a.odt",
      zipped({
        "content.xml":
          '<office:text><text:p>Before.</text:p><text:p><draw:frame><draw:object xlink:href="./Object 1"/><svg:desc>A bar for each field</svg:desc></draw:frame></text:p><text:p>After.<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>At last.</text:p></text:note-body></text:note></text:p></office:text>',
        "Object 1/content.xml":
          "<office:spreadsheet><table:table><table:table-row><table:table-cell><text:p>Seed</text:p></table:table-cell><table:table-cell><text:p>41</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>",
      }),
    );
    expect(text).toBe("Before.\n\nSeed | 41\n\n[A bar for each field]\n\nAfter. [Endnote: At last.]");
  });

  test("of a document with too many embedded files are read for the first fifty", async () => {
    const names = Array.from({ length: 60 }, (_, at) => `file${at}.docx`);
    const small = await docx(paragraph("It is small."));
    const { text, note } = await read(
      "many.docx",
      docx(paragraph("The small files are here."), {
        more: {
          "word/_rels/document.xml.rels": relations(
            ...names.map((name): [string, string] => ["package", `embeddings/${name}`]),
          ),
          ...Object.fromEntries(names.map((name) => [`word/embeddings/${name}`, small])),
        },
      }),
    );
    expect(text.split("It is small.")).toHaveLength(51);
    expect(note).toMatch(/^Only the first 50 embedded files were read\./);
  });
});

describe("RTF", () => {
  const rtf = async (body: string) =>
    (await read("a.rtf", Buffer.from(`{\\rtf1\\ansi ${body}}`, "latin1"))).text;

  test("escaped characters are read in place", async () => {
    expect(await rtf("a \\{b\\} c\\\\d, 10\\~km, x\\_y, co\\-op")).toBe("a {b} c\\d, 10 km, x-y, coop");
  });

  test("text boxes, objects, endnotes and formulas are read", async () => {
    const shape =
      "{\\shp{\\*\\shpinst{\\sp{\\sn posh}{\\sv 2}}{\\shptxt \\pard In the box.\\par}}{\\shprslt{\\*\\do\\dptxbx{\\dptxbxtext In the box.\\par}}}}";
    const object = `{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata ${rtfObject("note.txt", Buffer.from("In the file."))}}{\\result {Icon of the file}}}`;
    const text = await rtf(
      `Before${shape} it.{\\footnote\\ftnalt At last.}\\par ${object}\\par {\\mmath{\\*\\moMath{\\mr x+y}}}\\par`,
    );
    expect(text).toBe(
      "Before it. [Endnote: At last.]\n\nIn the box.\n\nIcon of the file\n\nx+y\nIn the file.",
    );
  });

  test("numbers of items and headings, and a footnote in a table, are kept", async () => {
    expect(
      await rtf(
        "{\\stylesheet{\\s1 heading 1;}}\\pard\\s1{\\listtext 3.\\tab}Rent\\par\\pard{\\listtext 3.2\\tab}It is due.\\par{\\listtext \\u183 ?\\tab}Early\\par\\pard\\par\\trowd\\pard\\intbl North{\\footnote\\pard Far.}\\cell 12\\cell\\row\\pard End\\par",
      ),
    ).toBe("# 3. Rent\n\n3.2 It is due.\n- Early\n\n| North [Footnote: Far.] | 12 |\n| --- | --- |\n\nEnd");
  });

  test("code pages of DOS, Mac and fonts are decoded, and double-written text is read once", async () => {
    expect(await rtf("\\ansicpg850 Gr\\'81\\'e1e")).toBe("Grüße");
    expect(await rtf("\\mac Gr\\'9f\\'a7e")).toBe("Grüße");
    expect(await rtf("\\deff0{\\fonttbl{\\f0\\fcharset204 Arial;}}\\plain\\'cf\\'f0\\'e8")).toBe("При");
    expect(await rtf("{\\upr{Moskva}{\\*\\ud{\\u1052?\\u1086?}}}")).toBe("Мо");
  });
});

describe("DOC", () => {
  test("comments, fields, tracked changes and embedded files are read", async () => {
    // The last field is unterminated.
    const body = "Kept red gone.\u0005 See \u0013 HYPERLINK x \u0014the page\u0015.\u0013 Bye.\r";
    const { text, parts, note } = await read(
      "a.doc",
      doc({
        body,
        comments: [{ at: body.indexOf("\u0005"), author: "Ada", text: "Is it?" }],
        runs: [
          // sprmCIcoBi, whose operand ends with the bytes of the deletion sprm.
          { from: 0, to: 8, properties: [0x60, 0x4a, 1, 0] },
          { from: 8, to: 13, properties: [0x00, 0x08, 1] },
          { from: 13, to: body.length, properties: [] },
        ],
        streams: {
          "ObjectPool/_1/\u0001Ole10Native": Buffer.concat([
            Buffer.alloc(4),
            packaged("prices.txt", Buffer.from("Barley costs 7 euros.")),
          ]),
        },
      }),
    );
    const left = "Text deleted in tracked changes is left out.";
    expect(text).toBe(
      `Kept red. [Comment by Ada: Is it?] See the page. Bye.\nBarley costs 7 euros.\n\n[${left}]\n`,
    );
    expect(listTitles({ parts })).toEqual(["prices.txt"]);
    expect(note).toBe(left);
  });

  test("Word 95 in Russian is read; a file with a password fails with a message", async () => {
    const old = oldDoc(encoded("Договор о поставке\rЦена 120", "windows-1251"), 0x0419);
    expect((await read("old.doc", old)).text).toBe("Договор о поставке\n\nЦена 120");
    expect((await read("locked.doc", doc({ body: "x\r", isEncrypted: true }))).error).toBe(
      "This document is protected with a password.",
    );
  });
});

describe("MSG", () => {
  const RUSSIAN = { subject: "Счёт за март", body: "Здравствуйте! Счёт во вложении." };
  const cyrillic = (text: string) => encoded(text, "windows-1251");

  test("a message is decoded by its code page, and its HTML by its own", async () => {
    const plain = msg(
      { "0037001e": cyrillic(RUSSIAN.subject), "1000001e": cyrillic(RUSSIAN.body) },
      { 1073545219: 1251 },
    );
    expect((await read("a.msg", plain)).text).toBe(`Subject: ${RUSSIAN.subject}\n\n${RUSSIAN.body}\n`);
    const html = msg(
      {
        "0037001f": Buffer.from(RUSSIAN.subject, "utf16le"),
        "10130102": encoded(`<p>${RUSSIAN.body}</p>`, "koi8-r"),
      },
      { 1071513603: 20866 },
    );
    expect((await read("b.msg", html)).text).toContain(RUSSIAN.body);
  });

  test("a message with an RTF-only body and an object of another program is read", async () => {
    // MS-OXRTFCP 4.1.1.
    const compressed = Buffer.from(
      "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0",
      "hex",
    );
    const object = {
      "__attach_version1.0_#00000000/__properties_version1.0": Buffer.alloc(8),
      "__attach_version1.0_#00000000/__substg1.0_3001001F": Buffer.from("Sheet", "utf16le"),
      "__attach_version1.0_#00000000/__substg1.0_3701000D/\u0001Ole10Native": Buffer.concat([
        Buffer.alloc(4),
        packaged("tons.csv", Buffer.from("Field,Tons\nNorth,12\n")),
      ]),
    };
    const { text, parts } = await read("a.msg", msg({ "10090102": compressed }, {}, object));
    expect(text).toContain("hello world");
    expect(text).toContain("North | 12");
    expect(listTitles({ parts })).toEqual(["tons.csv"]);
  });
});

describe("text", () => {
  const utf32 = (text: string, isLittle: boolean) => {
    const bytes = Buffer.alloc(4 * [...text].length);
    for (const [at, character] of [...text].entries())
      if (isLittle) bytes.writeUInt32LE(character.codePointAt(0)!, 4 * at);
      else bytes.writeUInt32BE(character.codePointAt(0)!, 4 * at);
    return bytes;
  };
  test.each([
    ["", true],
    ["", false],
    ["\ufeff", true],
    ["\ufeff", false],
  ])("in UTF-32 with the mark '%s' is decoded, little-endian %s", async (mark, isLittle) => {
    const said = "Grüße, 報告 und 😀.\n";
    expect((await read("a.txt", utf32(mark + said, isLittle))).text).toBe(said);
    expect((await read("a.csv", utf32(`${mark}Name,Tons\nÄcker,12\n`, isLittle))).text).toBe(
      "Name | Tons\nÄcker | 12\n",
    );
  });

  const letters = "abcdefghi       jklmnopqr       stuvwxyz";
  const ebcdic = (text: string, newline: number) =>
    Buffer.from(
      [...text].map((letter) =>
        letter === "\n"
          ? newline
          : letter === " "
            ? 0x40
            : 0x81 + (letter >= "s" ? 1 : 0) + letters.indexOf(letter),
      ),
    );
  test("in EBCDIC is refused by name, at upload or while it is read", async () => {
    const said = "the harvest was late\nand small this year\n";
    const why = "is in EBCDIC, which isn't read. Save it as UTF-8 and add it again.";
    const file = new File([ebcdic(said, 0x15) as BlobPart], "a.txt");
    const { status, body } = await ada.api.multipart("/documents", { files: [file] });
    expect([status, body.message]).toEqual([415, expect.stringContaining(why)]);
    expect((await read("b.txt", ebcdic(said, 0x25))).error).toBe(`This text ${why}`);
  });
});

describe("pictures", () => {
  test("AVIF and BMP are recognized by their content, read and displayed", async () => {
    const note = sharp("test/files/note.png").flatten({ background: "white" }).resize({ width: 1000 });
    const { data, info } = await note.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pictures: [string, Buffer, string][] = [
      ["a.avif", await note.clone().avif({ lossless: true }).toBuffer(), "image/avif"],
      ["b.bmp", bmp(data, info), "image/bmp"],
      ["misnamed.png", bmp(data, info), "image/bmp"],
    ];
    for (const [name, content, type] of pictures) {
      const found = await read(name, content);
      expect([name, found.type, found.error]).toEqual([name, type, null]);
      expect(found.text, name).toContain("The harvest was late this year.");
    }
  });

  test("a compressed or torn bitmap fails with a message", async () => {
    const compressed = bmp(Buffer.alloc(12), { width: 2, height: 2 });
    compressed.writeUInt32LE(1, 30);
    expect((await read("a.bmp", compressed)).error).toMatch(/^This bitmap is compressed/);
    const torn = bmp(Buffer.alloc(12), { width: 2, height: 2 }).subarray(0, 60);
    expect((await read("torn.bmp", torn)).error).toMatch(/seems to be damaged/);
  });
});
