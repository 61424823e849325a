import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "vitest";

// Returns a module's static imports.
const imported = (file: string) =>
  [
    ...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/^import (?:[^"]* from )?"([^"]+)";/gm),
  ].map(([, from]) => from!);
const own = (from: string) => from.startsWith(".");
// Returns all modules that a module imports, directly or indirectly.
function loadedWith(file: string, seen = new Set([file])): string[] {
  for (const from of imported(file).filter(own)) {
    const path = normalize(join(file, "..", from));
    if (!seen.has(path)) loadedWith(path, seen.add(path));
  }
  return [...seen];
}

const installing = readdirSync(import.meta.dirname).filter(
  (file) => file.endsWith(".mjs") && imported(file).includes("./prepare.mjs"),
);

test.each(["build.mjs", ...installing])(
  "%s runs on a fresh clone without importing packages that it has yet to install",
  (file) => {
    const foreign = loadedWith(file).flatMap((each) =>
      imported(each)
        .filter((from) => !own(from) && !from.startsWith("node:"))
        .map((from) => `${each} imports ${from}`),
    );
    expect(foreign).toEqual([]);
  },
);
