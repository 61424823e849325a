import type { Translate } from "@/lib/platform/words/translate";

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (table: [RegExp, string][], text: string) => table.find(([sign]) => sign.test(text))?.[1];

/** Describes a User-Agent header: "Firefox on Windows", or the client's own name. */
export function getDeviceName(t: Translate<"settingsSessions">, userAgent: string | null): string {
  if (!userAgent) return t("unknownDevice");
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser) return system ? t("deviceOnSystem", { browser, system }) : browser;
  const [program = ""] = userAgent.trim().split(/[\s/]/, 1);
  return program.slice(0, 60) || t("unknownDevice");
}
