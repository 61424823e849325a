import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { docx, fixture, paragraph, pdf, scannedPdf, table, workbook } from "@/test/files";
import { startReading } from "@/test/read-document";

// Covers text extraction for every supported file type.

const { ada, read } = await startReading();

describe("documents", () => {
  test("PDF is read with its pages", async () => {
    const { text, parts, pages } = await read("a.pdf", pdf([["First page", "(of two)"], ["Second page"]]));
    expect(text).toBe("First page\n(of two)\n\nSecond page\n\n");
    expect(pages).toBe(2);
    expect(parts).toEqual([
      { page: 1, title: null, start: 0 },
      { page: 2, title: null, start: text.indexOf("Second") },
    ]);
  });

  test("PDF named .txt is read as a PDF", async () => {
    const { text, type } = await read("a.txt", pdf([["Not its source"]]));
    expect([text, type]).toEqual(["Not its source\n\n", "application/pdf"]);
    const about = await read("b.txt", "%PDF- is how a PDF begins.");
    expect([about.text, about.type]).toEqual(["%PDF- is how a PDF begins.", "text/plain"]);
  });

  test("PDF with scanned pages is read", async () => {
    const picture = await sharp(fixture("note.png")).resize({ width: 1400 }).toBuffer();
    const { text, pages } = await read("scan.pdf", scannedPdf(picture));
    expect(text).toContain("Invoice 4711 of 3 May 2026");
    expect(pages).toBe(1);
  });

  test("DOCX is read with its page headers and footers", async () => {
    const part = (tag: string, text: string) =>
      `<w:${tag} xmlns:w="http://x"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:${tag}>`;
    const more = {
      "word/header1.xml": part("hdr", "Contract 7 &amp; more"),
      "word/header2.xml": part("hdr", "Contract 7 &amp; more"),
      "word/footer1.xml": part("ftr", "Confidential"),
    };
    const { text } = await read("a.docx", docx(paragraph("The words."), { more }));
    expect(text).toBe("Contract 7 & more\n\nThe words.\n\nConfidential");
  });

  test("DOCX is read with its headings and tables", async () => {
    const body = [
      paragraph("Harvest", "Heading1"),
      paragraph("Grüße &amp; more &lt;here&gt;"),
      table([
        ["Field", "Tons"],
        ["North | East", "12"],
      ]),
      paragraph("The end 😀"),
    ];
    const styles =
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>';
    const relation =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>';
    const more = { "word/styles.xml": styles, "word/_rels/document.xml.rels": relation };
    const { text } = await read("a.docx", docx(body.join(""), { more }));
    expect(text).toBe(
      "# Harvest\n\nGrüße & more <here>\n\n| Field | Tons |\n| --- | --- |\n| North \\| East | 12 |\n\nThe end 😀",
    );
  });

  test("DOC", async () => {
    const { text } = await read("letter.doc", fixture("letter.doc"));
    expect(text).toBe(
      "# Report of the harvest\n\nGrüße aus Köln: the barley was late & small.\n\n- wheat\n  - winter\n- rye\n1. first\n2. second\n\n| Field | Tons |\n| --- | --- |\n| North \\| East | 12 |\n\n## End\n\nGoodbye.",
    );
  });

  test.each([
    ["UTF-8", Buffer.from("Grüße, 報告")],
    ["UTF-8 with a mark", Buffer.from("\ufeffGrüße, 報告")],
    ["UTF-16", Buffer.from("\ufeffGrüße, 報告", "utf16le")],
    ["UTF-16, the other way round", Buffer.from("\ufeffGrüße, 報告", "utf16le").swap16()],
  ])("text in %s is decoded", async (_, content) => {
    expect((await read("a.txt", content)).text).toBe("Grüße, 報告");
  });

  test("text in Windows-1252 is decoded, and a byte order mark alone is an empty text", async () => {
    expect((await read("a.md", Buffer.from("Gr\xfc\xdfe \x80 5", "latin1"))).text).toBe("Grüße € 5");
    const { text, error } = await read("mark.txt", Buffer.from([0xef, 0xbb, 0xbf]));
    expect([text, error]).toEqual(["", null]);
  });
});

