/** The most telling names first: nearly every browser also calls itself by those of others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\biPad\b/, "iPadOS"],
  [/\biPhone\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a visitor reads with, such as “Firefox on Windows”, without its version; null when that can't be told. */
export function browserOf(userAgent: string | null | undefined): string | null {
  const nameIn = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ""))?.[1];
  const browser = nameIn(BROWSERS);
  if (!browser) return null;
  const system = nameIn(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
