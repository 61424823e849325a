import type { Translate } from "@/lib/platform/words/translate";

/** The texts of CodeMirror's search panel and folding, in the reader's language. */
export const codePhrases = (t: Translate<"canvasEditor">): Record<string, string> => ({
  Find: t("find"),
  Replace: t("replace"),
  next: t("next"),
  previous: t("previous"),
  all: t("selectAll"),
  "match case": t("matchCase"),
  regexp: t("regularExpression"),
  "by word": t("wholeWord"),
  replace: t("replace"),
  "replace all": t("replaceAll"),
  close: t("closeSearch"),
  "current match": t("currentMatch"),
  "on line": t("onLine"),
  "replaced match on line $": t("replacedOne", { line: "$" }),
  "replaced $ matches": t("replacedMany", { count: "$" }),
  "Go to line": t("goToLine"),
  go: t("go"),
  "Fold line": t("fold"),
  "Unfold line": t("unfold"),
  "folded code": t("foldedCode"),
  unfold: t("unfold"),
});
