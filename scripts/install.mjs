import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const STAMP = "node_modules/.parley-installed";

/** Installs the dependencies when they are missing or do not fit the lockfile or this Node. */
export function ensureInstalled() {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const wanted = `${lock} node${process.versions.node.split(".")[0]}`;
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  console.log("Installing dependencies …");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error("The dependencies could not be installed: npm ci failed (its message is above).");
    process.exit(1);
  }
  writeFileSync(STAMP, wanted);
}
