import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./run.mjs";

const SHELL = "chromium-headless-shell";
const WHOLE = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

// Some distributions ship a `chromium` stub that only prints installation instructions, and a downloaded browser may
// lack system libraries.
const works = (path) => existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

function installed(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Finds a full browser: CHROMIUM_PATH, an installed one, or Playwright's. Returns undefined without one. */
export function findWholeBrowser() {
  const given = process.env.CHROMIUM_PATH;
  return [...(given ? [given] : []), ...installed(WHOLE), chromium.executablePath()].find(works);
}

/**
 * Finds the browser for tests: chrome-headless-shell where installed, which takes a quarter less CPU time, else a
 * full browser. Returns undefined without either.
 */
export function findBrowser() {
  const shell = process.env.CHROMIUM_PATH ? undefined : installed([SHELL]).find(works);
  return shell ?? findWholeBrowser();
}

/**
 * Finds a full browser, or installs one. As root on Debian, also installs the headless shell.
 * @throws Error with instructions when neither is possible
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

async function installOnDebian(names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log("Installing the system's Chromium for the tests …");
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, quiet: true };
  const apt = (...words) => run("apt-get", ["-q", "-o", "Acquire::http::Timeout=20", ...words], options);
  const install = (...packages) => apt("install", "-y", "--no-install-recommends", ...packages);
  await apt("update");
  if ((await install(...names, SHELL)) !== 0 && names.length > 0) await install(...names);
}
