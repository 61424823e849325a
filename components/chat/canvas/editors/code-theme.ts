import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const token = (name: string) => `var(--color-${name})`;

const theme = EditorView.theme({
  "&": { color: token("ink"), backgroundColor: token("surface"), fontSize: "0.8125rem", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: token("ink"), padding: "0.5rem 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: token("ink") },
  ".cm-gutters": { backgroundColor: token("surface"), color: token("muted"), border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: token("ink") },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--color-accent) 25%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: token("accent-soft") },
  ".cm-searchMatch": { backgroundColor: token("warning-soft"), outline: "1px solid var(--color-warning)" },
  ".cm-searchMatch-selected": { backgroundColor: token("accent-soft") },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: token("accent-soft"), outline: "none" },
  ".cm-foldPlaceholder": {
    backgroundColor: token("sunken"),
    border: "1px solid var(--color-line)",
    color: token("muted"),
  },
  ".cm-panels": { backgroundColor: token("raised"), color: token("ink") },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--color-line)" },
  ".cm-panel.cm-search": { padding: "0.5rem 2.25rem 0.5rem 0.5rem", fontSize: "0.8125rem" },
  ".cm-panel.cm-search label": {
    fontSize: "0.8125rem",
    display: "inline-flex",
    alignItems: "center",
    gap: "0.25rem",
  },
  ".cm-textfield, .cm-button": {
    fontSize: "0.8125rem",
    minHeight: "1.75rem",
    borderRadius: "var(--radius-lg)",
    border: "1px solid var(--color-line-strong)",
    backgroundColor: token("surface"),
    backgroundImage: "none",
    color: token("ink"),
  },
  ".cm-button:hover": { backgroundColor: token("hover") },
  ".cm-panel.cm-search [name=close]": { color: token("muted"), fontSize: "1.25rem", padding: "0 0.5rem" },
});

// The colors of highlight.js in `app/globals.css`.
const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.quote], color: token("muted"), fontStyle: "italic" },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null, tags.tagName, tags.heading],
    color: "light-dark(#8a2257, #f29ac4)",
  },
  {
    tag: [tags.string, tags.regexp, tags.special(tags.string), tags.attributeName, tags.inserted],
    color: "light-dark(#1c6b39, #8fd6a6)",
  },
  { tag: [tags.number, tags.atom, tags.meta, tags.list], color: "light-dark(#8a4b00, #eabf73)" },
  {
    tag: [tags.typeName, tags.className, tags.definition(tags.function(tags.variableName)), tags.labelName],
    color: "light-dark(#155a9c, #8cc0f5)",
  },
  { tag: [tags.link, tags.url], color: token("accent") },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.deleted, tags.invalid], color: token("danger") },
]);

export const codeTheme = [theme, syntaxHighlighting(colours)];
