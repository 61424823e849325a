import { expect, test } from "vitest";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { getDeviceName } from "./sessions-device";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.14.1", "curl"],
  ["node", "node"],
  ["  ", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
  ["x".repeat(300), "x".repeat(60)],
])("the user agent %s is named %s", async (userAgent, name) => {
  const t = await loadTranslate({ language: "en", locale: "en-GB" }, "settingsSessions");
  expect(getDeviceName(t, userAgent)).toBe(name);
});
