import { history } from "prosemirror-history";
import { type Node, Slice } from "prosemirror-model";
import { EditorState, Plugin } from "prosemirror-state";
import { tableEditing } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
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
  onChange: (value: string) => void;
  /** Called after each change of document or selection. */
  onState: (state: EditorState) => void;
};

export function createRichView(options: RichViewOptions) {
  let current = options.document;
  let text = options.value;
  const view = new EditorView(options.parent, {
    state: EditorState.create({
      doc: current.doc,
      plugins: [typingRules(), ...editingKeys(), tableEditing(), history(), emptyHint(options.placeholder)],
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
          text = written;
          options.onChange(written);
        }
      } else view.updateState(state);
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
  const before = view.state.doc;
  const start = before.content.findDiffStart(doc.content);
  const end = before.content.findDiffEnd(doc.content);
  if (start === null || !end) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  view.dispatch(
    view.state.tr
      .replace(start, end.a + overlap, doc.slice(start, end.b + overlap))
      .setMeta("stored", true)
      .setMeta("addToHistory", false),
  );
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
