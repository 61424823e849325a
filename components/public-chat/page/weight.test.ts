import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { visitorPage } from "@/scripts/browser-scripts.mjs";

// Compressed size of the scripts that a conversation loads first.
const MAX_PAGE_BYTES = 15_000;

test("a public chat starts with less than 15 kB of script and loads the rest on use", async () => {
  const { metafile, outputFiles } = await build({
    ...visitorPage,
    write: false as const,
    metafile: true as const,
  });
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [path.split("/").pop()!, brotliCompressSync(contents).length]),
  );
  const parts = new Map(
    Object.entries(metafile.outputs).map(([path, part]) => [path.split("/").pop()!, part]),
  );
  const atFirst = new Set<string>();
  const later = new Set<string>();
  const visit = (name: string) => {
    if (atFirst.has(name)) return;
    atFirst.add(name);
    for (const { path, kind } of parts.get(name)!.imports) {
      const imported = path.split("/").pop()!;
      if (kind === "dynamic-import") later.add(imported);
      else visit(imported);
    }
  };
  visit("page.js");
  const total = [...atFirst].reduce((sum, name) => sum + sizes.get(name)!, 0);
  expect(total).toBeLessThan(MAX_PAGE_BYTES);
  // Names contain a content hash, because browsers cache them indefinitely.
  expect(later.size).toBeGreaterThan(1);
  for (const name of later) expect(name).toMatch(/-[A-Z0-9]{8}\.js$/);
});
