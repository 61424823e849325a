import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { createCaret } from "./caret";
import { findCursor } from "./cursor-place";
import type { Cursor } from "./use-cursors";

class Caret extends WidgetType {
  constructor(readonly cursor: Cursor) {
    super();
  }
  override eq(other: Caret): boolean {
    return other.cursor === this.cursor;
  }
  override toDOM(): HTMLElement {
    return createCaret(this.cursor);
  }
}

const setCursors = StateEffect.define<Cursor[]>();

export const showCursors = (view: EditorView, cursors: Cursor[]) =>
  view.dispatch({ effects: setCursors.of(cursors) });

// Cursors move with the text until they are reported again.
export const codeCursors: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const cursors = transaction.effects.findLast((effect) => effect.is(setCursors))?.value;
    if (!cursors) return shown.map(transaction.changes);
    const text = transaction.newDoc.toString();
    const carets = cursors.map((cursor) =>
      Decoration.widget({ widget: new Caret(cursor), side: 1 }).range(findCursor(text, cursor)),
    );
    return Decoration.set(carets, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});
