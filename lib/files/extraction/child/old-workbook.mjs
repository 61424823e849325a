// @ts-check
import { formatPageHeaders } from "./sheet-extras.mjs";

// Extracts content of binary workbooks (MS-XLS) other than cells: headers, footers, text boxes and chart titles.

const RECORDS = {
  end: 0x0a,
  header: 0x14,
  footer: 0x15,
  continued: 0x3c,
  object: 0x5d,
  sheet: 0x85,
  text: 0x1b6,
  begin: 0x809,
  chartText: 0x100d,
};
// Types of chart substreams and of comment objects (2.4.21, 2.5.143). Comments are skipped here, because SheetJS reads
// them.
const CHART = 0x20;
const COMMENT = 0x19;
const MAX_LINES = 10_000;

/** @param {Buffer} bytes @returns {Generator<{ kind: number, at: number, content: Buffer }>} */
function* readRecords(bytes) {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16LE(at + 2);
    yield { kind: bytes.readUInt16LE(at), at, content: bytes.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

/**
 * Decodes text of 8 or 16 bits per character, as the preceding byte indicates.
 * @param {Buffer} bytes
 * @param {number} at of that byte
 * @param {number} length
 */
const textAt = (bytes, at, length) =>
  (bytes[at] ?? 0) & 1
    ? bytes.toString("utf16le", at + 1, at + 1 + 2 * length)
    : bytes.toString("latin1", at + 1, at + 1 + length);

/** @param {Buffer | undefined} stream the Workbook stream @returns {Map<string, string[]>} lines by sheet name */
export function readOldWorkbookExtras(stream) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  if (!stream) return lines;
  /** @type {Map<number, string>} */
  const sheets = new Map();
  /** Stack of open substreams. @type {{ name: string, isChart: boolean, titles: string[] }[]} */
  const open = [];
  let isComment = false;
  let expected = 0;
  const add = (/** @type {string} */ line) => {
    const own = lines.get(open[0]?.name ?? "") ?? [];
    lines.set(open[0]?.name ?? "", own);
    if (line && own.length < MAX_LINES && !own.includes(line)) own.push(line);
  };
  for (const { kind, at, content } of readRecords(stream)) {
    if (kind === RECORDS.sheet && content.length > 8)
      sheets.set(content.readUInt32LE(0), textAt(content, 7, content[6] ?? 0));
    else if (kind === RECORDS.begin && content.length >= 4)
      open.push({ name: sheets.get(at) ?? "", isChart: content.readUInt16LE(2) === CHART, titles: [] });
    else if (kind === RECORDS.end) {
      const { titles = [], isChart = false } = open.at(-1) ?? {};
      if (isChart && titles.length > 0) add(`Chart: ${titles.join(", ")}`);
      open.pop();
    } else if ((kind === RECORDS.header || kind === RECORDS.footer) && content.length > 3)
      for (const line of formatPageHeaders([
        [kind === RECORDS.header ? "Header" : "Footer", textAt(content, 2, content.readUInt16LE(0))],
      ]))
        add(line);
    else if (kind === RECORDS.object && content.length > 5) isComment = content.readUInt16LE(4) === COMMENT;
    else if (kind === RECORDS.text && content.length > 11)
      expected = isComment ? 0 : content.readUInt16LE(10);
    else if (kind === RECORDS.continued && expected > 0) {
      add(`Text box: ${textAt(content, 0, expected).replaceAll(/\s+/g, " ").trim()}`);
      expected = 0;
    } else if (kind === RECORDS.chartText && content.length > 4)
      open.at(-1)?.titles.push(textAt(content, 3, content[2] ?? 0));
  }
  return lines;
}
