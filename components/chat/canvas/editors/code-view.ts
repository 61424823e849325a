import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  type LanguageSupport,
} from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  type Text,
  Transaction,
} from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from "@codemirror/view";
import { codeCursors, showCursors } from "../cursors/code-cursors";
import { type CursorPlace, toCursorPlace } from "../cursors/cursor-place";
import type { Cursor } from "../cursors/use-cursors";
import { registerEditor } from "../editor-focus";
import { diffTexts } from "../suggestions/changes";
import type { Passage } from "../suggestions/use-request";
import { codeTheme } from "./code-theme";
import { lineDirections } from "./line-directions";
import { getLineEnd, toPassage, withLineEnd } from "./line-ends";

type CodeViewOptions = {
  parent: HTMLElement;
  value: string;
  onChange: (value: string, before: string) => void;
  onSelect: (getPassage: (() => Passage) | undefined) => void;
  onCursor: (getPlace: () => CursorPlace) => void;
  label: string;
  helpId: string;
  isReadOnly: boolean;
  isWrapped: boolean;
  placeholder?: string;
  maxLength: number;
  phrases: Record<string, string>;
};

// Marks changes that come from the stored text, which are not reported back.
const fromOutside = Annotation.define<boolean>();

export function createCodeView(options: CodeViewOptions) {
  const language = new Compartment();
  let lineEnd = getLineEnd(options.value);
  let shown = options.value;
  const report = (doc: Text) => {
    const before = shown;
    shown = withLineEnd(doc, lineEnd);
    options.onChange(shown, before);
  };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.value,
      extensions: [language.of([]), ...buildExtensions({ ...options, onChange: report }, () => lineEnd)],
    }),
  });
  registerEditor(view.contentDOM, () => view.focus());
  return {
    view,
    destroy: () => view.destroy(),
    setLanguage: (support: LanguageSupport | undefined) =>
      view.dispatch({ effects: language.reconfigure(support ?? []) }),
    setCursors: (cursors: Cursor[]) => showCursors(view, cursors),
    /** Shows a text, changing only what differs, so that the cursor stays. */
    setText: (value: string) => {
      if (value === shown) return;
      const changes = diffTexts(view.state.doc.toString(), value.replaceAll(/\r\n?/g, "\n"), "words");
      lineEnd = getLineEnd(value);
      shown = value;
      if (changes.length > 0)
        view.dispatch({
          changes,
          annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
        });
    },
  };
}
export type CodeView = ReturnType<typeof createCodeView>;

type ExtensionOptions = Omit<CodeViewOptions, "onChange"> & { onChange: (doc: Text) => void };

function buildExtensions(options: ExtensionOptions, getEnd: () => string): Extension[] {
  const { isReadOnly, isWrapped, maxLength } = options;
  return [
    codeTheme,
    EditorState.phrases.of(options.phrases),
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    highlightSelectionMatches(),
    bracketMatching(),
    search({ top: true }),
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      ...(isWrapped ? {} : { dir: "ltr" }),
      ...(isReadOnly ? {} : { "aria-describedby": options.helpId }),
      ...(isWrapped && !isReadOnly ? { spellcheck: "true", autocapitalize: "sentences" } : {}),
    }),
    ...(isWrapped ? [EditorView.lineWrapping, lineDirections] : []),
    ...(options.placeholder ? [placeholderText(options.placeholder)] : []),
    keymap.of([...searchKeymap, ...foldKeymap]),
    ...(isReadOnly
      ? // Focusable, so that it can be read and searched by keyboard.
        [
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ tabindex: "0" }),
        ]
      : [
          history(),
          codeCursors,
          indentOnInput(),
          highlightActiveLineGutter(),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorState.changeFilter.of(
            (transaction) =>
              !transaction.docChanged ||
              transaction.newDoc.length <= maxLength ||
              transaction.newDoc.length <= transaction.startState.doc.length,
          ),
          EditorView.updateListener.of((update) => {
            if (update.selectionSet || update.docChanged) {
              const { doc, selection } = update.state;
              const { from, to } = selection.main;
              const { head } = selection.main;
              if (update.view.hasFocus) options.onCursor(() => toCursorPlace(doc.toString(), head));
              options.onSelect(from === to ? undefined : () => toPassage(doc, from, to, getEnd()));
            }
            if (update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside)))
              options.onChange(update.state.doc);
          }),
        ]),
  ];
}
