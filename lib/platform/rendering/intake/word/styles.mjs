// @ts-check
import { AlignmentType, BorderStyle, LevelFormat, ShadingType } from "docx";

// In twentieths of a point. A page of A4 has 9026 between its margins.
export const PAGE_WIDTH = 9026;
export const INDENT = 360;
export const MAX_INDENT = 7200;

// Word has nine levels of lists.
const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
export const MAX_LIST_LEVEL = 8;

const FONT = { ascii: "Calibri", hAnsi: "Calibri", cs: "Arial" };
const CODE_FONT = { ascii: "Consolas", hAnsi: "Consolas", cs: "Courier New" };
const INK = "1A211E";
const MUTED = "56605A";
const LINE = "DBE0D7";
export const SHADE = { type: ShadingType.CLEAR, color: "auto", fill: "F1F3EE" };
const BORDER = { style: BorderStyle.SINGLE, size: 4, color: LINE };
const SIDE = { style: BorderStyle.SINGLE, size: 18, color: LINE, space: 8 };

/** Identifiers of styles. */
export const CODE_BLOCK = "CodeBlock";
export const CODE_TEXT = "CodeText";
export const QUOTE = "Quote";
export const LINK = "Hyperlink";

/** Right-to-left paragraphs have the line of a quote at their other side. @param {boolean} isRightToLeft */
export const getQuoteBorder = (isRightToLeft) => (isRightToLeft ? { right: SIDE } : { left: SIDE });

export const TABLE_BORDERS = {
  ...{ top: BORDER, bottom: BORDER, left: BORDER, right: BORDER },
  ...{ insideHorizontal: BORDER, insideVertical: BORDER },
};

// Sizes are in half points.
const HEADING_SIZES = /** @type {const} */ ({
  heading1: 36,
  heading2: 30,
  heading3: 26,
  heading4: 24,
  heading5: 22,
  heading6: 22,
});

export const STYLES = {
  default: {
    document: {
      run: { font: FONT, size: 22, color: INK },
      paragraph: { spacing: { after: 120, line: 276 } },
    },
    ...Object.fromEntries(
      Object.entries(HEADING_SIZES).map(([name, size], outlineLevel) => [
        name,
        {
          run: { font: FONT, size, bold: true, color: name === "heading6" ? MUTED : INK },
          paragraph: { outlineLevel, keepNext: true, keepLines: true, spacing: { before: 240, after: 80 } },
        },
      ]),
    ),
    hyperlink: { run: { color: "14614F", underline: {} } },
  },
  paragraphStyles: [
    {
      ...{ id: CODE_BLOCK, name: "Code Block", basedOn: "Normal", quickFormat: true },
      run: { font: CODE_FONT, size: 19, noProof: true },
      paragraph: { shading: SHADE, spacing: { before: 60, after: 160, line: 252 } },
    },
    {
      ...{ id: QUOTE, name: "Quote", basedOn: "Normal", quickFormat: true },
      run: { color: MUTED },
    },
  ],
  characterStyles: [
    {
      ...{ id: CODE_TEXT, name: "Code Text", quickFormat: true },
      run: { font: CODE_FONT, size: 20, shading: SHADE, noProof: true },
    },
  ],
};

const BULLETS = ["•", "◦", "▪"];

/** @param {number} level */
const toLevelStyle = (level) => ({
  paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT } },
});

/** Bullets are drawn by the list, tasks by their boxes. @param {"bullets" | "tasks"} kind */
export const getBulletLevels = (kind) =>
  LEVELS.map((level) => ({
    level,
    format: LevelFormat.BULLET,
    text: kind === "bullets" ? /** @type {string} */ (BULLETS[level % BULLETS.length]) : "",
    alignment: AlignmentType.START,
    style: toLevelStyle(level),
  }));

/** @param {number} start */
export const getNumberLevels = (start) =>
  LEVELS.map((level) => ({
    level,
    format: LevelFormat.DECIMAL,
    text: `%${level + 1}.`,
    alignment: AlignmentType.START,
    start,
    style: toLevelStyle(level),
  }));
