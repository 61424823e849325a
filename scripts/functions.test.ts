import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { OF_EVERY_FUNCTION, OF_FUNCTIONS_THAT_READ } from "./opened-by-path.mjs";

// Contents of Vercel functions: each function's own trace and that of the instrumentation. Created by `npm run
// build`.
const SERVER = ".next/server";
const READ = ["app/api/v1/[[...path]]/route", "app/api/inngest/route"];
const MB = 1e6;

const listTraces = (entry: string): string[] => {
  const file = join(SERVER, `${entry}.js.nft.json`);
  const { files } = JSON.parse(readFileSync(file, "utf8")) as { files: string[] };
  return files.map((path) => relative(".", resolve(dirname(file), path)));
};
const entries = () =>
  globSync(`${SERVER}/app/**/{page,route}.js.nft.json`)
    .map((file) => relative(SERVER, file).slice(0, -".js.nft.json".length))
    .filter((entry) => !entry.startsWith("app/_"));
const packed = (entry: string) => new Set([...listTraces(entry), ...listTraces("instrumentation")]);
const opened = (patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern)).filter(isFile);
const isFile = (path: string) => statSync(path).isFile();

describe.skipIf(!existsSync(join(SERVER, "instrumentation.js.nft.json")))("functions of a build", () => {
  test("contain the files that they open by path", () => {
    for (const pattern of [...OF_EVERY_FUNCTION, ...OF_FUNCTIONS_THAT_READ])
      expect(opened([pattern]), `${pattern} is of nothing`).not.toEqual([]);
    for (const entry of entries()) {
      const has = packed(entry);
      const wanted = opened([...OF_EVERY_FUNCTION, ...(READ.includes(entry) ? OF_FUNCTIONS_THAT_READ : [])]);
      expect(
        wanted.filter((path) => !has.has(path)),
        entry,
      ).toEqual([]);
    }
  });

  test("contain neither the embedded database nor the whole project, and are below the size limit", () => {
    for (const entry of [...entries(), "middleware"]) {
      const has = [...packed(entry)];
      // The build could not resolve some dynamic path: mark it with turbopackIgnore.
      expect(has, entry).not.toContain("scripts/server.ts");
      // With it, the functions' CommonJS files would be interpreted as ES modules.
      expect(has, entry).not.toContain("package.json");
      expect(
        has.filter((path) => path.includes("pglite")),
        entry,
      ).toEqual([]);
      const size = has.reduce(
        (sum, path) => sum + (existsSync(path) && isFile(path) ? statSync(path).size : 0),
        0,
      );
      // Vercel's limit is 250 MB.
      expect(size / MB, entry).toBeLessThan(200);
    }
  });
});
