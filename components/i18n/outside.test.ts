import ts from "typescript";
import { expect, test } from "vitest";
import { filesIn, parseSource, walk } from "@/test/source";

// Attributes with text for users or screen readers.
const SAID =
  /^(label|title|alt|placeholder|aria-(label|description|roledescription|valuetext)|help|lead|action|question|loading|empty|heading|text|message|summary|caption|hint)$/;
// Attributes and properties with machine-readable values.
const FOR_MACHINES =
  /^(className|class|d|viewBox|points|style|href|src|rel|as|key|id|type|accept|pattern|transform|sizes|sandbox|csp)$/;
// Matches a sentence, or words that look like the start of one.
const SENTENCE = /^\p{Lu}\p{Ll}+(?:[ ’'-]\p{L}+|[,.:…!?])|^[^/#.<{[(\s]*\p{L} [^=;{}]*\p{L}{2,}[.…!?]$/u;
const LETTERS = /\p{L}{2}/u;

// Proper names and values for machines that aren't translated, such as keys of ProseMirror and phrases of CodeMirror.
const NAMES =
  /^(lazy|\/\S*|https?:\S+|\S+@\S+|openapi\.json|Idempotency-Key|Last-Event-ID|Authorization: .*|Samsung Internet|Document finder|Parley|JSON|CSV|HTML|SVG|PNG|PDF|API|MCP|URL|Esc|Ctrl|Alt|Shift|Enter|Tab|Ctrl \/|curl|JavaScript|Python|OpenAI|Markdown|llama3\.2:3b|(?:Shift-)?Mod-\S*|Shift-Enter|Go to line|(?:Fold|Unfold) line|(?:Folded|Unfolded) lines|Selection deleted|Control character)$/;

// Returns true for nodes within code, API data and markers for developers.
const isCode = (node: ts.Node): boolean => {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isTypeNode(parent))
      return true;
    if (ts.isNewExpression(parent) && /(Error|Response)$/.test(parent.expression.getText())) return true;
    if (ts.isJsxAttribute(parent)) return FOR_MACHINES.test(parent.name.getText());
    if (
      ts.isCallExpression(parent) &&
      /^(cx|log\.\w+|console\.\w+|require)$/.test(parent.expression.getText())
    )
      return true;
    if (ts.isPropertyAssignment(parent) && at === parent.initializer)
      return FOR_MACHINES.test(parent.name.getText());
    if (ts.isStatement(parent)) return ts.isThrowStatement(parent);
  }
  return false;
};

function textsIn(path: string): string[] {
  const found: string[] = [];
  const note = (node: ts.Node, text: string) => {
    const { line } = parseSource(path).getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1}: ${text.trim().replace(/\s+/g, " ")}`);
  };
  walk(parseSource(path), (node) => {
    if (ts.isJsxText(node)) {
      if (LETTERS.test(node.text) && !NAMES.test(node.text.trim())) note(node, node.text);
      return;
    }
    if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateHead(node))
      return;
    const { text, parent } = node;
    if (NAMES.test(text.trim()) || !LETTERS.test(text)) return;
    const attribute = ts.isJsxAttribute(parent)
      ? parent
      : ts.isJsxExpression(parent)
        ? parent.parent
        : undefined;
    if (attribute && ts.isJsxAttribute(attribute) && SAID.test(attribute.name.getText()))
      return note(node, text);
    if (SENTENCE.test(text) && !isCode(node)) note(node, text);
  });
  return found;
}

test("all texts of the interface are in the catalogue", () => {
  const files = [...filesIn("components"), ...filesIn("app").filter((path) => !path.startsWith("app/api/"))];
  expect(files.flatMap(textsIn)).toEqual([]);
});
