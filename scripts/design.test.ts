import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Checks that docs/design.md matches app/globals.css, and that color pairs have sufficient contrast.
const css = readFileSync("app/globals.css", "utf8");
const theme = css.slice(css.indexOf("@theme"), css.indexOf("\n}", css.indexOf("@theme")));
const page = readFileSync("docs/design.md", "utf8");

const colors = new Map(
  [...theme.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
);
const sizes = [...theme.matchAll(/--(text|radius)-(\w+): ([\d.]+)rem;/g)].map(
  ([, kind, name, size]) => [`${kind}-${name}`, Number(size) * 16] as const,
);

test("the colors and sizes are found", () => expect([colors.size > 15, sizes.length]).toEqual([true, 7]));

test.each([...colors])("the page lists the color %s", (name, { light, dark }) =>
  expect(page).toContain(`| \`${name}\` | \`${light}\` | \`${dark}\` |`),
);

test.each(sizes)("the page lists the size %s", (name, size) =>
  expect(page).toMatch(new RegExp(`\\| \`(text|rounded)-${name.split("-")[1]}\` \\| ${size}\\b`)),
);

const GROUNDS = ["page", "surface", "raised", "sunken"];
const PAIRS = [
  ...["ink", "muted", "accent", "danger"].flatMap((text) => GROUNDS.map((ground) => [text, ground])),
  ...["ink", "muted"].map((text) => [text, "hover"]),
  ...["ink", "muted", "accent"].map((text) => [text, "accent-soft"]),
  ...["danger", "warning", "success"].map((text) => [text, `${text}-soft`]),
  ...["accent", "danger", "highlight"].map((ground) => [`on-${ground}`, ground]),
] as [string, string][];

test.each(PAIRS)("%s is readable on %s", (text, ground) => {
  for (const scheme of ["light", "dark"] as const)
    expect(contrast(colors.get(text)![scheme], colors.get(ground)![scheme]), scheme).toBeGreaterThanOrEqual(
      4.5,
    );
});

// WCAG 2 contrast ratio.
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
