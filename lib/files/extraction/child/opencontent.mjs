// @ts-check
import { Markdown, tidyLines } from "./markdown.mjs";
import { parseXml } from "./markup.mjs";

const UNSEEN = new Set(
  "text:tracked-changes text:sequence-decls office:forms office:scripts svg:title dc:date meta:creator-initials meta:date-string text:note-citation text:page-number".split(
    " ",
  ),
);

/**
 * @param {string} xml
 * @param {Markdown[]} pages the first receives content outside slides; one is appended per slide
 * @param {Map<string, string>} [objects] texts of embedded objects by part
 */
export function convertContent(xml, pages, objects = new Map()) {
  let md = /** @type {Markdown} */ (pages[0]);
  let unseen = 0;
  // Depth inside paragraphs. Text outside paragraphs is ignored.
  let depth = 0;
  let creator = "";
  let isCreator = false;
  let isTitle = false;
  let isEndnote = false;
  let isDescription = false;
  /** @type {{ columns: number, rows: number }[]} */
  const cells = [];
  parseXml(xml, {
    open(name, attributes) {
      if (UNSEEN.has(name)) unseen++;
      if (unseen > 0) return;
      if (name === "text:h" || name === "text:p") {
        depth++;
        if (name === "text:h") md.heading(Number(attributes["text:outline-level"]) || 1);
        else if (isTitle) md.heading(1);
      } else if (name === "text:s") md.verbatim(" ");
      else if (name === "text:tab") md.text(" ");
      else if (name === "text:line-break") md.break();
      else if (name === "text:list") md.openList(false);
      else if (name === "text:list-item") md.item();
      else if (name === "table:table") md.openTable();
      else if (name === "table:table-row") md.row();
      else if (name === "table:table-cell") {
        cells.push({ columns: Number(attributes["table:number-columns-repeated"]) || 1, rows: 1 });
        md.openCell();
      } else if (name === "table:covered-table-cell") md.openCell();
      else if (name === "text:note" || name === "office:annotation") {
        isEndnote = attributes["text:note-class"] === "endnote";
        md.begin();
      } else if (name === "dc:creator") isCreator = true;
      else if (name === "draw:page") {
        md = new Markdown();
        pages.push(md);
      } else if (name === "draw:frame") isTitle = attributes["presentation:class"] === "title";
      else if (name === "presentation:notes" || name === "svg:desc") {
        isDescription = name === "svg:desc";
        md.begin();
      } else if (name === "draw:object") {
        const text = objects.get(getPartName(attributes));
        if (text) md.verbatim(`\n\n${text}\n\n`);
      }
    },
    close(name) {
      if (UNSEEN.has(name)) return void unseen--;
      if (unseen > 0) return;
      if (name === "text:h" || name === "text:p") {
        depth--;
        md.paragraph();
      } else if (name === "text:list") md.closeList();
      else if (name === "table:table") md.closeTable();
      else if (name === "table:table-cell") md.closeCell(cells.pop());
      else if (name === "table:covered-table-cell") md.closeCell();
      else if (name === "dc:creator") isCreator = false;
      else if (name === "draw:frame") isTitle = false;
      else if (name === "svg:desc") {
        isDescription = false;
        const words = md.take().trim();
        if (words) md.text(` [${words}] `);
      } else if (name === "text:note") md.aside(isEndnote ? "Endnote" : "Footnote");
      else if (name === "office:annotation") {
        md.aside(creator ? `Comment by ${creator}` : "Comment");
        creator = "";
      } else if (name === "presentation:notes") {
        const notes = tidyLines(md.take());
        if (notes) md.verbatim(`\n\nNotes: ${notes}\n\n`);
      }
    },
    text(words) {
      if (unseen > 0) return;
      if (isCreator) creator += words;
      else if (depth > 0 || isDescription) md.text(words);
    },
  });
}

/** @param {Record<string, string>} attributes */
const getPartName = (attributes) => (attributes["xlink:href"] ?? "").replace(/^\.\//, "");

const AROUND = /^style:(header|footer)(-left|-first)?$/;
// Fields that templates put into headers and footers of every new document.
const FIELDS = new Set(
  "text:sheet-name text:page-number text:page-count text:date text:time text:title text:file-name".split(" "),
);

/**
 * Returns headers and footers without duplicates and without those that contain only a page number.
 * @param {string} styles
 */
export function readPageHeaders(styles) {
  /** @type {{ headers: Set<string>, footers: Set<string> }} */
  const found = { headers: new Set(), footers: new Set() };
  let words = "";
  let field = 0;
  let hasField = false;
  let isAround = false;
  parseXml(styles, {
    open(name) {
      if (AROUND.test(name)) {
        isAround = true;
        hasField = false;
        words = "";
      } else if (FIELDS.has(name)) {
        field++;
        hasField = true;
      } else if (name === "text:tab" || name === "text:s" || name === "text:line-break") words += " ";
    },
    close(name) {
      const [, kind] = AROUND.exec(name) ?? [];
      if (FIELDS.has(name)) field--;
      else if (name === "text:p" || name === "text:h") words += "\n";
      if (!kind) return;
      isAround = false;
      const text = tidyLines(words);
      const isNumber = hasField && !/\p{L}.*\s.*\p{L}|\p{L}{6}/su.test(text);
      if (text && !isNumber) found[kind === "header" ? "headers" : "footers"].add(text);
    },
    text(text) {
      if (isAround && field === 0) words += text.replaceAll(/\s+/g, " ");
    },
  });
  return found;
}
