import { defineConfig, devices } from "@playwright/test";
import { findBrowser, findWholeBrowser } from "./scripts/browser.mjs";

/** What Chromium's shell has not: a microphone, drawings in frames, blocked cookies, connections that are opened ahead. */
const IN_WHOLE_BROWSER =
  /(artifacts|assistant-tools|compare|embed|name-lookups|preview-isolation|voice)\.spec\.ts$/;
const isCluster = Boolean(process.env.TEST_CLUSTER);
// What needs several processes, or the embedded database, which has one and makes its own backups.
const testIgnore = isCluster
  ? ["backup.spec.ts", "full-disk.spec.ts", "infrastructure.spec.ts"]
  : ["cluster/**"];
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  // What it draws by a software GPU it draws faster without one.
  "--disable-gpu",
  "--disable-software-rasterizer",
  // No page lives long enough for its scripts to be worth optimizing.
  "--js-flags=--no-opt,--no-maglev",
  // A microphone that beeps.
  "--use-fake-device-for-media-stream",
  // A name that is not localhost, so that plain http is what browsers call insecure.
  "--host-resolver-rules=MAP parley.internal 127.0.0.1",
];
const startedFrom = (executablePath: string | undefined) => ({ launchOptions: { executablePath, args } });

/** Browser journeys against the built product; each worker starts one of its own (test/test.ts). */
export default defineConfig({
  testDir: "./e2e",
  workers: 2,
  globalSetup: "./test/database-template.ts",
  // A machine may be busy with something else; what passes only then is named (scripts/test.mjs).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Of a cluster each product is two processes that start and work on the same machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  outputDir: "test-results/playwright",
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-GB",
    // Requests that a worker passes on are none of the page's: tests of what it keeps allow it.
    serviceWorkers: "block",
    trace: "on-first-retry",
    // Without motion no colour and no place is caught half-way.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    {
      name: "whole browser",
      testMatch: IN_WHOLE_BROWSER,
      testIgnore,
      use: startedFrom(findWholeBrowser()),
    },
    {
      name: "shell",
      testMatch: "**/*.spec.ts",
      testIgnore: [...testIgnore, IN_WHOLE_BROWSER],
      use: startedFrom(findBrowser()),
    },
  ],
});
