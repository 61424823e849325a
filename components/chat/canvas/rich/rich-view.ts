import { diffArrays } from "diff";
import { history } from "prosemirror-history";
import { Fragment, type Node, Slice } from "prosemirror-model";
import { EditorState, Plugin, type Transaction } from "prosemirror-state";
import { tableEditing } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
import type { CursorPlace } from "../cursors/cursor-place";
import { getCursorPlace, richCursors, showCursors } from "../cursors/rich-cursors";
import type { Cursor } from "../cursors/use-cursors";
import { registerEditor } from "../editor-focus";
import type { Passage } from "../suggestions/use-request";
import { type RichDocument, readDocument } from "./document";
import { editingKeys, typingRules } from "./keys";
import { createNodeViews, type NodeWords } from "./node-views";
import { parseExactly } from "./parse";
import { nodes } from "./schema";
import { serializeBlock } from "./serialize";

type RichViewOptions = {
  parent: HTMLElement;
  value: string;
  document: RichDocument;
  label: string;
  helpId: string;
  placeholder: string;
  words: NodeWords;
  maxLength: number;
  onChange: (value: string, before: string) => void;
  onCursor: (getPlace: () => CursorPlace) => void;
  /** Called after each change of document or selection. */
  onState: (state: EditorState) => void;
};

export function createRichView(options: RichViewOptions) {
  let current = options.document;
  let text = options.value;
  const view = new EditorView(options.parent, {
    state: EditorState.create({
      doc: current.doc,
      plugins: [
        typingRules(),
        ...editingKeys(),
        tableEditing(),
        history(),
        emptyHint(options.placeholder),
        richCursors(),
      ],
    }),
    attributes: {
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": options.label,
      "aria-describedby": options.helpId,
      class: "prose canvas-prose",
    },
    nodeViews: createNodeViews(options.words),
    clipboardTextSerializer: (slice) => {
      const blocks = slice.content.content;
      return blocks[0]?.isInline
        ? blocks.map(({ textContent }) => textContent).join("")
        : blocks.map(serializeBlock).join("\n\n");
    },
    clipboardTextParser: (pasted) => {
      const read = parseExactly(pasted.replaceAll(/\r\n?/g, "\n"));
      // Slice.empty lets the view paste the plain text.
      if (!read?.firstChild) return Slice.empty;
      const isInline = read.childCount === 1 && read.firstChild.type === nodes.paragraph;
      return isInline ? new Slice(read, 1, 1) : new Slice(read, 0, 0);
    },
    dispatchTransaction: (transaction) => {
      const state = view.state.apply(transaction);
      const changed = transaction.docChanged && !transaction.getMeta("stored");
      if (changed) {
        const written = current.write(state.doc);
        if (written.length > options.maxLength && written.length > text.length) return;
        view.updateState(state);
        if (written !== text) {
          const before = text;
          text = written;
          options.onChange(written, before);
        }
      } else view.updateState(state);
      if (view.hasFocus() && (changed || transaction.selectionSet))
        options.onCursor(() => getCursorPlace(view, current));
      options.onState(view.state);
    },
  });
  registerEditor(view.dom, () => view.focus());
  return {
    view,
    destroy: () => view.destroy(),
    /**
     * Returns the text and where the selection stands in it: exactly if it is in one block that has the selected words
     * once, else the whole blocks.
     */
    getPassage: (): Passage => {
      const { $from, $to } = view.state.selection;
      const [first, last] = [$from.index(0), Math.max($from.index(0), $to.indexAfter(0) - 1)];
      const { text, from, to } = current.locate(view.state.doc, first, last);
      const words = view.state.doc.textBetween($from.pos, $to.pos, "\n");
      const at = text.slice(from, to).indexOf(words);
      const isExact = first === last && at >= 0 && text.slice(from, to).indexOf(words, at + 1) < 0;
      return isExact ? { text, from: from + at, to: from + at + words.length } : { text, from, to };
    },
    setCursors: (cursors: Cursor[]) => showCursors(view, current, cursors),
    /** Shows a text that was stored elsewhere. Returns false if it can't be edited here. */
    setText: (value: string): boolean => {
      if (value === text) return true;
      const read = readDocument(value);
      if (!read) return false;
      [current, text] = [read, value];
      replaceContent(view, read.doc);
      read.adopt(view.state.doc);
      return true;
    },
  };
}
export type RichView = ReturnType<typeof createRichView>;

// Replaces only what differs, so that the cursor stays.
function replaceContent(view: EditorView, doc: Node): void {
  const { tr } = view.state;
  for (const { from, to, blocks } of findChangedBlocks(view.state.doc, doc).toReversed())
    replaceBlocks(tr, from, to, blocks);
  if (tr.docChanged) view.dispatch(tr.setMeta("stored", true).setMeta("addToHistory", false));
}

// Blocks. Comparing more would take seconds; the whole document is replaced then.
const MAX_CHANGED_BLOCKS = 500;

type ChangedBlocks = { from: number; to: number; blocks: Node[] };

// Positions in the document before.
function findChangedBlocks(before: Node, after: Node): ChangedBlocks[] {
  const changed: ChangedBlocks[] = [];
  let at = 0;
  let isOpen = false;
  const parts = diffArrays([...before.children], [...after.children], {
    comparator: (a, b) => a.eq(b),
    maxEditLength: MAX_CHANGED_BLOCKS,
  });
  if (!parts) return [{ from: 0, to: before.content.size, blocks: [...after.children] }];
  for (const { value, added, removed } of parts) {
    const size = added ? 0 : value.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    if (added || removed) {
      if (!isOpen) changed.push({ from: at, to: at, blocks: [] });
      const last = changed.at(-1)!;
      if (added) last.blocks.push(...value);
      else last.to += size;
    }
    isOpen = added || removed;
    at += size;
  }
  return changed;
}

function replaceBlocks(tr: Transaction, from: number, to: number, blocks: Node[]): void {
  const before = tr.doc.slice(from, to).content;
  const after = Fragment.from(blocks);
  const start = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  if (start === null || !end) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const doc = nodes.doc.create(null, after);
  tr.replace(from + start, from + end.a + overlap, doc.slice(start, end.b + overlap));
}

const emptyHint = (hint: string) =>
  new Plugin({
    props: {
      attributes: ({ doc }): Record<string, string> =>
        doc.childCount === 1 && doc.firstChild!.type === nodes.paragraph && doc.firstChild!.content.size === 0
          ? { "data-hint": hint }
          : {},
    },
  });
