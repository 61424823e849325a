import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { filesIn, sourceOf, walk } from "@/test/source";

/** The files that a file loads at once, not later by `import()` and not for their types alone. */
function importsOf(path: string): string[] {
  const found: string[] = [];
  for (const statement of sourceOf(path).statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    if (ts.isImportDeclaration(statement) && statement.importClause?.isTypeOnly) continue;
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) continue;
    const { text } = moduleSpecifier;
    const target = text.startsWith("@/") ? text.slice(2) : normalize(join(dirname(path), text));
    if (!/^(app|components)\//.test(target)) continue;
    const file = [`${target}.tsx`, `${target}.ts`, `${target}/index.ts`].find((one) => existsSync(one));
    if (file) found.push(file);
  }
  return found;
}

/** The screens that components ask for by `useWords` in a file and all that it loads at once. */
function screensOf(path: string): Set<string> {
  const [screens, seen, waiting] = [new Set<string>(), new Set<string>(), [path]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    walk(sourceOf(next), (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== "useWords") return;
      const [screen] = node.arguments;
      if (screen && ts.isStringLiteral(screen)) screens.add(screen.text);
    });
    waiting.push(...importsOf(next));
  }
  return screens;
}

/** The screens of `<Words of={[…]}>` in a file. */
function givenBy(path: string): Set<string> {
  const given = new Set<string>();
  walk(sourceOf(path), (node) => {
    if (!ts.isJsxOpeningElement(node) || node.tagName.getText() !== "Words") return;
    walk(node.attributes, (inside) => {
      if (ts.isStringLiteral(inside)) given.add(inside.text);
    });
  });
  return given;
}

const all = filesIn("app").filter((path) => /\/(page|layout|error|not-found)\.tsx$/.test(path));
const layoutsAbove = (path: string) =>
  all.filter((one) => one !== path && one.endsWith("/layout.tsx") && path.startsWith(`${dirname(one)}/`));
const below = (layout: string) => all.filter((one) => layoutsAbove(one).includes(layout));

test("every page gives the browser the words that it shows at once, and no others", () => {
  const missing: string[] = [];
  const superfluous: string[] = [];
  for (const path of all) {
    const outer = new Set(layoutsAbove(path).flatMap((layout) => [...givenBy(layout)]));
    const given = givenBy(path);
    const needed = screensOf(path);
    for (const screen of needed)
      if (!given.has(screen) && !outer.has(screen)) missing.push(`${path}: ${screen}`);
    const neededBelow = new Set(
      path.endsWith("/layout.tsx") ? below(path).flatMap((one) => [...screensOf(one)]) : [],
    );
    for (const screen of given)
      if (outer.has(screen) || !(needed.has(screen) || neededBelow.has(screen)))
        superfluous.push(`${path}: ${screen}`);
  }
  expect({ missing, superfluous }).toEqual({ missing: [], superfluous: [] });
});
