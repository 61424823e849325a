import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  type LanguageSupport,
} from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from "@codemirror/view";
import { registerEditor } from "../editor-focus";
import type { Passage } from "../suggestions/use-request";
import { codeTheme } from "./code-theme";
import { findReplacement } from "./find-replacement";
import { lineDirections } from "./line-directions";
import { getLineEnd, toPassage, withLineEnd } from "./line-ends";

type CodeViewOptions = {
  parent: HTMLElement;
  value: string;
  onChange: (value: string) => void;
  onSelect: (getPassage: (() => Passage) | undefined) => void;
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
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.value,
      extensions: [language.of([]), ...buildExtensions(options, () => lineEnd)],
    }),
  });
  registerEditor(view.contentDOM, () => view.focus());
  return {
    view,
    destroy: () => view.destroy(),
    setLanguage: (support: LanguageSupport | undefined) =>
      view.dispatch({ effects: language.reconfigure(support ?? []) }),
    /** Shows a text, changing only what differs, so that the cursor stays. */
    setText: (value: string) => {
      const changes = findReplacement(view.state.doc.toString(), value.replaceAll(/\r\n?/g, "\n"));
      lineEnd = getLineEnd(value);
      if (changes)
        view.dispatch({
          changes,
          annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
        });
    },
  };
}
export type CodeView = ReturnType<typeof createCodeView>;

function buildExtensions(options: CodeViewOptions, getEnd: () => string): Extension[] {
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
              options.onSelect(from === to ? undefined : () => toPassage(doc, from, to, getEnd()));
            }
            if (update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside)))
              options.onChange(withLineEnd(update.state.doc, getEnd()));
          }),
        ]),
  ];
}
