// node scripts/install.mjs: installs dependencies, as every command does first.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";
import { runOnceFor } from "./stamp.mjs";

/** Installs dependencies when they are missing or don't match the lockfile or this Node version. */
export const ensureInstalled = () =>
  runOnceFor([readFileSync("package-lock.json")], "node_modules/.parley-installed", async () => {
    console.log("Installing dependencies …");
    const code = await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    if (code === 0) return;
    console.error("The dependencies could not be installed: npm ci failed (its message is above).");
    process.exit(1);
  });

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await ensureInstalled();
