import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./run.mjs";

const SHELL = "chromium-headless-shell";
const WHOLE = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Some systems have a `chromium` that only says how to get it, and a download may lack libraries. */
const works = (path) => existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

function installed(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** A whole browser: CHROMIUM_PATH, one of this machine, or Playwright's own. Undefined when there is none. */
export function findWholeBrowser() {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : []), ...installed(WHOLE), chromium.executablePath()].find(works);
}

/**
 * The browser for the tests: Chromium's shell without windows where this
 * machine has it, since they take a quarter less of the processor in it, else a
 * whole one. Undefined when there is neither.
 */
export function findBrowser() {
  const shell = process.env.CHROMIUM_PATH ? undefined : installed([SHELL]).find(works);
  return shell ?? findWholeBrowser();
}

/**
 * Finds a whole browser, or installs one; with the rights to do so on Debian its shell, too.
 * @throws Error that says what to do when neither is possible.
 */
export async function ensureBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !works(CHROMIUM_PATH)) {
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, and no browser starts from there.`);
  }
  if (CHROMIUM_PATH || (findWholeBrowser() && installed([SHELL]).some(works))) return;

  if (!findWholeBrowser()) {
    console.log("No browser for the tests here: downloading Playwright's …");
    await run("playwright", ["install", "chromium"]);
  }
  const hasOfSystem = installed(["chromium"]).some(works);
  if (hasOfSystem || !findWholeBrowser()) await installOnDebian(hasOfSystem ? [] : ["chromium"]);
  if (!findWholeBrowser())
    throw new Error("No browser could be installed. Install Chromium, or set CHROMIUM_PATH to one.");
}

/** Installs these packages and Chromium's shell, which not every system has, where this process may. */
async function installOnDebian(names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log("Installing the system's Chromium for the tests …");
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, quiet: true };
  const apt = (...words) => run("apt-get", ["-q", "-o", "Acquire::http::Timeout=20", ...words], options);
  const install = (...packages) => apt("install", "-y", "--no-install-recommends", ...packages);
  await apt("update");
  if ((await install(...names, SHELL)) !== 0 && names.length > 0) await install(...names);
}
