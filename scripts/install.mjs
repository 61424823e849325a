import { readFileSync } from "node:fs";
import { pruneDependencies } from "./prune.mjs";
import { run } from "./run.mjs";
import { runOnceFor } from "./stamp.mjs";

/** Installs dependencies when they are missing or don't match the lockfile or this Node version. */
export const ensureInstalled = () =>
  runOnceFor([readFileSync("package-lock.json")], "node_modules/.parley-installed", async () => {
    console.log("Installing dependencies …");
    const code = await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    if (code === 0) return pruneDependencies();
    console.error("The dependencies could not be installed: npm ci failed (its message is above).");
    process.exit(1);
  });
