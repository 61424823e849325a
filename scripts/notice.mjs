// npm run notice: writes the list of packages in NOTICE from package-lock.json. With --check it writes nothing and
// fails when the list is out of date or a license is not accepted.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Licenses accepted in an MIT product. GPL applies only to @ffmpeg/core, a separate and optional program. */
const ACCEPTED = [
  "0BSD",
  "AFL-2.1 OR BSD-3-Clause",
  "Apache-2.0",
  "Apache-2.0 AND BSD-3-Clause",
  "Apache-2.0 AND LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
  "BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0",
  "GPL-2.0-or-later",
  "ISC",
  "LGPL-3.0",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT AND BSD-3-Clause",
  "MIT OR CC0-1.0",
  "MIT OR EUPL-1.1+",
  "MIT AND Zlib",
  "MIT OR GPL-3.0-or-later",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "PSF-2.0",
  "Unlicense",
];
// Name prefixes of packages for other platforms without a license in the lockfile, and the packages they belong to.
const PART_OF = { "@next/swc-": "next", "@tailwindcss/oxide-": "tailwindcss" };
const GPL_IS_OPTIONAL = "@ffmpeg/core";
const MARKER = "Packages\n========\n";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const shipped = Object.entries(packages).filter(([path, { dev, link }]) => path && !dev && !link);
const byLicense = new Map();
for (const [path, entry] of shipped) {
  const license = getLicense(path, entry);
  if (!byLicense.has(license)) byLicense.set(license, new Map());
  byLicense.get(license).set(getPackageName(path), entry.optional ? "" : findCopyright(path));
}

const refused = [...byLicense.keys()].filter((license) => !ACCEPTED.includes(license));
for (const license of refused)
  console.error(
    `${[...byLicense.get(license).keys()].join(", ")}: ${license} is not a license that scripts/notice.mjs accepts.`,
  );
const gpl = [...(byLicense.get("GPL-2.0-or-later")?.keys() ?? [])].filter((name) => name !== GPL_IS_OPTIONAL);
if (gpl.length > 0) console.error(`${gpl.join(", ")}: GPL, which only ${GPL_IS_OPTIONAL} may have.`);

const before = readFileSync("NOTICE", "utf8");
const after = before.slice(0, before.indexOf(MARKER) + MARKER.length) + list();
const isStale = before !== after;
if (isStale && process.argv.includes("--check")) console.error("NOTICE is out of date. Run: npm run notice");
else if (isStale) writeFileSync("NOTICE", after);
else console.log("NOTICE is up to date.");
process.exit(refused.length + gpl.length > 0 || (isStale && process.argv.includes("--check")) ? 1 : 0);

function list() {
  const licenses = [...byLicense].sort(([one], [other]) => compare(one, other));
  return licenses
    .map(([license, names]) => {
      const lines = [...names].sort(([one], [other]) => compare(one, other));
      return `\n${license}\n\n${lines.map(([name, copyright]) => `  ${name}${copyright && `: ${copyright}`}\n`).join("")}`;
    })
    .join("");
}

function compare(one, other) {
  return one < other ? -1 : 1;
}

function getPackageName(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

function getLicense(path, { license }) {
  if (license) return license.replace(/^\((.*)\)$/, "$1");
  const whole = Object.entries(PART_OF).find(([prefix]) => getPackageName(path).startsWith(prefix))?.[1];
  return packages[`node_modules/${whole}`]?.license ?? "no license";
}

// Returns the copyright line of a package's license, or "" for optional packages that aren't installed here.
function findCopyright(path) {
  const file = existsSync(path) && readdirSync(path).find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (!file) return "";
  const holder = readFileSync(join(path, file), "utf8").match(
    /^\W*copyright (?:(?:\(c\)|©) )?(.*\d{4}.*|.+ contributors.*)$/im,
  )?.[1];
  // Font licenses repeat the copyright holder for each file; only the first is kept.
  return holder ? `© ${holder.replace(/\.? *all rights reserved\.?| \S+: copyright .*/i, "").trim()}` : "";
}
