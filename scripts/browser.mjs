import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./run.mjs";

/** The one without windows first: in it tests take a quarter less of the processor. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** The browser for the tests: CHROMIUM_PATH, or one of this machine. Undefined where there is none, and Playwright starts its own. */
export function findBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...installed].find((path) => path && works(path));
}

/** Whether there is one, of this machine or Playwright's own. */
export const hasBrowser = () => findBrowser() !== undefined || works(chromium.executablePath());

/** Some systems have a `chromium` that only says how to get it, and a download may lack libraries. */
const works = (path) => existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

/**
 * Finds a browser, or installs one. Answers as `findBrowser`.
 * @throws Error that says what to do when neither is possible.
 */
export async function ensureBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !works(CHROMIUM_PATH)) {
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, and no browser starts from there.`);
  }
  if (hasBrowser()) return findBrowser();

  console.log("No browser for the tests here: downloading Playwright's …");
  await run("playwright", ["install", "chromium"]);
  const isRoot = process.getuid?.() === 0;
  if (!hasBrowser() && isRoot && existsSync("/usr/bin/apt-get")) {
    console.log("Installing the system's Chromium …");
    const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, quiet: true };
    await run("apt-get", ["update", "-q"], options);
    for (const name of ["chromium-headless-shell", "chromium"]) {
      await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], options);
      if (hasBrowser()) break;
    }
  }
  if (!hasBrowser())
    throw new Error("No browser could be installed. Install Chromium, or set CHROMIUM_PATH to one.");
  return findBrowser();
}
