// @ts-check
import { Parser } from "htmlparser2";
import { Markdown } from "./markdown.mjs";
import { Unreadable } from "./output.mjs";

// Legitimate pages are about a hundred levels deep. Pages above this limit are attempts to waste time.
const MAX_DEPTH = 5_000;

/**
 * Parses HTML or XML. Fetches nothing and resolves predefined entities only.
 * @param {string} source
 * @param {{ open?: (name: string, attributes: Record<string, string>) => void, close?: (name: string) => void, text?:
 * (text: string) => void }} on
 * @param {{ isXml: boolean }} how
 */
function walk(source, { open, close, text }, { isXml }) {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH)
          throw new Unreadable("This file could not be read: it is nested too deeply.");
        open?.(name, attributes);
      },
      onclosetag(name) {
        depth--;
        close?.(name);
      },
      ontext: text,
    },
    { xmlMode: isXml, decodeEntities: true },
  );
  parser.end(source);
}

/** @param {string} xml @param {Parameters<typeof walk>[1]} on */
export const parseXml = (xml, on) => walk(xml, on, { isXml: true });

/** Returns an element's name without its prefix, since prefixes are arbitrary. @param {string} name */
export const getLocalName = (name) => name.slice(name.indexOf(":") + 1);

const UNSEEN = new Set("script style title template noscript svg math iframe select".split(" "));
const STRUCK = new Set(["del", "s", "strike"]);
const BLOCKS = new Set(
  "p div section article main header footer nav aside blockquote figure figcaption caption address dt dd dl hr form fieldset details summary".split(
    " ",
  ),
);

/**
 * Converts HTML to Markdown with headings, lists, tables and preformatted text. Prepends the title when the page has
 * no heading.
 * @param {string} html
 * @param {string} [address] the page's URL; when given, links to other pages are included
 * @returns {{ text: string, title: string }}
 */
export function toMarkdown(html, address) {
  const md = new Markdown();
  /** Targets of open links. @type {(string | undefined)[]} */
  const links = [];
  /** @type {string[]} */
  const unseen = [];
  /** @type {{ columns: number, rows: number }[]} */
  const cells = [];
  let pre = 0;
  let title = "";
  let heading = "";
  let isInHeading = false;
  walk(
    html,
    {
      open(name, attributes) {
        if (UNSEEN.has(name)) unseen.push(name);
        if (unseen.length > 0) return;
        const [, level] = /^h([1-6])$/.exec(name) ?? [];
        if (level) {
          md.heading(Number(level));
          isInHeading = heading === "";
        } else if (name === "br") md.break();
        else if (name === "ul" || name === "ol") md.openList(name === "ol");
        else if (name === "li") md.item();
        else if (name === "table") md.openTable();
        else if (name === "tr") md.row();
        else if (name === "td" || name === "th") {
          cells.push({ columns: Number(attributes.colspan) || 1, rows: Number(attributes.rowspan) || 1 });
          md.openCell();
        } else if (name === "pre" && pre++ === 0) md.verbatim("\n\n```\n");
        else if (STRUCK.has(name)) md.verbatim("~~");
        else if (name === "a" && address) {
          const to = pageAt(attributes.href, address);
          links.push(to);
          if (to) md.text("[");
        } else if (name === "img" && attributes.alt?.trim()) md.text(` [${attributes.alt.trim()}] `);
        else if (BLOCKS.has(name)) md.block();
      },
      close(name) {
        if (unseen.at(-1) === name) return void unseen.pop();
        if (unseen.length > 0) return;
        if (/^h[1-6]$/.test(name)) {
          md.paragraph();
          isInHeading = false;
        } else if (name === "ul" || name === "ol") md.closeList();
        else if (name === "table") md.closeTable();
        else if (name === "td" || name === "th") md.closeCell(cells.pop());
        else if (name === "pre" && pre > 0 && --pre === 0) md.verbatim("\n```\n\n");
        else if (STRUCK.has(name)) md.verbatim("~~");
        else if (name === "a" && address) {
          const to = links.pop();
          if (to) md.text(`](${to})`);
        } else if (BLOCKS.has(name)) md.paragraph();
      },
      text(words) {
        if (unseen.length === 1 && unseen[0] === "title") title += words;
        if (unseen.length > 0) return;
        if (isInHeading) heading += words;
        if (pre > 0) md.verbatim(words);
        else md.text(words);
      },
    },
    { isXml: false },
  );
  const text = md.toString();
  const name = (heading || title).replaceAll(/\s+/g, " ").trim();
  return { text: heading || !name || !text ? text : `# ${name}\n\n${text}`, title: name };
}

// Longer URLs are useless in text.
const MAX_URL_LENGTH = 500;

/** Returns the absolute URL of a link to another web page. @param {string | undefined} href @param {string} address */
function pageAt(href, address) {
  if (!href || href.startsWith("#") || !URL.canParse(href, address)) return undefined;
  const to = new URL(href, address).href;
  return /^https?:/.test(to) && to.length <= MAX_URL_LENGTH
    ? to.replace(/[()]/g, encodeURIComponent)
    : undefined;
}
