// @ts-check
import { decodeHTML } from "./entities.mjs";

// In characters. Longer addresses are left out, because nobody can read them.
const MAX_URL_LENGTH = 500;
const MAX_QUOTE_DEPTH = 10;

// Collects text; line breaks, cell separators and marks are written only when more text follows.
class Text {
  /** @type {string[]} */
  #parts = [];
  #last = "";
  #lines = 0;
  #cells = 0;
  #mark = "";
  quotes = 0;
  #isRowEmpty = false;

  /** @param {string} words */
  write(words) {
    const isJoined = this.#lines + this.#cells > 0 || this.#mark !== "" || this.#last.endsWith(" ");
    const said = isJoined ? words.replace(/^ /, "") : words;
    if (said === "") return;
    const breaks = "\n".repeat(Math.min(this.#lines, 2));
    const isLine = breaks !== "" || this.#parts.length === 0;
    const quote = isLine && this.quotes > 0 ? `${">".repeat(Math.min(this.quotes, MAX_QUOTE_DEPTH))} ` : "";
    this.#last = breaks + quote + this.#mark + " | ".repeat(this.#cells) + said;
    this.#parts.push(this.#last);
    this.#lines = 0;
    this.#cells = 0;
    this.#mark = "";
    this.#isRowEmpty = false;
  }

  /**
   * Begins a line, except at the start of a table cell.
   * @param {string} [mark] prefix of the line
   */
  line(mark = "") {
    if (this.#cells === 0) this.#lines = Math.max(this.#lines, 1);
    this.#mark ||= mark;
  }

  break() {
    if (this.#cells === 0) this.#lines++;
  }

  row() {
    this.#cells = 0;
    this.#lines = Math.max(this.#lines, 1);
    this.#isRowEmpty = true;
  }

  /** Begins a table cell. A line break at the end of the previous cell is dropped. */
  cell() {
    if (!this.#isRowEmpty) this.#lines = 0;
    this.#cells++;
  }

  toString() {
    return this.#parts.join("").trimStart();
  }
}

/**
 * Extracts the text of an HTML page in one pass; the result is never rendered as HTML. Table rows become lines, and a
 * link's address follows its text.
 * @param {string} html
 */
export function extractHtmlText(html) {
  const text = new Text();
  /** Cell count of the current row, per open table. @type {number[]} */
  const rows = [];
  /** @type {{ address: string, words: string } | undefined} */
  let link;
  /** @param {string} raw */
  const say = (raw) => {
    const words = decodeHTML(raw.replace(/\s+/g, " "));
    if (link) link.words += words;
    text.write(words);
  };
  /** @param {string} kind @param {string} source */
  const see = (kind, source) => {
    if (kind === "table") rows.push(0);
    else if (kind === "/table") rows.pop();
    if (kind === "br") text.break();
    else if (kind === "tr") {
      if (rows.length > 0) rows[rows.length - 1] = 0;
      text.row();
    } else if (kind === "td" || kind === "th") {
      const before = rows.pop() ?? 0;
      rows.push(before + 1);
      if (before > 0) text.cell();
    } else if (kind === "a") link = { address: addressIn(source), words: "" };
    else if (kind === "/a") {
      if (link && isNew(link)) text.write(` (${link.address})`);
      link = undefined;
    } else if (blocks.has(kind.replace("/", ""))) {
      text.line(marks.get(kind));
      if (kind === "blockquote") text.quotes++;
      else if (kind === "/blockquote" && text.quotes > 0) text.quotes--;
    }
  };
  /** The open hidden element and the nesting depth of its name. @type {{ name: string, depth: number } | undefined} */
  let hidden;
  /** @param {string} kind @param {string} source */
  const hide = (kind, source) => {
    if (!hidden) {
      if (!kind.startsWith("/") && !empty.has(kind) && isHidden(source)) hidden = { name: kind, depth: 1 };
    } else if (kind === hidden.name) hidden.depth++;
    else if (kind === `/${hidden.name}` && --hidden.depth === 0) hidden = undefined;
  };

  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) {
      if (!hidden) say(html.slice(at));
      break;
    }
    if (!hidden) say(html.slice(at, open));
    if (html.startsWith("<!--", open)) {
      at = after(html, /-->/g, open + 4);
      continue;
    }
    tag.lastIndex = open;
    const [, slash, name = ""] = tag.exec(html) ?? [];
    if (slash === undefined) {
      if (!hidden) text.write("<");
      at = open + 1;
      continue;
    }
    at = after(html, />/g, open);
    const kind = slash + name.toLowerCase();
    const isShown = !hidden;
    hide(kind, html.slice(open, at));
    if (isShown && !hidden) see(kind, html.slice(open, at));
    const end = unseen.get(kind);
    if (end) at = after(html, end, at);
  }
  return text.toString();
}

const tag = /<([/!?]?)([a-z][a-z0-9]*|(?<=[/!?]))/iy;
const unseen = new Map(
  ["script", "style", "title"].map((name) => [name, new RegExp(`</${name}\\s*>`, "gi")]),
);
const blocks = new Set("blockquote li hr p div h1 h2 h3 h4 h5 h6 ul ol table".split(" "));
const marks = new Map([["li", "- "]]);
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/**
 * Detects preheaders and other elements that mail programs hide.
 * @param {string} source start tag
 */
function isHidden(source) {
  const [, double, single] = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(source.slice(0, 4_000)) ?? [];
  const style = double ?? single ?? "";
  return (
    /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|opacity\s*:\s*0\s*(;|!|$))/i.test(
      style,
    ) || /\shidden(\s|=|\/?>)/i.test(source.slice(0, 4_000).replace(/=\s*("[^"]*"|'[^']*')/g, ""))
  );
}

/**
 * Returns the address of a link, or "" unless it is HTTP(S) or mailto.
 * @param {string} source start tag
 */
function addressIn(source) {
  const [, quoted, single, bare] =
    /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(source.slice(0, 4_000)) ?? [];
  const address = decodeHTML(quoted ?? single ?? bare ?? "").trim();
  if (address.length > MAX_URL_LENGTH || !/^(https?:\/\/|mailto:)\S+$/i.test(address)) return "";
  return address.replace(/^mailto:([^?]*).*/i, "$1");
}

/**
 * Returns true when the address differs from the link's text.
 * @param {{ address: string, words: string }} link
 */
function isNew({ address, words }) {
  const told = words.trim();
  return address !== "" && told !== "" && bare(told) !== bare(address);
}
/** @param {string} address */
const bare = (address) =>
  address
    .toLowerCase()
    .replace(/^(https?:\/\/|mailto:)/, "")
    .replace(/\/$/, "");

/**
 * Returns the index after the next match, or the text's length.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {number} from
 */
function after(text, pattern, from) {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}
