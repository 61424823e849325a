import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./run.mjs";

/** The browser for the tests: CHROMIUM_PATH, one of this machine, or Playwright's own. Undefined when there is none. */
export function findBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path) && works(path),
  );
}

/** Some systems have a `chromium` that only says how to get it, and a download may lack libraries. */
const works = (path) => spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

/**
 * Finds a browser, or installs one.
 * @throws Error that says what to do when neither is possible.
 */
export async function ensureBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !works(CHROMIUM_PATH)) {
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, and no browser starts from there.`);
  }
  const found = findBrowser();
  if (found) return found;

  console.log("No browser for the tests here: downloading Playwright's …");
  await run("playwright", ["install", "chromium"]);
  const isRoot = process.getuid?.() === 0;
  if (!findBrowser() && isRoot && existsSync("/usr/bin/apt-get")) {
    console.log("Installing the system's Chromium …");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-q"], { env, quiet: true });
    await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], {
      env,
      quiet: true,
    });
  }
  const browser = findBrowser();
  if (!browser)
    throw new Error("No browser could be installed. Install Chromium, or set CHROMIUM_PATH to one.");
  return browser;
}
