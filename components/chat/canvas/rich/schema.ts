import { type Attrs, type DOMOutputSpec, type Node, Schema } from "prosemirror-model";
import { tableNodes } from "prosemirror-tables";

const tables = tableNodes({
  tableGroup: "block",
  cellContent: "inline*",
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) => cell.style.textAlign || null,
      setDOMAttr: (value, attrs) => {
        if (value) attrs.style = `text-align: ${value}`;
      },
    },
  },
});

const attribute = (element: HTMLElement, name: string) => element.getAttribute(name);
// What this editor wrote to the clipboard is found before plain HTML, whose rules have the priority 50.
const OWN = 60;
const heading = ({ attrs }: Node): DOMOutputSpec => [`h${attrs.level}`, { dir: "auto" }, 0];

/** Schema of the rich text editor. Blocks that it can't represent exactly stay `source` blocks. */
export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: {
      content: "inline*",
      group: "block",
      parseDOM: [{ tag: "p" }],
      toDOM: () => ["p", { dir: "auto" }, 0],
    },
    heading: {
      attrs: { level: { default: 1 } },
      content: "inline*",
      group: "block",
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: heading,
    },
    blockquote: {
      content: "block+",
      group: "block",
      defining: true,
      parseDOM: [{ tag: "blockquote" }],
      toDOM: () => ["blockquote", { dir: "auto" }, 0],
    },
    bullet_list: {
      attrs: { marker: { default: "-" }, tight: { default: true } },
      content: "list_item+",
      group: "block",
      parseDOM: [{ tag: "ul", getAttrs: (list) => getListStyle(list, ["-", "*", "+"]) }],
      toDOM: ({ attrs }) => [
        "ul",
        { dir: "auto", "data-marker": attrs.marker, "data-loose": attrs.tight ? null : "" },
        0,
      ],
    },
    ordered_list: {
      attrs: { order: { default: 1 }, marker: { default: "." }, tight: { default: true } },
      content: "list_item+",
      group: "block",
      parseDOM: [
        {
          tag: "ol",
          getAttrs: (list) => ({
            order: Number(attribute(list, "start") ?? 1),
            ...getListStyle(list, [".", ")"]),
          }),
        },
      ],
      toDOM: ({ attrs }) => [
        "ol",
        {
          dir: "auto",
          start: attrs.order === 1 ? null : attrs.order,
          "data-marker": attrs.marker,
          "data-loose": attrs.tight ? null : "",
        },
        0,
      ],
    },
    list_item: {
      attrs: { checked: { default: null } },
      content: "paragraph block*",
      defining: true,
      parseDOM: [{ tag: "li", getAttrs: getTask }],
      toDOM: ({ attrs }) => ["li", { "data-checked": attrs.checked }, 0],
    },
    code_block: {
      attrs: { params: { default: "" } },
      content: "text*",
      marks: "",
      group: "block",
      code: true,
      defining: true,
      parseDOM: [
        {
          tag: "pre",
          preserveWhitespace: "full",
          getAttrs: (pre) => ({ params: attribute(pre, "data-language") ?? "" }),
        },
      ],
      toDOM: ({ attrs }) => ["pre", { "data-language": attrs.params, dir: "ltr" }, ["code", 0]],
    },
    math_block: {
      attrs: { open: { default: "$$" } },
      content: "text*",
      marks: "",
      group: "block",
      code: true,
      defining: true,
      parseDOM: [
        {
          tag: "pre[data-kind=math]",
          priority: OWN,
          preserveWhitespace: "full",
          getAttrs: (pre) => ({ open: attribute(pre, "data-open") === "\\[" ? "\\[" : "$$" }),
        },
      ],
      toDOM: ({ attrs }) => [
        "pre",
        { "data-kind": "math", "data-open": attrs.open, dir: "ltr" },
        ["code", 0],
      ],
    },
    source: {
      content: "text*",
      marks: "",
      group: "block",
      code: true,
      defining: true,
      parseDOM: [{ tag: "pre[data-kind=source]", priority: OWN, preserveWhitespace: "full" }],
      toDOM: () => ["pre", { "data-kind": "source" }, ["code", 0]],
    },
    horizontal_rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
    ...tables,
    text: { group: "inline" },
    image: {
      inline: true,
      attrs: { src: {}, alt: { default: null }, title: { default: null } },
      group: "inline",
      parseDOM: [
        {
          tag: "span[data-kind=image][data-src]",
          getAttrs: (image) => ({
            src: attribute(image, "data-src"),
            alt: attribute(image, "data-alt"),
            title: attribute(image, "data-title"),
          }),
        },
      ],
      toDOM: ({ attrs: { src, alt, title } }) => [
        "span",
        { "data-kind": "image", "data-src": src, "data-alt": alt, "data-title": title, title: src },
        alt || src,
      ],
    },
    hard_break: {
      // A line that ends without a mark is shown as one in previews, too.
      attrs: { isSoft: { default: false } },
      inline: true,
      group: "inline",
      selectable: false,
      linebreakReplacement: true,
      parseDOM: [{ tag: "br", getAttrs: (br) => ({ isSoft: br.hasAttribute("data-soft") }) }],
      toDOM: ({ attrs }) => ["br", { "data-soft": attrs.isSoft ? "" : null }],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, title: { default: null }, isBare: { default: false } },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[data-href]",
          priority: OWN,
          getAttrs: (link) =>
            isSafe(link, "data-href") && {
              href: attribute(link, "data-href"),
              title: attribute(link, "data-title"),
              isBare: link.hasAttribute("data-bare"),
            },
        },
        {
          tag: "a[href]",
          getAttrs: (link) =>
            isSafe(link, "href") && { href: attribute(link, "href"), title: attribute(link, "title") },
        },
      ],
      // Without `href`, so that a click edits the text and pasted addresses can't run scripts.
      toDOM: ({ attrs: { href, title, isBare } }) => [
        "a",
        { "data-href": href, "data-title": title, "data-bare": isBare ? "" : null, title: href },
        0,
      ],
    },
    em: { parseDOM: [{ tag: "i" }, { tag: "em" }], toDOM: () => ["em", 0] },
    strong: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
    strike: { parseDOM: [{ tag: "s" }, { tag: "del" }], toDOM: () => ["s", 0] },
    code: { code: true, parseDOM: [{ tag: "code" }], toDOM: () => ["code", { dir: "ltr" }, 0] },
    math: {
      code: true,
      excludes: "_",
      inclusive: false,
      parseDOM: [{ tag: "code[data-kind=math]", priority: OWN }],
      toDOM: () => ["code", { "data-kind": "math", dir: "ltr" }, 0],
    },
  },
});

// Addresses that run scripts are left out.
const isSafe = (link: HTMLElement, name: string): boolean =>
  !/^(?:javascript|vbscript|data):/i.test((attribute(link, name) ?? "").replaceAll(/\s/g, ""));

function getListStyle(list: HTMLElement, markers: string[]): Attrs {
  const marker = attribute(list, "data-marker") ?? "";
  return {
    marker: markers.includes(marker) ? marker : markers[0],
    tight: !list.hasAttribute("data-loose"),
  };
}

function getTask(item: HTMLElement): Attrs {
  const checked = item.getAttribute("data-checked");
  return { checked: checked === null ? null : checked === "true" };
}

export const { nodes, marks } = schema;
