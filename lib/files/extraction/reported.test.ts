import { describe, expect, test } from "vitest";
import { encoded } from "@/test/encoded";
import { fixture, pdf, rawXlsx, rawZip, workbook, zipped } from "@/test/files";
import { startReading } from "@/test/read-document";

// Covers files that users of similar products reported as misread or rejected, and related cases.

const { ada, read } = await startReading();
const reported = (name: string) => read(name, fixture(`reported/${name}`));
const UNSURE = "This text doesn't declare its encoding, so parts of it may be garbled.";

describe("numbers and dates of a sheet", () => {
  test("a number that the sheet abbreviates keeps all its digits", async () => {
    expect((await reported("ean.xlsx")).text).toContain("202600012345 | 4006381333931");
  });

  test("dates are rounded to the second without time zone, and times and durations are not dates", async () => {
    const rows = (await reported("dt.xlsx")).text.trim().split("\n").slice(1);
    expect(rows.length).toBeGreaterThan(100);
    // The expected values in the fixture include the seconds of midnight in old dates.
    const withoutSeconds = (cell: string) => cell.replace(/ 00:00:00$/, " 00:00");
    for (const row of rows) {
      const [said, cell] = row.split(" | ");
      expect(cell).toBe(withoutSeconds(said!));
    }
  });

  test("a formula without a value, an ISO date and surrogate pairs are read", async () => {
    const cells = [
      "<c><v>5</v></c>",
      "<c><f>SUM(A1:A2)</f></c>",
      '<c t="d"><v>2026-03-03T01:00:00</v></c>',
      '<c t="inlineStr"><is><t>&#xD83D;&#xDE00; _xD83D__xDE00_</t></is></c>',
    ];
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>${cells.join("")}</row></sheetData></worksheet>`;
    expect((await read("a.xlsx", rawXlsx(sheet))).text.trim()).toBe(
      "5 | =SUM(A1:A2) | 2026-03-03 01:00 | 😀 😀",
    );
  });
});

describe("encodings", () => {
  test.each(["utf8-one-bad-byte.txt", "zh-one-bad.txt"])(
    "%s is read as UTF-8 with one damaged character",
    async (name) => {
      const { text, note } = await reported(name);
      expect(text.match(/\ufffd/g)).toHaveLength(1);
      expect(text).toMatch(/Größe der Lieferung für Müller|会议资料请查收/);
      expect(note).toBe("Some characters of this text are damaged.");
    },
  );

  test("a DOS text is read with a note that its encoding is a guess", async () => {
    const { text, note } = await reported("de-cp850.txt");
    expect(text).toContain("Größe der Lieferung für Müller. Übersicht über alle Aufträge.");
    expect(note).toBe(UNSURE);
  });

  test.each([
    ["macintosh", "¿Dónde está el niño? Mañana irá al médico en Málaga."],
    ["cp850", "Le président a été réélu à Paris. Ça coûte très cher."],
    ["windows-1254", "İstanbul'da güneşli bir gün, ışık yok."],
    ["windows-1254", "Işık şirketi"],
    ["windows-1252", "Það er gott veður í dag. Ég þarf að kaupa mjólk."],
    ["windows-1252", "Total 12,50 €"],
    ["windows-1255", "הפגישה ביום שני 10:30 - חדר 4"],
    ["cp862", "הפגישה ביום שני 10:30 - חדר 4"],
  ])("a short text in %s is decoded: %s", async (encoding, said) => {
    expect((await read("a.txt", encoded(said, encoding))).text).toContain(said);
  });

  test("a vertical tab, a DOS end-of-file mark and a single NUL do not make a text unreadable", async () => {
    for (const odd of ["\v", "\x1a", "\0"])
      expect((await read("a.txt", `First line${odd}\nsecond line\n`)).text).toMatch(
        /^First line.?\nsecond line/s,
      );
  });
});

describe("file types by content", () => {
  test.each([
    ["rtf-as.doc", "application/rtf"],
    ["html-as.xls", "text/html"],
    ["junk-before.pdf", "application/pdf"],
  ])("%s is read as %s", async (name, type) => {
    const { error, text, type: found } = await reported(name);
    expect([error, found]).toEqual([null, type]);
    expect(text.trim()).not.toBe("");
  });

  test("workbooks, documents and tables are read under names of older formats", async () => {
    const book = workbook({ S: [["Wombat", 7]] }, "xlsx");
    expect((await read("a.xls", book)).text).toContain("Wombat | 7");
    expect((await read("export.csv", book)).text).toContain("Wombat | 7");
    expect((await read("b.xls", "Item\tQty\nWombat\t7\n")).text).toContain("Wombat | 7");
    const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="String">Wombat</Data></Cell><Cell><Data ss:Type="Number">7</Data></Cell></Row></Table></Worksheet></Workbook>`;
    expect((await read("c.xls", xml)).text).toContain("Wombat | 7");
    expect(await read("a.doc", fixture("report.docx"))).toMatchObject({ error: null });
    expect((await read("b.doc", "Only words.")).text).toBe("Only words.");
    expect((await read("x.rtf", pdf([["In a PDF"]]))).text).toContain("In a PDF");
  });

  test("a file that is no document is refused, whatever its name", async () => {
    for (const name of ["a.doc", "a.xls", "a.docx"]) {
      const file = new File([Buffer.from("\x7fELF\x02\x01\x01\0\0\0\x03\0\x3e\0", "latin1")], name);
      expect((await ada.api.multipart("/documents", { files: [file] })).status).toBe(415);
    }
  });

  test("the line that tells Excel the separator is not part of the table", async () => {
    expect((await reported("sep.csv")).text).toBe("a | b\n1 | 2\n");
  });

  test.each([
    ["a.log", "12:00 started\n", "12:00 started"],
    ["a.jsonl", '{"a":1}\n{"a":2}\n', '{"a":2}'],
    ["a.srt", "1\n00:00:01,000 --> 00:00:02,000\nHello.\n", "Hello."],
    ["a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n", "Hello."],
    [
      "a.ipynb",
      JSON.stringify({
        cells: [
          { cell_type: "markdown", source: ["# Harvest\n", "of 2026"] },
          { cell_type: "code", source: "print(7)", outputs: [{ text: ["7\n"] }] },
        ],
        metadata: { kernelspec: { language: "python" } },
      }),
      "# Harvest\nof 2026\n\n```python\nprint(7)\n```\n\n```\n7\n```",
    ],
    [
      "a.mht",
      'From: <Saved by Blink>\r\nSubject: Harvest\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<h1>Harvest</h1><p>It was late.</p>\r\n--b--',
      "# Harvest\n\nIt was late.",
    ],
  ])("%s is read", async (name, content, said) => {
    expect(await read(name, content)).toMatchObject({ error: null, text: expect.stringContaining(said) });
  });
});

