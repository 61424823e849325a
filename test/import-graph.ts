import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Entry points of requests and jobs. */
const ENTRIES = [
  "app/**/*.{ts,tsx}",
  "inngest/**/*.ts",
  "scripts/{server,serve,static,workers,lifecycle}.ts",
  "instrumentation.ts",
  "proxy.ts",
];
const TEST = /\.(test|spec)\.tsx?$/;
/** Matches `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`, except for types. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?from\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;

/** Source file that runs in the server, with the packages that it imports. */
export type Module = { path: string; source: string; packages: string[] };

/** Returns every file that requests or jobs reach by imports, without programs that are started as processes. */
export function readServerModules(): Module[] {
  const modules = new Map<string, Module>();
  const open = ENTRIES.flatMap((pattern) => globSync(pattern)).filter((path) => !TEST.test(path));
  for (let path = open.pop(); path; path = open.pop()) {
    if (modules.has(path)) continue;
    const source = readFileSync(path, "utf8");
    const packages: string[] = [];
    for (const name of listImports(source)) {
      const file = resolveFile(path, name);
      if (file) open.push(file);
      else packages.push(name);
    }
    modules.set(path, { path, source, packages });
  }
  return [...modules.values()];
}

export const listImports = (source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, named, dynamic]) => (named ?? dynamic)!);

function resolveFile(from: string, name: string): string | undefined {
  if (!/^(@\/|\.)/.test(name)) return undefined;
  const path = name.startsWith("@/") ? name.slice(2) : join(dirname(from), name);
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
  );
}
