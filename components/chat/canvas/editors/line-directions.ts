import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";

const direction = Decoration.line({ attributes: { dir: "auto" } });

function markLines({ visibleRanges, state: { doc } }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const { from, to } of visibleRanges)
    for (let at = Math.max(from, next); at <= to; at = next) {
      const line = doc.lineAt(at);
      marks.add(line.from, line.from, direction);
      next = line.to + 1;
    }
  return marks.finish();
}

export const lineDirections = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      lines: markLines(view),
      update({ docChanged, viewportChanged, view }) {
        if (docChanged || viewportChanged) this.lines = markLines(view);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];
