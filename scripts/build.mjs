// npm run build: builds the pages and the server if a source has changed since the last complete build.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BROWSER_SCRIPT_OUTPUTS, buildBrowserScripts } from "./browser-scripts.mjs";
import { run } from "./run.mjs";
import { runOnceFor } from "./stamp.mjs";

/**
 * Excluded from the bundle because they load files next to their code (native addons, pages). The rest is bundled,
 * which halves the load time.
 */
export const NOT_BUNDLED = ["next", "sharp", "@node-rs/argon2"];
/** CommonJS packages call `require`, which ES modules lack. */
export const REQUIRE = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

// Inputs of the build. Migrations are excluded, because the server reads them at startup.
const SOURCES = [
  "app",
  "scripts/backup.ts",
  "components",
  "db",
  "inngest",
  "lib",
  "public",
  "scripts/server.ts",
  "scripts/serve.ts",
  "scripts/workers.ts",
  "scripts/lifecycle.ts",
  "scripts/static.ts",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/browser-scripts.mjs",
];
const isLeftOut = (file) =>
  /\.test\.tsx?$/.test(file) ||
  file === join("db", "migrations") ||
  BROWSER_SCRIPT_OUTPUTS.map((path) => join(path)).includes(file);

export const ensureBuilt = () => runOnceFor(SOURCES.flatMap(contents), "build/stamp", build);

function contents(path) {
  if (!existsSync(path) || isLeftOut(path)) return [];
  if (!statSync(path).isDirectory()) return [path, readFileSync(path)];
  return readdirSync(path)
    .sort()
    .flatMap((name) => contents(join(path, name)));
}

async function build(hash) {
  console.log("Building …");
  await buildBrowserScripts();
  // Chunk names contain hashes, so a new build would not overwrite the chunks of earlier ones.
  rmSync("build", { recursive: true, force: true });
  await Promise.all([
    step("next", ["build"], { BUILD: hash.slice(0, 16) }).then(() => compress(join(".next", "static"))),
    bundle("server", "backup"),
  ]);
}

// Precompresses the scripts and styles of a directory; Brotli at this level is a seventh smaller than on-the-fly
// compression.
const compress = (folder) =>
  Promise.all(
    readdirSync(folder, { recursive: true })
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => compressFile(join(folder, name))),
  );

async function compressFile(path) {
  const bytes = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}

const bundle = (...names) =>
  step("esbuild", [
    ...names.map((name) => `scripts/${name}.ts`),
    "--bundle",
    "--platform=node",
    "--format=esm",
    "--target=node22",
    ...NOT_BUNDLED.map((name) => `--external:${name}`),
    `--banner:js=${REQUIRE}`,
    "--alias:@=.",
    "--sourcemap",
    "--log-level=warning",
    // Keeps dynamic imports lazy.
    "--splitting",
    "--outdir=build",
    "--out-extension:.js=.mjs",
  ]);

async function step(tool, words, more = {}) {
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...more };
  if ((await run(tool, words, { env, quiet: true })) === 0) return;
  console.error(`The build failed in ${tool} (its message is above).`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { prepare } = await import("./prepare.mjs");
  await prepare();
  await ensureBuilt();
}
