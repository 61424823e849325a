// @ts-check

/**
 * Character and paragraph properties of Word 97–2003 (MS-DOC 2.6).
 * @typedef {{ style: number, isInTable: boolean, isRowEnd: boolean, isInnerCell: boolean, isInnerRowEnd: boolean,
 * list: number, depth: number, level: number }} ParagraphProperties
 * `list`: one-based list index, 0 for none; `depth`: of the list item; `level`: one-based heading level, 0 for none
 */

// Operand lengths by spra (2.6.1). For spra 6, the first byte is the length.
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, undefined, 3];
// sprmTDefTable, whose length field has two bytes.
const TABLE_DEFINITION = 0xd608;

/** @param {Buffer} bytes @param {(property: number, operand: number) => void} each */
function eachProperty(bytes, each) {
  for (let at = 0; at + 2 < bytes.length; ) {
    const property = bytes.readUInt16LE(at);
    at += 2;
    each(
      property,
      property >> 13 === 2 ? bytes.readUInt16LE(Math.min(at, bytes.length - 2)) : (bytes[at] ?? 0),
    );
    if (property === TABLE_DEFINITION) at += 1 + ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
    else at += OPERAND_BYTES[property >> 13] ?? 1 + (bytes[at] ?? 0);
  }
}

/** @param {Buffer} page @param {number} at */
export function readRun(page, at) {
  let isDeleted = false;
  if (at > 0)
    eachProperty(page.subarray(at + 1, at + 1 + (page[at] ?? 0)), (property, operand) => {
      if (property === 0x0800) isDeleted = operand === 1;
    });
  return { isDeleted };
}

/** @param {Buffer} page @param {number} at @returns {ParagraphProperties} */
export function readParagraphRun(page, at) {
  const found = {
    style: 0,
    isInTable: false,
    isRowEnd: false,
    isInnerCell: false,
    isInnerRowEnd: false,
    list: 0,
    depth: 0,
    level: 0,
  };
  if (at === 0) return found;
  const short = page[at] ?? 0;
  const start = short > 0 ? at + 1 : at + 2;
  const bytes = page.subarray(start, start + (short > 0 ? 2 * short - 1 : 2 * (page[at + 1] ?? 0)));
  if (bytes.length < 2) return found;
  found.style = bytes.readUInt16LE(0);
  // Styles 1 to 9 are headings (2.9.271).
  if (found.style >= 1 && found.style <= 9) found.level = found.style;
  eachProperty(bytes.subarray(2), (property, operand) => {
    if (property === 0x2416) found.isInTable = operand === 1;
    else if (property === 0x2417) found.isRowEnd = operand === 1;
    else if (property === 0x244b) found.isInnerCell = operand === 1;
    else if (property === 0x244c) found.isInnerRowEnd = operand === 1;
    else if (property === 0x260a) found.depth = Math.min(operand, 8);
    else if (property === 0x460b) found.list = operand;
    else if (property === 0x2640) found.level = operand < 9 ? operand + 1 : 0;
  });
  return found;
}
