import type { Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import type { RichDocument } from "../rich/document";
import { createCaret } from "./caret";
import { type CursorPlace, findCursor, toCursorPlace } from "./cursor-place";
import type { Cursor } from "./use-cursors";

const key = new PluginKey<DecorationSet>("cursors");

// Cursors move with the text until they are reported again.
export const richCursors = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, shown) =>
        (transaction.getMeta(key) as DecorationSet | undefined) ??
        shown.map(transaction.mapping, transaction.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  });

export function showCursors(view: EditorView, read: RichDocument, cursors: Cursor[]): void {
  const { doc } = view.state;
  const written = read.locateAll(doc);
  const carets = cursors.map((cursor) =>
    Decoration.widget(findPosition(written, doc, cursor), () => createCaret(cursor), {
      side: 1,
      key: `${cursor.userId} ${cursor.movedAt}`,
    }),
  );
  view.dispatch(view.state.tr.setMeta(key, DecorationSet.create(doc, carets)));
}

export function getCursorPlace(view: EditorView, read: RichDocument): CursorPlace {
  const { doc, selection } = view.state;
  const { $head } = selection;
  const index = Math.min($head.index(0), doc.childCount - 1);
  const { text, from, to } = read.locate(doc, index, index);
  const { words, positions } = listWords(doc, index);
  const at = positions.filter((position) => position < $head.pos).length;
  const inBlock = findCursor(text.slice(from, to), toCursorPlace(words, at));
  const offset = from + inBlock;
  return toCursorPlace(toOneCharacterEnds(text), toOneCharacterEnds(text.slice(0, offset)).length);
}

type Written = ReturnType<RichDocument["locateAll"]>;

function findPosition({ text, places }: Written, doc: Node, cursor: CursorPlace): number {
  const offset = findCursor(text, cursor);
  const index = Math.max(
    0,
    places.findLastIndex(({ from }) => from <= offset),
  );
  const { from, to } = places[index]!;
  const { words, positions } = listWords(doc, index);
  const at = findCursor(words, toCursorPlace(text.slice(from, to), Math.min(offset, to) - from));
  return positions[at] ?? (positions.at(-1) ?? getStart(doc, index)) + 1;
}

const toOneCharacterEnds = (text: string) => text.replaceAll(/\r\n?/g, "\n");

const getStart = (doc: Node, index: number): number =>
  doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);

// Returns the text of a block without its marks, and the position of each character in the document.
function listWords(doc: Node, index: number): { words: string; positions: number[] } {
  const block = doc.child(index);
  const start = getStart(doc, index);
  let words = "";
  const positions: number[] = [];
  const add = (text: string, at: number) => {
    for (let i = 0; i < text.length; i++) positions.push(at + i);
    words += text;
  };
  const visit = (node: Node, at: number) => {
    if (node.isText) add(node.text!, at);
    else if (node.isTextblock && words !== "") add("\n", at);
    node.forEach((child, offset) => {
      visit(child, at + 1 + offset);
    });
  };
  visit(block, start);
  return { words, positions };
}
