import { MarkdownSerializer, type MarkdownSerializerState } from "prosemirror-markdown";
import type { Mark, Node } from "prosemirror-model";
import { parseExactly } from "./parse";
import { isSameContent } from "./same-content";
import { nodes } from "./schema";

type Escape = (text: string, isAtLineStart: boolean) => string;

const backslashes = (text: string, pattern: RegExp) => text.replace(pattern, "\\$&");
const atLineStart = (text: string) =>
  text
    .replace(/^(\s*)([#>|]|[-+*](?=\s|$)|={2,}|-{2,}|:)/, "$1\\$2")
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
// `\[` and `\(` begin formulas.
const ENTITIES: Record<string, string> = { "[": "&#91;", "]": "&#93;", "(": "&#40;", ")": "&#41;" };

// From the plainest text to the safest; the first that is read back as what it was written from is used.
const ESCAPES: Escape[] = [
  (text) => text,
  (text, isAtLineStart) => {
    const escaped = backslashes(text, /[\\`*_~<|]/g);
    return isAtLineStart ? atLineStart(escaped) : escaped;
  },
  (text, isAtLineStart) => {
    const escaped = backslashes(text, /[\\`*_~<|$!:@.^]/g).replaceAll(
      /&(?=#|\w)|[[\]()]/g,
      (sign) => ENTITIES[sign] ?? "&amp;",
    );
    return isAtLineStart ? atLineStart(escaped) : escaped;
  },
];

const fence = (text: string, sign = "`") =>
  sign.repeat(Math.max(3, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length + 1)));

const serializers = ESCAPES.map(buildSerializer);

/** Returns the Markdown of a block. */
export function serializeBlock(node: Node): string {
  for (const serializer of serializers) {
    const text = write(serializer, node);
    const read = parseExactly(text);
    if (read && isSameContent(read, node)) return text;
  }
  return write(serializers[1]!, node);
}

const write = (serializer: MarkdownSerializer, node: Node): string =>
  serializer.serialize(nodes.doc.create(null, node)).replace(/^\n+|\n+$/g, "");

function buildSerializer(protect: Escape): MarkdownSerializer {
  const block = (state: MarkdownSerializerState, node: Node, text: string) => {
    state.text(text, false);
    state.closeBlock(node);
  };
  return new MarkdownSerializer(
    {
      paragraph: (state, node) => {
        state.renderInline(node);
        state.closeBlock(node);
      },
      heading: (state, node) => {
        state.write(`${"#".repeat(node.attrs.level)} `);
        state.renderInline(node, false);
        state.closeBlock(node);
      },
      blockquote: (state, node) => state.wrapBlock("> ", null, node, () => state.renderContent(node)),
      bullet_list: (state, node) => state.renderList(node, "  ", () => `${node.attrs.marker} `),
      ordered_list: (state, node) => {
        const { order, marker } = node.attrs;
        const width = `${order + node.childCount - 1}`.length + 2;
        state.renderList(node, " ".repeat(width), (at) => `${order + at}${marker} `.padEnd(width));
      },
      list_item: (state, node) => {
        if (node.attrs.checked !== null) state.write(node.attrs.checked ? "[x] " : "[ ] ");
        state.renderContent(node);
      },
      code_block: (state, node) => {
        const mark = fence(node.textContent);
        block(
          state,
          node,
          `${mark}${node.attrs.params}\n${node.textContent}${node.textContent ? "\n" : ""}${mark}`,
        );
      },
      math_block: (state, node) => {
        const { open } = node.attrs;
        block(state, node, `${open}\n${node.textContent}\n${open === "$$" ? "$$" : "\\]"}`);
      },
      source: (state, node) => block(state, node, node.textContent),
      horizontal_rule: (state, node) => {
        state.write("---");
        state.closeBlock(node);
      },
      table: (state, node) => {
        block(
          state,
          node,
          writeTable(node, (cell) => writeCell(protect, cell)),
        );
      },
      image: (state, { attrs }) => {
        // The alternative text is kept verbatim.
        const alt = protect("[", false) === "[" ? (attrs.alt ?? "") : escapeBrackets(attrs.alt ?? "");
        state.write(`![${alt}](${writeAddress(attrs.src)}${writeTitle(attrs.title)})`);
      },
      hard_break: (state, node) => state.write(node.attrs.isSoft ? "\n" : "\\\n"),
      text: (state, node, parent, at) => {
        const isAtLineStart = at === 0 || parent.child(at - 1).type === nodes.hard_break;
        const isRaw = node.marks.some(({ type, attrs }) => type.name === "math" || attrs.isBare);
        const text = node.text ?? "";
        const written = isRaw ? text : protect(text, isAtLineStart);
        const isHeadingEnd = parent.type === nodes.heading && at === parent.childCount - 1;
        state.text(isHeadingEnd ? written.replace(/(^|\s)(#+\s*)$/, "$1\\$2") : written, false);
      },
    },
    {
      em: { open: "*", close: "*", mixable: true, expelEnclosingWhitespace: true },
      strong: { open: "**", close: "**", mixable: true, expelEnclosingWhitespace: true },
      strike: { open: "~~", close: "~~", mixable: true, expelEnclosingWhitespace: true },
      link: {
        open: (_state, { attrs }) => (attrs.isBare ? "" : "["),
        close: (_state, { attrs }) =>
          attrs.isBare ? "" : `](${writeAddress(attrs.href)}${writeTitle(attrs.title)})`,
        mixable: true,
      },
      code: {
        open: (_state, _mark: Mark, parent, at) => codeMark(parent.child(at), -1),
        close: (_state, _mark: Mark, parent, at) => codeMark(parent.child(at - 1), 1),
        escape: false,
      },
      math: { open: "", close: "", escape: false },
    },
  );
}

function codeMark({ text = "" }: Node, side: -1 | 1): string {
  const ticks = "`".repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const needsSpace = /^`|`$/.test(text) || /^ .*\S.* $/.test(text);
  if (!needsSpace) return ticks;
  return side < 0 ? `${ticks} ` : ` ${ticks}`;
}

const escapeBrackets = (text: string): string => text.replaceAll(/(?<!\\)[[\]]/g, "\\$&");

const writeAddress = (address: string): string =>
  /^[^\s<>()]*$/.test(address) && address !== ""
    ? address
    : `<${address.replaceAll(/[<>\n]/g, (sign) => encodeURIComponent(sign))}>`;

const writeTitle = (title: string | null): string => (title ? ` "${title.replaceAll('"', '\\"')}"` : "");

function writeCell(protect: Escape, cell: Node): string {
  const paragraph = nodes.paragraph.create(null, cell.content);
  return write(
    buildSerializer((text) => protect(text, false)),
    paragraph,
  )
    .replaceAll(/\\?\n/g, "<br>")
    .replaceAll(/(?<!\\)\|/g, "\\|");
}

const RULES: Record<string, string> = { left: ":--", right: "--:", center: ":-:" };

function writeTable(table: Node, toText: (cell: Node) => string): string {
  const toRow = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [head, ...rows] = table.content.content.map((row) => row.content.content);
  const rules = (head ?? []).map(({ attrs }) => RULES[attrs.align] ?? "---");
  return [head ?? [], ...rows]
    .map((cells) => toRow(cells.map(toText)))
    .toSpliced(1, 0, toRow(rules))
    .join("\n");
}
