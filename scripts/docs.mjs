// Writes docs/openapi.json and docs/api.md from the routes, and docs/configuration.md and .env.example from the
// settings. With --check it writes nothing and fails when a file is out of date.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
process.chdir(root);
process.env.LOG_LEVEL ??= "silent";

// Bundles before running, because Node doesn't know the alias `@/`.
async function generated() {
  const folder = join(root, "node_modules/.cache/parley");
  const bundle = join(folder, `docs-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  try {
    await build({
      entryPoints: ["scripts/documents.ts"],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node22",
      packages: "external",
      alias: { "@": root },
      logLevel: "error",
    });
    return (await import(pathToFileURL(bundle).href)).files;
  } finally {
    await rm(bundle, { force: true });
  }
}

const isCheck = process.argv.includes("--check");
const stale = [];
for (const [path, content] of Object.entries(await generated())) {
  const before = await readFile(path, "utf8").catch(() => "");
  if (before === content) continue;
  stale.push(path);
  if (!isCheck) await writeFile(path, content);
}
if (stale.length === 0) console.log("The generated documents are up to date.");
else if (!isCheck) console.log(`Written: ${stale.join(", ")}.`);
else {
  console.error(`Out of date: ${stale.join(", ")}. Run: node scripts/docs.mjs`);
  process.exitCode = 1;
}
process.exit();
