import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import * as XLSX from "@e965/xlsx";
import sharp from "sharp";
import { ZipFile } from "yazl";

/** Reads a stored test file; the functions below generate others. */
export const fixture = (name: string): Buffer => readFileSync(join("test/files", name));

type Contents = Record<string, string | Buffer>;

export function zipped(contents: Contents): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(contents)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const buildTypes = (part: string, type: string) =>
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}"/></Types>`;
const relationTo = (part: string) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${part}"/></Relationships>`;

/**
 * @param body WordprocessingML
 * @param prolog text before the root element
 */
export const docx = (body: string, { prolog = "", more = {} as Contents } = {}): Promise<Buffer> =>
  zipped({
    "[Content_Types].xml": buildTypes("word/document.xml", "wordprocessingml.document.main+xml"),
    "_rels/.rels": relationTo("word/document.xml"),
    "word/document.xml": `${XML}${prolog}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
export const paragraph = (text: string, style = ""): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const table = (rows: string[][]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

/** Builds a workbook with one sheet in raw SpreadsheetML. */
export const rawXlsx = (sheet: string | Buffer): Promise<Buffer> =>
  zipped({
    "[Content_Types].xml": buildTypes("xl/workbook.xml", "spreadsheetml.sheet.main+xml").replace(
      "</Types>",
      '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
    "_rels/.rels": relationTo("xl/workbook.xml"),
    "xl/workbook.xml": `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
  });

/** Adds or replaces parts of an Office document. */
export function withParts(
  document: Buffer,
  parts: Record<string, string | Buffer | ((part: Buffer) => Buffer)>,
): Promise<Buffer> {
  const { FullPaths, FileIndex } = XLSX.CFB.read(document, { type: "buffer" });
  const contents: Contents = {};
  for (const [at, path] of (FullPaths as string[]).entries())
    if (!/\/$|Sh33tJ5$/.test(path))
      contents[path.slice(path.indexOf("/") + 1)] = Buffer.from(FileIndex[at].content);
  for (const [name, part] of Object.entries(parts))
    contents[name] = typeof part === "function" ? part(Buffer.from(contents[name] ?? "")) : part;
  return zipped(contents);
}

type Cell = string | number | Date | null;
export function workbook(
  sheets: Record<string, Cell[][]>,
  bookType: "xlsx" | "xlsm" | "xlsb" | "biff8",
): Buffer {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows, { UTC: true }), name);
  return XLSX.write(book, { type: "buffer", bookType, compression: true });
}

type Stream = { dictionary: string; bytes: Buffer };
type PdfObject = string | Stream;

/**
 * Builds a PDF of these objects, numbered from 1; the first one is the catalog.
 * @param trailer additional entries of the trailer
 */
export function buildPdf(objects: PdfObject[], trailer = ""): Buffer {
  const pieces = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const starts: number[] = [];
  let length = pieces[0]!.length;
  for (const [at, object] of objects.entries()) {
    const content =
      typeof object === "string"
        ? Buffer.from(object)
        : Buffer.concat([
            Buffer.from(`<<${object.dictionary}/Length ${object.bytes.length}>>\nstream\n`),
            object.bytes,
            Buffer.from("\nendstream"),
          ]);
    starts.push(length);
    pieces.push(Buffer.from(`${at + 1} 0 obj\n`), content, Buffer.from("\nendobj\n"));
    length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

const page = (contents: number, resources: string) =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${contents} 0 R/Resources<<${resources}>>>>`;
const buildPages = (numbers: number[]) =>
  `<</Type/Pages/Count ${numbers.length}/Kids[${numbers.map((number) => `${number} 0 R`).join(" ")}]>>`;
const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/** @param pages lines by page */
export function pdf(pages: string[][], { catalog = "", trailer = "" } = {}): Buffer {
  const own = pages.flatMap((lines, at) => {
    const text = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join(" ");
    const bytes = Buffer.from(`BT /F 12 Tf 14 TL 60 780 Td ${text} ET`, "latin1");
    return [page(5 + 2 * at, "/Font<</F 3 0 R>>"), { dictionary: "", bytes }];
  });
  const numbers = pages.map((_, at) => 4 + 2 * at);
  return buildPdf([`<</Type/Catalog/Pages 2 0 R${catalog}>>`, buildPages(numbers), FONT, ...own], trailer);
}

const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";
const written = (hex: string) => ({
  dictionary: "",
  bytes: Buffer.from(`BT /F 12 Tf 60 700 Td <${hex}> Tj ET`),
});

/**
 * Builds a PDF with a font that is not embedded and identified only by its encoding.
 * @param hex text in 90ms-RKSJ-H (Shift-JIS)
 */
export const japanesePdf = (hex: string): Buffer =>
  buildPdf([
    CATALOG,
    buildPages([3]),
    page(4, "/Font<</F 5 0 R>>"),
    written(hex),
    "<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/90ms-RKSJ-H/DescendantFonts[6 0 R]>>",
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>",
    "<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
  ]);

/** Builds a PDF whose font maps the glyphs 1, 2, … to these characters. */
export function glyphPdf(characters: string): Buffer {
  const all = [...characters];
  const code = (value: number) => value.toString(16).padStart(4, "0");
  const rows = all.map((character, at) => `<${code(at + 1)}> <${code(character.codePointAt(0)!)}>`);
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange ${rows.length} beginbfchar ${rows.join("\n")} endbfchar endcmap end end`;
  return buildPdf([
    CATALOG,
    buildPages([3]),
    page(4, "/Font<</F 5 0 R>>"),
    written(all.map((_, at) => code(at + 1)).join("")),
    "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 8 0 R>>",
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R>>",
    "<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
    { dictionary: "", bytes: Buffer.from(map) },
  ]);
}

/** Builds a PDF form with two filled fields and a checked box. */
export const formPdf = (): Buffer =>
  buildPdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 7 0 R 8 0 R 9 0 R]>>>>",
    buildPages([3]),
    page(4, "/Font<</F 5 0 R>>").replace(/>>$/, "/Annots[6 0 R 7 0 R 8 0 R 9 0 R]>>"),
    { dictionary: "", bytes: Buffer.from("BT /F 12 Tf 60 700 Td (Application) Tj ET") },
    FONT,
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/TU(Full name)/V(Ada Example)/Rect[60 600 300 620]/P 3 0 R>>",
    "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(city)/Opt[(Bonn)(Ulm)]/V(Ulm)/Rect[60 560 300 580]/P 3 0 R>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(empty)/Rect[60 520 300 540]/P 3 0 R>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/Ff 8192/T(pin)/V(1234)/Rect[60 480 300 500]/P 3 0 R>>",
  ]);

