import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const STAMP = "build/stamp";
/** What goes into the build. */
const SOURCES = [
  "app",
  "components",
  "db",
  "inngest",
  "lib",
  "public",
  "scripts/build.mjs",
  "server.ts",
  "start.ts",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

function contentHash() {
  const hash = createHash("sha256").update(`node${process.versions.node.split(".")[0]}`);
  for (const file of SOURCES.flatMap(filesIn)) {
    if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Builds the pages and the server when a source has changed since the last complete build. */
export function ensureBuilt() {
  const wanted = contentHash();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  // Without a stamp an interrupted build is never taken for a complete one.
  rmSync(STAMP, { force: true });
  console.log("Building …");
  run("next", ["build"], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  run("esbuild", [
    "server.ts",
    "--bundle",
    "--platform=node",
    "--format=esm",
    "--target=node22",
    "--packages=external",
    "--alias:@=.",
    "--sourcemap",
    "--log-level=warning",
    "--outfile=build/server.mjs",
  ]);
  mkdirSync("build", { recursive: true });
  writeFileSync(STAMP, wanted);
}

function run(tool, words, env = {}) {
  const bin = join("node_modules", ".bin", tool);
  const { status, stdout, stderr } = spawnSync(bin, words, {
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(`${stdout}\n${stderr}`.trim());
  console.error(`The build failed in ${tool} (its message is above).`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureBuilt();