describe("tables", () => {
  const rows = [
    ["Name", "Born", "Price"],
    ["Ada", new Date(Date.UTC(1815, 11, 10)), 12.5],
    ["Grace\nHopper", new Date(Date.UTC(2026, 4, 3, 13, 30)), null],
  ];
  test.each(["xlsx", "xlsm", "xlsb", "biff8"] as const)("Excel (%s) is read sheet by sheet", async (type) => {
    const book = workbook(
      { People: rows.with(1, ["Ada", new Date(Date.UTC(1915, 11, 10)), 12.5]), Ümläut: [[1, 2]] },
      type,
    );
    const { text, parts, pages } = await read(`a.${type === "biff8" ? "xls" : type}`, book);
    const people = "Name | Born | Price\nAda | 1915-12-10 | 12.5\nGrace Hopper | 2026-05-03 13:30\n\n";
    expect(text).toBe(`${people}1 | 2\n\n`);
    expect(parts).toEqual([
      { page: 1, title: "People", start: 0 },
      { page: 2, title: "Ümläut", start: people.length },
    ]);
    expect(pages).toBeNull();
  });

  test.each([
    ["a.csv", 'Name,Note\nAda,"first, and\nsecond"\n\nMax,"a ""b"""\n'],
    ["semicolons.csv", 'Name;Note\nAda;"first, and\nsecond"\n;;\nMax;"a ""b"""\n'],
    ["a.tsv", 'Name\tNote\nAda\tfirst, and second\nMax\t"a ""b"""\n'],
  ])("%s", async (name, content) => {
    expect((await read(name, content)).text).toBe('Name | Note\nAda | first, and second\nMax | a "b"\n');
  });
});

