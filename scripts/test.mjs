// npm test: everything, on a machine that has only Node and npm.
// `npm test -- --only vitest,playwright` runs some stages.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureNode } from "./node-version.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureNode();
const { ensureInstalled } = await import("./install.mjs");
ensureInstalled();

const only = process.argv.includes("--only")
  ? process.argv[process.argv.indexOf("--only") + 1]?.split(",")
  : undefined;
const bin = (tool) => `node_modules/.bin/${tool}`;
const REPORTS = "test-results";
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

function run(command, words, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, words, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0", ...env },
      shell: process.platform === "win32",
    });
    child.on("error", () => resolve(1));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** A check that passes or fails as one. */
const check = (command, words) => async () => {
  const code = await run(command, words);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
};

async function vitest(name, env = {}) {
  const report = `${REPORTS}/${name}.json`;
  const code = await run(
    bin("vitest"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    env,
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  // A file that could not be loaded has no failed test, but the run has failed.
  const failed = numFailedTests || (code === 0 ? 0 : 1);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

async function playwright() {
  const { findBrowser } = await import("./browser.mjs");
  const { ensureBuilt } = await import("./build.mjs");
  ensureBuilt();
  const report = `${REPORTS}/playwright.json`;
  const code = await run(bin("playwright"), ["test"], {
    CHROMIUM_PATH: await findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = JSON.parse(readFileSync(report, "utf8"));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky || (code === 0 ? 0 : 1),
    skipped: stats.skipped,
  };
}

const stages = {
  lint: check(bin("biome"), ["check", "."]),
  types: check(bin("tsc"), ["--noEmit"]),
  boundaries: check(process.execPath, ["scripts/boundaries.mjs"]),
  migrations: check(process.execPath, ["scripts/migrations.mjs"]),
  docs: check(process.execPath, ["scripts/docs.mjs", "--check"]),
  versions: check(process.execPath, ["scripts/versions.mjs"]),
  build: check(process.execPath, ["scripts/build.mjs"]),
  vitest: () => vitest("vitest", { TEST_DATABASE_URL: "" }),
  ...(process.env.TEST_DATABASE_URL && { "vitest on PostgreSQL": () => vitest("vitest-postgres") }),
  playwright,
};

const results = [];
for (const [name, stage] of Object.entries(stages)) {
  if (only && !only.some((wanted) => name.startsWith(wanted))) continue;
  console.log(`\n── ${name}`);
  const started = Date.now();
  const result = await stage().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  results.push({ name, ...result, seconds: Math.round((Date.now() - started) / 1000) });
}

console.log("");
for (const { name, passed, failed, skipped, seconds } of results) {
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
    .filter(Boolean)
    .join(", ");
  console.log(`${failed ? "✗" : "✓"} ${name}: ${counts} (${seconds} s)`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") > 0 ? 1 : 0);
