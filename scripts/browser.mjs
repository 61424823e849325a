import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

function inPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

async function playwrights() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

const run = (command, words) =>
  spawnSync(command, words, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" }).status === 0;

/**
 * The path of a browser for the tests: the one that is named or installed, else
 * Playwright's download, else (as root, on Debian) the distribution's package.
 */
export async function findBrowser() {
  const existing = process.env.CHROMIUM_PATH ?? inPath() ?? (await playwrights());
  if (existing) return existing;
  console.log("Looking for a browser: trying Playwright's download …");
  if (run("npx", ["playwright", "install", "chromium"])) return playwrights();
  if (process.getuid?.() === 0) {
    console.log("That did not work: trying the distribution's package …");
    if (run("apt-get", ["update"]) && run("apt-get", ["install", "-y", "chromium"])) return inPath();
  }
  throw new Error("No browser for the tests: install Chromium, or set CHROMIUM_PATH to one.");
}
