import { defineConfig, devices } from "@playwright/test";
import { findBrowser, findWholeBrowser } from "./scripts/browser.mjs";

/** Features that chrome-headless-shell lacks: microphone, rendering in frames, blocked cookies, preconnect. */
const IN_WHOLE_BROWSER =
  /(artifacts|assistant-tools|compare|embed|name-lookups|preview-isolation|voice)\.spec\.ts$/;
const isCluster = Boolean(process.env.TEST_CLUSTER);
// Excludes tests for several processes, or for the embedded database, which supports one and makes its own backups.
const testIgnore = isCluster
  ? ["**/backup.spec.ts", "**/full-disk.spec.ts", "**/infrastructure.spec.ts"]
  : ["**/e2e/cluster/**"];
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  // Rendering is faster without the software GPU.
  "--disable-gpu",
  "--disable-software-rasterizer",
  // Pages don't live long enough to benefit from optimized code.
  "--js-flags=--no-opt,--no-maglev",
  // A fake microphone that beeps.
  "--use-fake-device-for-media-stream",
  // A host name other than localhost makes plain HTTP an insecure context.
  "--host-resolver-rules=MAP parley.internal 127.0.0.1",
];
const startedFrom = (executablePath: string | undefined) => ({ launchOptions: { executablePath, args } });

/** Browser tests of the built product; each worker starts its own server (test/test.ts). */
export default defineConfig({
  testDir: "./e2e",
  workers: 2,
  globalSetup: "./test/database-template.ts",
  // The machine may be busy; tests that pass on retry are reported as flaky (scripts/test.mjs).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // In the cluster, each product consists of two processes on the same machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  outputDir: "test-results/playwright",
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-GB",
    // Requests handled by a service worker bypass Playwright's routing. Tests of offline storage allow it.
    serviceWorkers: "block",
    trace: "on-first-retry",
    // Without animations, no screenshot shows an intermediate state.
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
