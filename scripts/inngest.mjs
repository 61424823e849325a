// npm run test:inngest: runs the contract tests of background functions, replies, indexing and videos with a real
// Inngest server as well as the embedded runner. `npm run test:inngest -- e2e/inngest/contract.test.ts` runs one file.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { prepare } from "./prepare.mjs";
import { run } from "./run.mjs";

const inngest = process.env.INNGEST_BIN || inPath("inngest");
if (!inngest) {
  console.log(
    "Nothing to do: set INNGEST_BIN to the program of the Inngest server, or have `inngest` in PATH. No test was run.",
  );
  process.exit(0);
}
const redis = process.env.REDIS_BIN || inPath("redis-server") || inPath("valkey-server");
if (!redis) {
  console.log(
    "Without REDIS_BIN or `redis-server` in PATH it is not tried what a killed Inngest server goes on with.",
  );
}
await prepare();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
const env = { TEST_INNGEST: "1", INNGEST_BIN: inngest, REDIS_BIN: redis ?? "", TEST_DATABASE_URL: "" };
process.exit(await run("vitest", ["run", ...process.argv.slice(2)], { env }));

function inPath(name) {
  return process.env.PATH?.split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
