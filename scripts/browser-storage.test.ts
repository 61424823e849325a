import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

// The only files that may access browser storage (docs/decisions/022-browser-storage.md).
const OWNERS = [
  "components/browser/*.ts",
  // The page for visitors without an account. It must stay small, so it loads the code that stores files on first use.
  "components/public-chat/page/{session,kept-files,partitioned-cookies}.ts",
  // The launcher, which runs on other sites.
  "components/public-chat/widget/kept.ts",
  "public/offline-worker.js",
];
const SOURCES = [
  "{app,components,lib}/**/*.{ts,tsx,mjs}",
  "public/*.js",
  "*.ts",
  "scripts/browser-scripts.mjs",
];
const STORES =
  /\b(localStorage|sessionStorage|indexedDB|cookieStore|idb-keyval)\b|\bdocument\.cookie\b|\bcaches\??\.(open|keys|match|has|delete)\b/;

const owners = new Set(globSync(OWNERS));
const isBuilt = (path: string) => /^public\/(embed\.js|public-chat|diagrams|pdf)/.test(path);
const sources = globSync(SOURCES).filter((path) => !/\.test\.tsx?$/.test(path) && !isBuilt(path));
const reachesStores = (path: string) => STORES.test(readFileSync(path, "utf8"));

describe("browser storage", () => {
  test("is accessed by its owners only", () => {
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.filter((path) => !owners.has(path) && reachesStores(path))).toEqual([]);
  });

  test("has only owners that access it", () => {
    const { length } = [...owners].filter(reachesStores);
    expect(length).toBeGreaterThanOrEqual(OWNERS.length);
    for (const pattern of OWNERS) expect(globSync(pattern).some(reachesStores), pattern).toBe(true);
  });

  test.each([
    "localStorage.setItem(a, b)",
    "window.sessionStorage",
    'self["indexedDB"]',
    'import { get } from "idb-keyval"',
    "self.caches?.keys()",
    "caches.open(name)",
    "document.cookie = text",
    "window.cookieStore",
  ])("is recognized in %s", (code) => expect(code).toMatch(STORES));
});
