import * as XLSX from "@e965/xlsx";

/** Office files in compound files (MS-CFB), generated as historical programs wrote them. */

/** @param streams contents by path */
export function compound(streams: Record<string, Buffer>): Buffer {
  const file = XLSX.CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(file, `/${path}`, content);
  return XLSX.CFB.write(file, { type: "buffer" }) as Buffer;
}

/** Replaces a stream of a compound file. */
export function withStream(file: Buffer, name: string, change: (stream: Buffer) => Buffer): Buffer {
  const found = XLSX.CFB.find(XLSX.CFB.read(file, { type: "buffer" }), name);
  return compound({ [name]: change(Buffer.from(found.content)) });
}

const uint16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const uint32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const ansi = (text: string) => Buffer.from(`${text}\0`, "latin1");
const sized = (bytes: Buffer) => Buffer.concat([uint32(bytes.length), bytes]);

/** Builds an object of the Windows Object Packager: a file with its name. */
export function packaged(name: string, content: Buffer): Buffer {
  const path = `C:\\Files\\${name}`;
  const wide = (text: string) => Buffer.concat([uint32(text.length), Buffer.from(text, "utf16le")]);
  return Buffer.concat([
    uint16(2),
    ansi(name.replaceAll(/[^\0-\x7e]/g, "?")),
    ansi(path.replaceAll(/[^\0-\x7e]/g, "?")),
    uint16(0, 3),
    sized(ansi(path.replaceAll(/[^\0-\x7e]/g, "?"))),
    sized(content),
    wide(path),
    wide(name),
    wide(path),
  ]);
}
/** Wraps a packaged object in a compound file, as Office documents since 2007 store it. */
export const oleObject = (name: string, content: Buffer): Buffer =>
  compound({ "\u0001Ole10Native": sized(packaged(name, content)) });
/** Encodes a packaged object in hexadecimal for RTF (MS-OLEDS 2.2.5). */
export const rtfObject = (name: string, content: Buffer): string =>
  Buffer.concat([
    uint32(0x501, 2),
    sized(ansi("Package")),
    uint32(0, 0),
    sized(packaged(name, content)),
  ]).toString("hex");

type TextRun = { from: number; to: number; properties: number[] };
type WordParts = {
  body: string;
  comments?: { at: number; author: string; text: string }[];
  /** Character properties with their ranges in the body. */
  runs?: TextRun[];
  isEncrypted?: boolean;
  streams?: Record<string, Buffer>;
};

/** Builds a Word 97 document (MS-DOC): one piece of text behind the header, and tables describing it. */
export function doc({
  body,
  comments = [],
  runs = [],
  isEncrypted = false,
  streams = {},
}: WordParts): Buffer {
  const said = comments.map(({ text }) => `\u0005${text}\r`);
  const text = Buffer.from(`${body}${said.join("")}\r`, "utf16le");
  const start = 1536;
  const page = 512 * Math.ceil((start + text.length) / 512);
  const main = Buffer.alloc(page + 512);
  text.copy(main, start);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(isEncrypted ? 0x0100 : 0, 0x0a);
  main.writeUInt32LE(body.length, 0x4c);
  main.writeUInt32LE(said.join("").length, 0x5c);
  const tables: Buffer[] = [];
  const put = (number: number, table: Buffer) => {
    main.writeUInt32LE(Buffer.concat(tables).length, 0x9a + 8 * number);
    main.writeUInt32LE(table.length, 0x9a + 8 * number + 4);
    tables.push(table);
  };
  const pieces = Buffer.concat([uint32(0, text.length / 2), uint16(0), uint32(start), uint16(0)]);
  put(33, Buffer.concat([Buffer.from([2]), uint32(pieces.length), pieces]));
  writeRuns(main.subarray(page), start, runs);
  put(12, Buffer.concat([uint32(start, start + text.length), uint32(page / 512)]));
  if (comments.length > 0) {
    const details = comments.map((_, number) => {
      const detail = Buffer.alloc(30);
      detail.writeUInt16LE(number, 20);
      return detail;
    });
    put(4, Buffer.concat([uint32(...comments.map(({ at }) => at), body.length), ...details]));
    const ends = said.map((_, number) => said.slice(0, number + 1).join("").length);
    put(5, uint32(0, ...ends, (ends.at(-1) ?? 0) + 1));
    const authors = comments.map(({ author }) =>
      Buffer.concat([uint16(author.length), Buffer.from(author, "utf16le")]),
    );
    put(36, Buffer.concat(authors));
  }
  return compound({ WordDocument: main, "0Table": Buffer.concat(tables), ...streams });
}

/** Writes a page of character properties (MS-DOC 2.9.33). */
function writeRuns(page: Buffer, start: number, runs: TextRun[]): void {
  let at = 510;
  for (const [number, { from, properties }] of runs.entries()) {
    at = (at - 1 - properties.length) & ~1;
    page[at] = properties.length;
    Buffer.from(properties).copy(page, at + 1);
    page.writeUInt32LE(start + 2 * from, 4 * number);
    page[4 * (runs.length + 1) + number] = at / 2;
  }
  page.writeUInt32LE(start + 2 * (runs.at(-1)?.to ?? 0), 4 * runs.length);
  page[511] = runs.length;
}

/** Builds a Word 95 document, whose text is encoded in its language's code page. */
export function oldDoc(text: Buffer, language: number): Buffer {
  const main = Buffer.alloc(Math.max(4096, 768 + text.length));
  main.writeUInt16LE(0xa5dc, 0);
  main.writeUInt16LE(language, 6);
  main.writeUInt32LE(768, 0x18);
  main.writeUInt32LE(text.length, 0x34);
  text.copy(main, 768);
  return compound({ WordDocument: main });
}

type Properties = Record<string, Buffer>;

/**
 * Builds an Outlook message (MS-OXMSG).
 * @param strings by property tag in hexadecimal, such as `0037001e`
 * @param numbers by property tag
 * @param more other streams, such as those of attachments
 */
export function msg(
  strings: Properties,
  numbers: Record<number, number> = {},
  more: Properties = {},
): Buffer {
  const properties = Object.entries(numbers).map(([tag, value]) => uint32(Number(tag), 6, value, 0));
  return compound({
    "__properties_version1.0": Buffer.concat([Buffer.alloc(32), ...properties]),
    ...Object.fromEntries(
      Object.entries(strings).map(([tag, value]) => [`__substg1.0_${tag.toUpperCase()}`, value]),
    ),
    ...more,
  });
}
