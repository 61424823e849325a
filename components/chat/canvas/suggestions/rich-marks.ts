import { DOMSerializer, type Node } from "prosemirror-model";
import { Decoration, DecorationSet } from "prosemirror-view";
import { schema } from "../rich/schema";
import type { RichChange, RichChanges } from "./rich-changes";

type MarkWords = { removed: string; added: string };
type Mark = { attrs: Record<string, string>; words: MarkWords };

const LINE_BREAK = "↵";
const serializer = DOMSerializer.fromSchema(schema);

// Marks removed content, followed by its replacement.
export function markChanges({ doc, shown }: RichChanges, current: number, words: MarkWords): DecorationSet {
  const marks = shown.flatMap((change, index) => {
    const attrs = { "data-change": String(index), ...(index === current && { "aria-current": "true" }) };
    return [...markRemoved(doc, change, { attrs, words }), ...showInserted(change, { attrs, words })];
  });
  return DecorationSet.create(doc, marks);
}

function markRemoved(doc: Node, { from, to }: RichChange, { attrs, words }: Mark): Decoration[] {
  if (from === to) return [];
  const marks: Decoration[] = [Decoration.inline(from, to, { nodeName: "del", ...attrs })];
  let textAt: number | undefined;
  let isSeen = false;
  doc.nodesBetween(from, to, (node, at) => {
    if (node.isText) textAt ??= Math.max(from, at);
    else if (node.type.name === "image") isSeen = true;
    else if (node.isLeaf && !node.isInline)
      marks.push(Decoration.node(at, at + node.nodeSize, { ...attrs, class: "canvas-removed" }));
  });
  const label = () => createLabel(words.removed);
  if (textAt !== undefined) marks.push(Decoration.widget(textAt, label, { side: -1 }));
  else if (!isSeen && marks.length === 1)
    marks.push(Decoration.widget(from, () => createElement("del", attrs, [label(), LINE_BREAK])));
  return marks;
}

function showInserted({ to, insert }: RichChange, mark: Mark): Decoration[] {
  if (insert.size === 0) return [];
  if (insert.content.firstChild?.isBlock)
    return insert.content.content.map((node, at) =>
      Decoration.widget(to, () => createInsertedBlock(node, mark), { side: 1 + at }),
    );
  const show = () => {
    const text = serializer.serializeFragment(insert.content) as DocumentFragment;
    return createElement("ins", mark.attrs, [createLabel(mark.words.added), text]);
  };
  return [Decoration.widget(to, show, { side: 1 })];
}

// Items and rows stay children of their list or table.
function createInsertedBlock(node: Node, { attrs, words }: Mark): HTMLElement {
  const block = serializer.serializeNode(node) as HTMLElement;
  const inner = { list_item: [block], table_row: [...block.children] }[node.type.name];
  if (!inner) return createElement("ins", attrs, [createLabel(words.added), block]);
  for (const part of inner)
    part.replaceChildren(createElement("ins", attrs, [createLabel(words.added), ...part.childNodes]));
  return block;
}

function createLabel(text: string): HTMLElement {
  return createElement("span", { class: "sr-only" }, [`${text} `]);
}

type Child = globalThis.Node | string;

function createElement(name: string, attrs: Record<string, string>, children: Child[]): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attrs)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
