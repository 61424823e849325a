// @ts-check

/**
 * Numbers of list items, which Word computes on display (MS-DOC 2.9.131 to 2.9.150).
 * @typedef {{ start: number, format: number, template: string }} Level `template`: characters below 9 are
 * placeholders for the number of that level
 */

// Lengths of LSTF and LFO.
const LIST_BYTES = 28;
const LEVEL_BYTES = 28;
const OVERRIDE_BYTES = 16;
const LEVELS = 9;
const MAX_LISTS = 10_000;
/** Number formats (MS-OSHARED 2.2.1.3). */
const [UPPER_ROMAN, LOWER_ROMAN, UPPER_LETTER, LOWER_LETTER, TWO_DIGITS, BULLET, NONE] = [
  1, 2, 3, 4, 22, 23, 255,
];
/** @type {[number, string][]} */
const ROMAN = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];
const MAX_ROMAN = 4_000;

export class WordLists {
  /** @type {Map<number, Level[]>} */
  #lists = new Map();
  /** List ids by the index that paragraphs use. @type {number[]} */
  #named = [];
  /** Current numbers of each list by level. @type {Map<number, (number | undefined)[]>} */
  #counts = new Map();

  /** @param {Buffer} lists PlfLst, followed by the lists' levels @param {Buffer} names PlfLfo */
  constructor(lists, names) {
    try {
      this.#readLists(lists);
      for (
        let at = 4;
        at + OVERRIDE_BYTES <= names.length && this.#named.length < names.readUInt32LE(0);
        at += OVERRIDE_BYTES
      )
        this.#named.push(names.readInt32LE(at));
    } catch {
      // Without definitions, items remain unnumbered.
    }
  }

  /** @param {Buffer} bytes */
  #readLists(bytes) {
    const count = Math.min(bytes.length < 2 ? 0 : bytes.readUInt16LE(0), MAX_LISTS);
    let at = 2 + count * LIST_BYTES;
    for (let number = 0; number < count; number++) {
      const list = 2 + number * LIST_BYTES;
      const isSimple = ((bytes[list + 26] ?? 0) & 1) === 1;
      /** @type {Level[]} */
      const levels = [];
      for (let level = 0; level < (isSimple ? 1 : LEVELS); level++) {
        const properties = (bytes[at + 24] ?? 0) + (bytes[at + 25] ?? 0);
        const text = at + LEVEL_BYTES + properties;
        const end = text + 2 + 2 * bytes.readUInt16LE(text);
        levels.push({
          start: bytes.readInt32LE(at),
          format: bytes[at + 4] ?? NONE,
          template: bytes.toString("utf16le", text + 2, end),
        });
        at = end;
      }
      this.#lists.set(bytes.readInt32LE(list), levels);
    }
  }

  /**
   * Returns the label of the next item, empty for bullets.
   * @param {number} name one-based index of the list
   * @param {number} depth
   */
  next(name, depth) {
    const list = this.#named[name - 1];
    const levels = this.#lists.get(list ?? 0);
    const level = levels?.[depth];
    if (list === undefined || !levels || !level) return "";
    const counts = this.#counts.get(list) ?? [];
    this.#counts.set(list, counts);
    counts[depth] = (counts[depth] ?? level.start - 1) + 1;
    counts.length = depth + 1;
    if (level.format === BULLET || level.format === NONE) return "";
    return [...level.template]
      .map((character) => {
        const at = character.charCodeAt(0);
        const of = levels[at];
        return at < LEVELS && of ? formatNumber(counts[at] ?? of.start, of.format) : character;
      })
      .join("")
      .trim();
  }
}

/** @param {number} number @param {number} format */
function formatNumber(number, format) {
  if ((format === UPPER_ROMAN || format === LOWER_ROMAN) && number > 0 && number < MAX_ROMAN) {
    const roman = toRomanNumeral(number);
    return format === UPPER_ROMAN ? roman.toUpperCase() : roman;
  }
  if ((format === UPPER_LETTER || format === LOWER_LETTER) && number > 0) {
    // After z comes aa, after zz aaa.
    const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(
      Math.min(Math.ceil(number / 26), LEVELS),
    );
    return format === UPPER_LETTER ? letter.toUpperCase() : letter;
  }
  return format === TWO_DIGITS ? String(number).padStart(2, "0") : String(number);
}

/** @param {number} number @returns {string} */
function toRomanNumeral(number) {
  const [value = 0, letters = ""] = ROMAN.find(([least]) => least <= number) ?? [];
  return value === 0 ? "" : letters + toRomanNumeral(number - value);
}
