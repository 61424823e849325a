import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesIn, parseSource, walk } from "@/test/source";

// Returns the modules that a file imports, without type imports: static imports or, with "ever", dynamic imports as
// well.
function listImports(path: string, when: "at once" | "ever"): string[] {
  const names: string[] = [];
  walk(parseSource(path), (node) => {
    const isLater = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (isLater && when === "ever" && ts.isStringLiteral(node.arguments[0]!))
      names.push(node.arguments[0].text);
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return;
    if (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly) return;
    if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      names.push(node.moduleSpecifier.text);
  });
  return names
    .map((name) => (name.startsWith("@/") ? name.slice(2) : normalize(join(dirname(path), name))))
    .filter((target) => /^(app|components)\//.test(target))
    .flatMap((target) =>
      [`${target}.tsx`, `${target}.ts`, `${target}/index.ts`].filter((one) => existsSync(one)),
    );
}

// Returns the screens that a file and its imports request through `useTranslations`; `when` applies as in
// `listImports`.
function listScreens(path: string, when: "at once" | "ever"): Set<string> {
  const [screens, seen, waiting] = [new Set<string>(), new Set<string>(), [path]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    walk(parseSource(next), (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== "useTranslations") return;
      const [screen] = node.arguments;
      if (screen && ts.isStringLiteral(screen)) screens.add(screen.text);
    });
    waiting.push(...listImports(next, when));
  }
  return screens;
}

// Returns the screens of `<Translations of={[…]}>` in a file.
function listProvidedScreens(path: string): Set<string> {
  const given = new Set<string>();
  walk(parseSource(path), (node) => {
    if (!ts.isJsxOpeningElement(node) || node.tagName.getText() !== "Translations") return;
    walk(node.attributes, (inside) => {
      if (ts.isStringLiteral(inside)) given.add(inside.text);
      // Resolves a constant that is defined in the same file.
      if (ts.isIdentifier(inside)) for (const screen of constant(path, inside.text)) given.add(screen);
    });
  });
  return given;
}

function constant(path: string, name: string): string[] {
  const values: string[] = [];
  walk(parseSource(path), (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== name || !node.initializer) return;
    walk(node.initializer, (inside) => {
      if (ts.isStringLiteral(inside)) values.push(inside.text);
    });
  });
  return values;
}

const all = filesIn("app").filter((path) => /\/(page|layout|error|not-found)\.tsx$/.test(path));
const layoutsAbove = (path: string) =>
  all.filter((one) => one !== path && one.endsWith("/layout.tsx") && path.startsWith(`${dirname(one)}/`));
const below = (layout: string) => all.filter((one) => layoutsAbove(one).includes(layout));

test("every page provides exactly the translations that it shows", () => {
  const missing: string[] = [];
  const superfluous: string[] = [];
  for (const path of all) {
    const outer = new Set(layoutsAbove(path).flatMap((layout) => [...listProvidedScreens(layout)]));
    const given = listProvidedScreens(path);
    const needed = listScreens(path, "at once");
    // The server also renders lazily loaded components, so a page may provide their screens.
    const mayNeed = new Set(
      [path, ...(path.endsWith("/layout.tsx") ? below(path) : [])].flatMap((one) => [
        ...listScreens(one, "ever"),
      ]),
    );
    for (const screen of needed)
      if (!given.has(screen) && !outer.has(screen)) missing.push(`${path}: ${screen}`);
    for (const screen of given)
      if (outer.has(screen) || !mayNeed.has(screen)) superfluous.push(`${path}: ${screen}`);
  }
  expect({ missing, superfluous }).toEqual({ missing: [], superfluous: [] });
});