describe("data and pictures", () => {
  test("JSON, XML and YAML keep their notation, in lines", async () => {
    expect((await read("a.json", '{"a":[1,"ü"]}')).text).toBe('{\n  "a": [\n    1,\n    "ü"\n  ]\n}');
    expect((await read("b.json", '{"a": 1}\n{"a": 2}\n')).text).toBe('{"a": 1}\n{"a": 2}\n');
    expect((await read("a.xml", "<a><b>x</b> <b>y</b></a>")).text).toBe("<a>\n<b>x</b>\n<b>y</b>\n</a>");
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?>\n<a>\xb1</a>', "latin1");
    expect((await read("latin.xml", latin)).text).toContain("<a>ą</a>");
    expect((await read("a.yml", "a: &x [1]\nb: *x\n")).text).toBe("a: &x [1]\nb: *x\n");
  });

  test("a mail is read with its subject, people and body", async () => {
    const mail = [
      "From: Bob Example <bob@example.test>",
      "To: ada@example.test",
      "Subject: =?utf-8?q?The_gr=C3=BCne_plan?=",
      "Date: Mon, 04 May 2026 10:00:00 +0200",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b\r\nContent-Type: text/html\r\n\r\n<table><tr><td>Q1</td><td>100</td></tr></table><script>no</script>",
      '--b\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\n%PDF-',
      "--b--",
    ].join("\r\n");
    const { text, type } = await read("plan.eml", mail);
    expect(type).toBe("message/rfc822");
    expect(text).toBe(
      "Subject: The grüne plan\nFrom: Bob Example <bob@example.test>\nTo: ada@example.test\nDate: 2026-05-04T08:00:00.000Z\nAttachments: a.pdf\n\nQ1 | 100\n\n\n\n[The attachment a.pdf was not read. It seems to be damaged.]\n",
    );
  });

  test("a calendar becomes a list of its events", async () => {
    const calendar = [
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Harvest\\, the big one",
      "DTSTART;TZID=Europe/Berlin:20260504T100000\nDTEND;TZID=Europe/Berlin:20260504T113000",
      "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=5\nLOCATION:Room 1",
      "ORGANIZER;CN=Ada:mailto:ada@example.test\nATTENDEE;CN=Bob;PARTSTAT=ACCEPTED:mailto:bob@example.test",
      "DESCRIPTION:One\\nTwo\nEND:VEVENT",
      "BEGIN:VEVENT\nSUMMARY:Holiday\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227\nEND:VEVENT",
      "BEGIN:VEVENT\nDTSTART:20260601T080000Z\nDURATION:PT1H30M\nEND:VEVENT\nEND:VCALENDAR",
    ].join("\n");
    const { text, type } = await read("invitation.ics", calendar);
    expect(type).toBe("text/calendar");
    expect(text).toBe(
      [
        "Event: Harvest, the big one\nStarts: 2026-05-04 10:00 (Europe/Berlin)\nEnds: 2026-05-04 11:30 (Europe/Berlin)",
        "Repeats: every 2 weeks, on Monday, 5 times\nWhere: Room 1\nOrganizer: Ada <ada@example.test>",
        "Invited: Bob <bob@example.test> (accepted)\n\nOne\nTwo",
        "\nEvent: Holiday\nStarts: 2026-12-24\nEnds: 2026-12-26",
        "\nEvent: (no title)\nStarts: 2026-06-01 08:00 UTC\nLasts: 1 hour 30 minutes\n\n",
      ].join("\n"),
    );
    const nothing = await read("empty.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR");
    expect(nothing.error).toBe("This calendar file has no events.");
    expect((await read("damaged.ics", "BEGIN:VCAL")).error).toMatch(/damaged/);
  });

  test("text in pictures is read; a picture without text is no error", async () => {
    const note = fixture("note.png");
    const formats = {
      "a.png": note,
      "a.jpg": await sharp(note).flatten().jpeg().toBuffer(),
      "a.webp": await sharp(note).webp().toBuffer(),
      "a.gif": await sharp(note).gif().toBuffer(),
    };
    for (const [name, picture] of Object.entries(formats))
      expect((await read(name, picture)).text, name).toContain("The harvest was late this year.");
    const blue = await sharp({ create: { width: 80, height: 80, channels: 3, background: "blue" } })
      .png()
      .toBuffer();
    expect(await read("blue.png", blue)).toMatchObject({ text: "", error: null });
  });

  test("video and audio files are stored without a text", async () => {
    const box = (brand: string) => Buffer.from(`\0\0\0\x20ftyp${brand}\0\0\0\0`, "latin1");
    const matroska = (rest: string) => Buffer.from(`\x1a\x45\xdf\xa3\x42\x82${rest}`, "latin1");
    const kinds: [string, Buffer, string][] = [
      ["a.mp4", box("isom"), "video/mp4"],
      ["a.mov", box("qt  "), "video/quicktime"],
      ["a.m4a", box("M4A "), "audio/mp4"],
      ["a.webm", matroska("webm \x86\x85V_VP9 \x86\x86A_OPUS"), "video/webm"],
      ["voice.webm", matroska("webm \x86\x86A_OPUS"), "audio/webm"],
      ["sounds-like-a-film.webm", matroska("webm \x86\x86A_OPUS and V_VP in its sound"), "audio/webm"],
      ["a.mkv", matroska("matroska \x86\x88V_MPEG4"), "video/x-matroska"],
      ["a.avi", Buffer.from("RIFF\x10\0\0\0AVI LIST"), "video/x-msvideo"],
      ["a.wav", Buffer.from("RIFF\x10\0\0\0WAVEfmt "), "audio/wav"],
      ["a.mp3", Buffer.from("ID3\x04\0\0\0\0\0\0"), "audio/mpeg"],
      ["bare.mp3", Buffer.from("fffb9064000f", "hex"), "audio/mpeg"],
      ["a.ogg", Buffer.from("OggS\0\x02\0\0"), "audio/ogg"],
      ["a.flac", Buffer.from("fLaC\0\0\0\x22"), "audio/flac"],
    ];
    for (const [name, content, type] of kinds)
      expect(await read(name, content), name).toMatchObject({ error: null, text: "", type });
    for (const [name, content] of [
      ["heic.mp4", box("heic")],
      ["list.mp4", Buffer.from("#EXTM3U\nfile:///etc/passwd")],
      ["film.mp3", box("isom")],
    ] as const) {
      const { status, body } = await ada.api.multipart("/documents", { files: [new File([content], name)] });
      expect([status, body.message]).toEqual([415, expect.stringContaining(name)]);
    }
  });
});