/**
 * Builds a PDF of one page that consists of a picture.
 * @param turned rotation in degrees
 */
export async function scannedPdf(picture: Buffer, turned = 0): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg()
    .toBuffer({ resolveWithObject: true });
  return buildPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    buildPages([3]),
    page(4, "/XObject<</I 5 0 R>>").replace(/>>$/, `/Rotate ${turned}>>`),
    { dictionary: "", bytes: Buffer.from("q 595 0 0 200 0 500 cm /I Do Q") },
    {
      dictionary: `/Type/XObject/Subtype/Image/Width ${info.width}/Height ${info.height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
      bytes: data,
    },
  ]);
}

/**
 * Builds a 24-bit Windows bitmap.
 * @param data pixels by row
 */
export function bmp(data: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + rowBytes * height);
  file.write("BM", "latin1");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = 3 * (row * width + column);
      const to = 54 + rowBytes * (height - 1 - row) + 3 * column;
      for (let part = 0; part < 3; part++) file[to + part] = data[from + 2 - part]!;
    }
  return file;
}

/** Builds a PDF with a line of text or a JPEG per page; invalid bytes yield an unreadable page. */
export async function mixedPdf(pages: (string | Buffer)[]): Promise<Buffer> {
  const own = await Promise.all(
    pages.map(async (content, index): Promise<PdfObject[]> => {
      const at = 4 + 3 * index;
      if (typeof content === "string")
        return [
          page(at + 1, "/Font<</F 3 0 R>>"),
          { dictionary: "", bytes: Buffer.from(`BT /F 12 Tf 60 780 Td (${content}) Tj ET`) },
          "null",
        ];
      const { width, height } = await sharp(content)
        .metadata()
        .catch(() => ({ width: 900, height: 600 }));
      return [
        page(at + 1, `/XObject<</I ${at + 2} 0 R>>`),
        { dictionary: "", bytes: Buffer.from("q 595 0 0 400 0 400 cm /I Do Q") },
        {
          dictionary: `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
          bytes: content,
        },
      ];
    }),
  );
  return buildPdf([CATALOG, buildPages(pages.map((_, index) => 4 + 3 * index)), FONT, ...own.flat()]);
}

/** Entry of a ZIP archive; its headers may be wrong. */
export type RawEntry = {
  name: string | Buffer;
  content?: string | Buffer;
  /** Offset of data that is already in the archive; `content` is then not written. */
  at?: number;
  size?: number;
  crc?: number;
  flags?: number;
  /** Unix mode, such as 0o120777 for a symbolic link. */
  mode?: number;
};

/** Builds a ZIP archive (APPNOTE 4.3) that no regular program would write. */
export function rawZip(entries: RawEntry[]): Buffer {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let length = 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const entry of entries) {
    const { content = "", at = length, size, crc, mode = 0o100644 } = entry;
    const name = Buffer.from(entry.name as string);
    // Declares UTF-8 for a name given as text; a name given as bytes has no declared encoding.
    const { flags = typeof entry.name === "string" ? 0x800 : 0 } = entry;
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(flags, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc ?? crc32(bytes), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(size ?? bytes.length, 18);
    header.writeUInt16LE(name.length, 22);
    if (at === length) add(Buffer.concat([Buffer.from("PK\x03\x04"), header, name, packed]));
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), header, more, name]));
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(length, 12);
  return Buffer.concat([...pieces, directory, Buffer.from("PK\x05\x06"), end]);
}