describe("mails", () => {
  test.each([
    ["pdf-noext.eml", /Rechnung/],
    ["only-calendar.eml", /Event: Budget review/],
    ["outlook-invite.eml", /Event: Budget review/],
    ["text-placeholder.eml", /Invoice 4711/],
    ["utf16.eml", /Hello u16/],
  ])("%s is read with its content", async (name, said) => {
    const { error, text, note } = await reported(name);
    expect([error, note]).toEqual([null, null]);
    expect(text).toMatch(said);
  });
});

describe("names in archives", () => {
  const namesIn = async (name: string, content: Buffer) => {
    const { error, text } = await read(name, content);
    expect(error).toBeNull();
    return text.split("\n").flatMap((line: string) => (line.startsWith("- ") ? line.slice(2) : []));
  };

  test.each([
    ["utf8noflag.zip", ["会议资料.txt"]],
    ["gbk.zip", ["会议资料/第一季度报告.txt"]],
    ["backslash.zip", ["Docs/Reports/q1.txt", "Docs/q2.txt"]],
  ])("%s", async (name, names) => {
    expect(await namesIn(name, fixture(`reported/${name}`))).toEqual(names);
  });

  test.each([
    ["shift_jis", "予算表/会議資料.txt"],
    ["euc-kr", "회의자료/견적서.txt"],
    ["ibm866", "Документы/Счёт за март.txt"],
    ["cp850", "Aufträge/Größe der Lieferung.txt"],
  ])("in %s", async (encoding, name) => {
    const content = rawZip([{ name: encoded(name, encoding), content: "text" }]);
    expect(await namesIn("a.zip", content)).toEqual([name]);
  });

  test("a path that begins with ./ and bytes after the archive are accepted", async () => {
    expect(await namesIn("dot.zip", rawZip([{ name: "./Docs/./a.txt", content: "text" }]))).toEqual([
      "Docs/a.txt",
    ]);
    expect((await reported("trailing.zip")).error).toBeNull();
    const appended = Buffer.concat([
      await zipped({ "a.txt": "text" }),
      Buffer.from("signature".repeat(1000)),
    ]);
    expect(await namesIn("appended.zip", appended)).toEqual(["a.txt"]);
  });

  test("a name that leads out of the archive is refused in every notation", async () => {
    for (const name of ["../a.txt", "..\\a.txt", "Docs\\..\\..\\a.txt", "C:\\a.txt", "/a.txt"]) {
      const file = new File([rawZip([{ name, content: "text" }]) as BlobPart], "out.zip");
      const { status, body } = await ada.api.multipart("/documents", { files: [file] });
      expect([name, status], JSON.stringify(body)).toEqual([name, 422]);
    }
  });
});
