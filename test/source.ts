import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Access to the product's source for tests. */

const parsed = new Map<string, ts.SourceFile>();

export function parseSource(path: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known) return known;
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  parsed.set(path, file);
  return file;
}

/** Lists TypeScript files of a folder recursively, without tests. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|spec|d)\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .sort();

/** Visits every descendant of a node. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
