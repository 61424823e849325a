// npm run test:cluster: runs the end-to-end tests against two processes on one PostgreSQL, behind a proxy that
// alternates between them, and the fault tests (e2e/cluster). `npm run test:cluster -- e2e/cluster` runs the latter.
import { prepare } from "./prepare.mjs";
import { run } from "./run.mjs";

if (!process.env.TEST_DATABASE_URL) {
  console.log(
    "Nothing to do: set TEST_DATABASE_URL to a PostgreSQL with pgvector whose user may create databases. No test was run.",
  );
  process.exit(0);
}
await prepare();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
const { ensureBrowser } = await import("./browser.mjs");
await ensureBrowser();
const env = { TEST_CLUSTER: "1" };
const files = process.argv.slice(2);
const browser = await run("playwright", ["test", ...files], { env });
// These tests start their own processes.
const own = files.length > 0 ? 0 : await run("vitest", ["run", "lib/replies/runs/two-processes.test.ts"]);
process.exit(browser || own);
