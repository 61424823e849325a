// npm test: runs all checks in order (docs/testing.md). `npm test -- --only embedded,browser lib/chat/chats` runs
// some stages on some files; `--all` runs all files on both databases.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { prepare } from "./prepare.mjs";
import { run } from "./run.mjs";

const { values, positionals: files } = parseArgs({
  options: { only: { type: "string" }, all: { type: "boolean" } },
  allowPositionals: true,
});
const chosen = values.only?.split(",");

await prepare();
const { countVitest, countPlaywright } = await import("./reports.mjs");
// The native compiler, which takes half the CPU time. Tools that use TypeScript as a library need `typescript`.
const TSC = "node_modules/@typescript/native/bin/tsc";
// Tests of behavior that may differ between the two databases: connections, queries and locks, notifications,
// vectors.
const ON_BOTH = [
  // Without kill-points, whose process always has the embedded database.
  ..."batch connection-pool faulty-network migrate notifications query-cache reopening tls"
    .split(" ")
    .map((name) => `db/${name}`),
  "lib/llm/indexing/model-switch",
  "lib/api/sliding-window",
  "lib/chat/chats/",
  "lib/chat/live/",
  "lib/chat/messages/messages",
  "lib/chat/webhooks/webhooks",
  "lib/knowledge/search/search",
  "lib/replies/runs/audience-cost",
  "lib/replies/runs/races",
  "lib/replies/runs/two-processes",
  "lib/replies/sending/",
  "lib/identity/auth/streams",
  "lib/admin/installation/upkeep",
  "lib/automation/tasks/",
  "lib/channels/public-chats/limits",
];
// If more files than this fail, none is retried.
const MAX_RETRIED_FILES = 5;

// Each stage returns passed and failed tests, or why it was not run; undefined when it has nothing to do.
const stages = {
  lint: () => check(["biome", "check"]),
  types: () => check(["next", "typegen"], ["node", TSC, "--noEmit"]),
  migrations: () =>
    existsSync("db/migrations") && check(["drizzle-kit", "check"], ["node", "scripts/migrations.mjs"]),
  docs: () =>
    existsSync("scripts/docs.mjs") &&
    check(["node", "scripts/docs.mjs", "--check"], ["node", "scripts/notice.mjs", "--check"]),
  versions: () => check(["node", "scripts/versions.mjs"]),
  build: () => check(["node", "scripts/build.mjs"]),
  unused: () => check(["knip", "--no-progress"]),
  // After the build, because absent build outputs would count as unlisted packages.
  boundaries: () => check(["node", "scripts/boundaries.mjs"]),
  postgres: () => onPostgres(),
  // If all tests have run on PostgreSQL, which is faster, only tests whose behavior may differ run again here.
  embedded: () => vitest(hasRunOnPostgres ? ON_BOTH : files, { TEST_DATABASE_URL: "" }),
  browser: () => playwright(),
};
const unknown = chosen?.filter((name) => !(name in stages)) ?? [];
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(", ")}. There are: ${Object.keys(stages).join(", ")}.`);
  process.exit(1);
}

let hasRunOnPostgres = false;
let passed = 0;
const failures = [];
const flaky = [];
const notRun = [];
for (const [name, stage] of Object.entries(stages)) {
  if (chosen && !chosen.includes(name)) continue;
  console.log(`\n━━ ${name}`);
  const started = Date.now();
  const result = await Promise.resolve(stage()).catch((error) => ({
    passed: 0,
    failed: [{ name: error.message }],
  }));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (!result) console.log("nothing to do");
  else if (result.notRun) {
    notRun.push(`${name}: ${result.notRun}`);
    console.log(`━━ NOT RUN: ${notRun.at(-1)}`);
  } else {
    passed += result.passed;
    failures.push(...result.failed.map((test) => summarize(name, test)));
    flaky.push(...(result.flaky ?? []).map((test) => summarize(name, test)));
    console.log(`━━ ${name}: ${result.failed.length === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  }
}

console.log("");
for (const failure of failures) console.log(`FAILED  ${failure}`);
for (const test of flaky) console.log(`FLAKY   ${test}`);
for (const stage of notRun) console.log(`NOT RUN ${stage}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

function summarize(stage, { name, reason }) {
  return `${stage}: ${name}${reason ? `\n${reason.replace(/^/gm, "          ")}` : ""}`;
}

async function check(...commands) {
  for (const [command, ...words] of commands) {
    const code = await run(command, words);
    if (code !== 0)
      return { passed: 0, failed: [{ name: `${[command, ...words].join(" ")} ended with ${code}` }] };
  }
  return { passed: 1, failed: [] };
}

// Reruns a few failed files alone, because the machine may have been busy. Tests that pass only then are reported as
// flaky, as with Playwright.
async function vitest(files, env) {
  const once = (chosenFiles) => {
    const report = "test-results/vitest.json";
    const words = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return counted(report, countVitest, () => run("vitest", [...words, ...chosenFiles], { env }));
  };
  const first = await once(files);
  const again = first.failedFiles;
  if (!again?.length || again.length > MAX_RETRIED_FILES) return first;
  console.log(`\n━━ once more: ${again.join(", ")}`);
  const second = await once(again);
  return {
    passed: first.passed + first.failed.length - second.failed.length,
    failed: second.failed,
    flaky: first.failed.filter(({ name }) => !second.failed.some((test) => test.name === name)),
  };
}

async function onPostgres() {
  const { startPostgres } = await import("./postgres.mjs");
  let server;
  try {
    server = await startPostgres();
  } catch (error) {
    return {
      notRun: `there is no PostgreSQL with pgvector here, so all tests run on the embedded database. Set TEST_DATABASE_URL to one. ${error.message}`,
    };
  }
  try {
    hasRunOnPostgres = files.length === 0 && !values.all;
    return await vitest(files, { TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function playwright() {
  const { ensureBrowser } = await import("./browser.mjs");
  await ensureBrowser();
  return counted("test-results/playwright.json", countPlaywright, () =>
    run("playwright", ["test", "--pass-with-no-tests", ...files]),
  );
}

// Counts a runner that fails without a failed test, such as by crashing, as one failure.
async function counted(report, count, work) {
  mkdirSync("test-results", { recursive: true });
  rmSync(report, { force: true });
  const code = await work();
  const result = existsSync(report)
    ? count(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: [] };
  if (code !== 0 && result.failed.length === 0) result.failed.push({ name: `ended with ${code}` });
  return result;
}
