import { randomBytes } from "node:crypto";
import { docx, paragraph, type RawEntry, rawXlsx, rawZip, zipped } from "../files";

/** Archives and archive-based documents within the size limits that cost the server as much as possible. */
export type HostileArchive = { name: string; fileName: string; make: () => Buffer | Promise<Buffer> };

const MB = 1024 * 1024;

const entries = (count: number, make: (n: number) => RawEntry) =>
  rawZip(Array.from({ length: count }, (_, n) => make(n)));
const empty = (name: string): RawEntry => ({ name, content: "" });
const noise = (bytes: number): RawEntry => ({ name: "noise.bin", content: randomBytes(bytes) });
const files = (count: number, content: (n: number) => string | Buffer) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, content(n)]));

/** Overwrites the entry counts at the end of an archive. */
function claimEntries(zip: Buffer, count: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt16LE(count, copy.length - 14);
  copy.writeUInt16LE(count, copy.length - 12);
  return copy;
}

/** Overwrites size and offset of the central directory. */
function claimDirectory(zip: Buffer, size: number, offset: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt32LE(size, copy.length - 10);
  copy.writeUInt32LE(offset, copy.length - 6);
  return copy;
}

const archive = (name: string, make: HostileArchive["make"], fileName = "hostile.zip") => ({
  name,
  fileName,
  make,
});

export const hostileArchives: HostileArchive[] = [
  archive("1,000 files of one byte", () => entries(1_000, (n) => ({ name: `${n}.txt`, content: "a" }))),
  archive("3,000 folders", () => entries(3_000, (n) => empty(`${n}/`))),
  archive("65,000 entries", () => entries(65_000, (n) => empty(`${n}.txt`))),
  archive("65,000 entries that claim to be one", () =>
    claimEntries(
      entries(65_000, (n) => empty(`${n}.txt`)),
      1,
    ),
  ),
  archive("one entry that claims to be 65,000", () =>
    claimEntries(
      entries(1, (n) => empty(`${n}.txt`)),
      65_000,
    ),
  ),
  archive("names of 60,000 characters", () => entries(390, (n) => empty(`${"a".repeat(60_000)}${n}.txt`))),
  archive("names of 30,000 folders each", () => entries(390, (n) => empty(`${"a/".repeat(30_000)}${n}.txt`))),
  archive("names that are the same but for accents", () =>
    entries(100, (n) => ({ name: `${"e\u0301".repeat(10_000)}${n}.txt`, content: "a" })),
  ),
  archive("names of spaces", () => entries(300, (n) => empty(`${" ".repeat(60_000)}/${n}.txt`))),
  archive("files that overlap", () =>
    entries(1_000, (n) => ({ name: `${n}.txt`, content: "a".repeat(1_000), at: 0 })),
  ),
  archive("199 MB of zeros at the ratio that is allowed", () =>
    rawZip([{ name: "zeros.txt", content: Buffer.alloc(190 * MB) }, noise(2 * MB)]),
  ),
  archive("1,000 files of 190 KB", () => {
    const content = Buffer.alloc(190_000, "text ");
    return zipped({ ...files(999, () => content), "noise.bin": randomBytes(2 * MB) });
  }),
  archive("a file that is larger than it says", () =>
    rawZip([{ name: "a.txt", content: Buffer.alloc(190 * MB), size: 100 }]),
  ),
  archive("archives within it that unpack to 190 MB", async () => {
    const inner = await zipped({ "zeros.txt": Buffer.alloc(45 * MB), noise: randomBytes(MB) });
    return zipped({ "a.zip": inner, "b.zip": inner, "c.zip": inner });
  }),
  archive("450 archives within it", async () => {
    const inner = await zipped({ "a.exe": "MZ" });
    return zipped(Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`${n}.zip`, inner])));
  }),
  archive("1,000 documents of Office", async () => {
    const document = await docx(paragraph("Text"));
    return zipped(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${n}.docx`, document])));
  }),
  archive("49 MB without an end", () => Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(49 * MB)])),
  archive("49 MB of ends", () =>
    Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(49 * MB, "PK\x05\x06")]),
  ),
  archive("a list of contents outside of the file", () =>
    claimDirectory(
      entries(2, (n) => empty(`${n}.txt`)),
      0xfffffff0,
      0xfffffff0,
    ),
  ),
  archive("a list of contents that is as long as the file", () =>
    claimDirectory(Buffer.concat([randomBytes(40 * MB), entries(2, (n) => empty(`${n}.txt`))]), 40 * MB, 0),
  ),
  archive(
    "a workbook that unpacks to 190 MB",
    async () => {
      const sheet = Buffer.concat([
        Buffer.from("<worksheet><sheetData>"),
        Buffer.alloc(150 * MB, "<row><c><v>1</v></c></row>"),
      ]);
      return rawXlsx(sheet);
    },
    "hostile.xlsx",
  ),
  archive(
    "a document of 9,900 parts",
    async () => {
      const parts = Object.fromEntries(Array.from({ length: 9_900 }, (_, n) => [`word/${n}.xml`, "<a/>"]));
      return docx(paragraph("Text"), { more: parts });
    },
    "hostile.docx",
  ),
  archive(
    "a document of 30,000 folders",
    async () => entries(30_000, (n) => empty(`word/${n}/`)),
    "hostile.docx",
  ),
];
