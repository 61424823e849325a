import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32, deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { buildPdf, docx, fixture, paragraph, pdf, rawXlsx, rawZip, zipped } from "@/test/files";
import { compound } from "@/test/office-files";
import { watchTurns } from "@/test/processor-time";
import { startServer } from "@/test/server";

// Malicious files must end in an error sentence or harmless text without affecting other users.
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
let hits = 0;
const sink = createServer((_, response) => {
  hits++;
  response.end();
});
const turns = watchTurns();
beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  server = await startServer();
  ada = await person(server.url);
});
afterAll(async () => {
  sink.close();
  await server.close();
});
const sinkUrl = () => `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`;

type ReadResult = { error: string; text?: undefined } | { error: null; text: string };
async function read(name: string, content: string | Buffer): Promise<ReadResult> {
  const { status, body } = await ada.api.multipart("/documents", {
    files: [new File([content as BlobPart], name)],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const at = `/documents/${body[0].id}`;
  turns.start();
  let document = body[0];
  const isRead = async () => {
    document = (await ada.api.get(at)).body;
    return (document.error ?? document.characters) !== null;
  };
  await expect.poll(isRead, { timeout: 120_000 }).toBe(true);
  turns.stop();
  // Cancels embedding, which is slow and irrelevant here.
  await ada.api.post(`${at}/cancel`);
  if (document.error) return { error: document.error };
  return { error: null, text: (await ada.api.get(`${at}/text?limit=100000`)).body.text };
}

const DAMAGED = /seems to be damaged/;
const LAUGHS = `<!DOCTYPE x [<!ENTITY a "${"ha".repeat(50)}">${[..."bcdefghij"]
  .map((name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`)
  .join("")}]>`;
const XXE = '<!DOCTYPE x [<!ENTITY j SYSTEM "file:///etc/passwd">]>';
const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<>>>>";
const catalog = "<</Type/Catalog/Pages 2 0 R>>";
const pages = "<</Type/Pages/Count 1/Kids[3 0 R]>>";

const attached = (name: string, content: Buffer) =>
  Buffer.from(
    `MIME-Version: 1.0\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString("base64")}`,
  );

const cases: [string, () => string | Buffer | Promise<string | Buffer>, { error?: RegExp; text?: RegExp }][] =
  [
    ["entity.docx", () => docx(paragraph("before &j; after"), { prolog: XXE }), {}],
    ["laughs.docx", () => docx(paragraph("before &j; after"), { prolog: LAUGHS }), {}],
    [
      "linked.docx",
      () =>
        docx(
          `${paragraph("A picture:")}<w:p><w:r><w:drawing><a:blip r:link="r1"/><a:blip r:link="r2"/></w:drawing></w:r></w:p>`,
          {
            more: {
              "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" TargetMode="External" Target="file:///etc/passwd"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" TargetMode="External" Target="${sinkUrl()}"/></Relationships>`,
            },
          },
        ),
      { text: /^A picture:/ },
    ],
    ["torn.docx", () => docx("<w:p><w:r>"), { error: DAMAGED }],
    [
      "dimension.xlsx",
      () =>
        rawXlsx(
          '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>7</v></c></row></sheetData></worksheet>',
        ),
      { text: /^7\n/ },
    ],
    ["huge.xlsx", () => rawXlsx(hugeSheet()), { error: /too much memory|too long/ }],
    ["other.xls", () => fixture("letter.doc"), {}],
    [
      "other.doc",
      () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(5000, 1)]),
      { error: DAMAGED },
    ],
    [
      "counts.doc",
      () => compound({ WordDocument: endlessDoc(), "0Table": Buffer.alloc(8, 1) }),
      { error: DAMAGED },
    ],
    [
      "objects.rtf",
      () => `{\\rtf1 seen${"{\\object{\\*\\objdata 0105000002000000ffffff7f}}".repeat(50_000)}}`,
      { text: /^seen$/ },
    ],
    [
      "rows.ods",
      () =>
        rawZip([
          {
            name: "content.xml",
            content: `<table:table><table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
          },
        ]),
      { text: /^x/ },
    ],
    ["entity.xml", () => `${XXE}<x>&j;</x>`, { text: /&j;/ }],
    ["laughs.xml", () => `${LAUGHS}<x>&j;</x>`, { text: /&j;/ }],
    ["deep.xml", () => "<a>".repeat(300_000), { text: /<a>\n<a>/ }],
    [
      "aliases.yaml",
      () =>
        `a: &a [x]\n${[..."bcdefghi"].map((n, at) => `${n}: &${n} [${`*${"abcdefgh"[at]},`.repeat(9)}]`).join("\n")}`,
      { text: /\*h,/ },
    ],
    ["code.yaml", () => '!!js/function "process.exit()"', { text: /process\.exit/ }],
    ["deep.json", () => "[".repeat(1_000_000), { text: /^\[{1000}/ }],
    ["closed.json", () => "[".repeat(200_000) + "]".repeat(200_000), { text: /^\[/ }],
    ["line.csv", () => `a,b\n${"x".repeat(3_000_000)}`, { text: /xxx/ }],
    ["columns.csv", () => "1,".repeat(1_000_000), { text: /1 \| 1/ }],
    ["quote.csv", () => `a,b\n"${"x,\n".repeat(500_000)}`, { text: /a \| b/ }],
    [
      "script.pdf",
      () =>
        pdf([["Text"]], {
          catalog: `/OpenAction<</S/JavaScript/JS(app.launchURL\\("${sinkUrl()}"\\))>>/AA<</O<</S/Launch/F(/bin/sh)>>>>`,
        }),
      { text: /^Text/ },
    ],
    [
      "locked.pdf",
      () =>
        pdf([["Text"]], {
          trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>>>`,
        }),
      { error: /password/ },
    ],
    [
      "loop.pdf",
      () => buildPdf([catalog, "<</Type/Pages/Count 1000000000/Kids[2 0 R 2 0 R]>>"], "/Prev 15"),
      { error: /damaged|no text|too long/ },
    ],
    [
      "bomb.pdf",
      () => {
        const once = deflateSync(Buffer.alloc(200_000_000));
        return buildPdf([
          catalog,
          pages,
          page,
          { dictionary: "/Filter[/FlateDecode/FlateDecode]", bytes: deflateSync(once) },
        ]);
      },
      { error: /memory|no text|too long|damaged/ },
    ],
    ["torn.pdf", () => pdf([["Text"]]).subarray(0, 60), { error: /damaged|no text/ }],
    [
      "locked.odt",
      () =>
        zipped({
          "content.xml": "\x00\x01",
          "META-INF/manifest.xml": "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>",
        }),
      { error: /protected with a password/ },
    ],
    [
      "laughs.odt",
      () =>
        zipped({ "content.xml": `${LAUGHS}<office:text><text:p>before &j; after</text:p></office:text>` }),
      { text: /^before &j; after/ },
    ],
    ["torn.odp", () => zipped({ "content.xml": "<office:text><text:p>begun" }), { text: /^begun/ }],
    ["empty.pptx", () => zipped({ "ppt/presentation.xml": `${XXE}<p>&j;</p>` }), { error: /no slides/ }],
    [
      "loop.pptx",
      () =>
        zipped({
          "ppt/presentation.xml": '<p:sldId r:id="r1"/><p:sldId r:id="r1"/>',
          "ppt/_rels/presentation.xml.rels":
            '<Relationship Id="r1" Type="x/slide" Target="../../../ppt/presentation.xml"/>',
        }),
      { text: /^\s*$/ },
    ],
    ["empty.epub", () => zipped({ "META-INF/container.xml": "<rootfile/>" }), { error: /no chapters/ }],
    ["deep.html", () => "<div>".repeat(300_000), { error: /nested too deeply/ }],
    ["open.html", () => `<p>seen<${"a ".repeat(500_000)}`, { text: /^seen/ }],
    ["wide.html", () => `<table><tr>${"<td colspan=99999>x".repeat(1_000)}`, { text: /x/ }],
    ["deep.rtf", () => `{\\rtf1 ${"{".repeat(500_000)}`, { error: /nested too deeply/ }],
    ["binary.rtf", () => "{\\rtf1 before\\bin9999999999 after}", { text: /^before$/ }],
    ["torn.msg", () => fixture("mail.msg").subarray(0, 2_000), { error: DAMAGED }],
    [
      "bomb.eml",
      async () =>
        attached("bomb.odt", rawZip([{ name: "content.xml", content: Buffer.alloc(80_000_000, 32) }])),
      { text: /bomb\.odt was not read\. .*unpacks to too much/ },
    ],
    [
      "mails.eml",
      () =>
        Array.from({ length: 9 }).reduce<Buffer>(
          (inner) => attached("inner.eml", inner),
          Buffer.from("x: y"),
        ),
      { text: /inner\.eml was not read\. It is a mail within mails/ },
    ],
    ["torn.heic", () => fixture("note.heic").subarray(0, 3_000), { error: DAMAGED }],
    ["torn.tiff", () => Buffer.from("49492a00080000000000", "hex"), { error: DAMAGED }],
    ["many.vcf", () => "BEGIN:VCARD\nVERSION:3.0\n".repeat(20_000), { error: DAMAGED }],
    ["bomb.png", () => png(65_500, 65_500), { error: /too large/ }],
    ["torn.png", () => fixture("note.png").subarray(0, 500), { error: DAMAGED }],
    ["film.gif", () => gif(10_000), { text: /^$/ }],
  ];
test.each(cases)(
  "%s",
  async (name, make, { error, text }) => {
    const found = await read(name, await make());
    if (error) expect(found.error).toMatch(error);
    if (text) expect(found.text).toMatch(text);
    expect(JSON.stringify(found)).not.toMatch(/root:|haha(ha){200}/);
    expect((await read("next.txt", "read as ever")).text).toBe("read as ever");
    expect(hits).toBe(0);
  },
  150_000,
);

test("the server stays responsive while hostile files are read", () => {
  expect(turns.longest(0.99)).toBeLessThan(200);
});

// Builds a .doc file that declares the maximum text length.
function endlessDoc(): Buffer {
  const main = Buffer.alloc(2_000);
  main.writeUInt16LE(0xa5ec, 0);
  for (let at = 0x4c; at < 0x6c; at += 4) main.writeUInt32LE(0x7fffffff, at);
  return main;
}

// Builds 30 MB of small cells, which need many times as much memory. They compress so well that they stay below
// every size limit.
function hugeSheet(): Buffer {
  const rows = ['<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'];
  for (let n = 0; n < 100_000; n++)
    rows.push(
      `<row>${Array.from({ length: 20 }, (_, at) => `<c t="str"><v>${n}.${at}</v></c>`).join("")}</row>`,
    );
  return Buffer.from(`${rows.join("")}</sheetData></worksheet>`);
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function gif(frames: number): Buffer {
  const head = Buffer.from("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff", "latin1");
  const frame = Buffer.from(",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00", "latin1");
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
}
