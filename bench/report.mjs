// Prints the rows as a table, in the terminal and as a page of the documentation.
import { median } from "./measure.mjs";
import { DATABASES } from "./results.mjs";

export const short = (value) => {
  if (!Number.isFinite(value)) return "–";
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
};
const NOISY = 1.5;
const isNoisy = ({ spread }) => spread > NOISY;
const times = ({ p50, p95, p99 }) =>
  p95 === undefined ? short(p50) : [p50, p95, p99].map(short).join(" / ");

const HEAD = [
  "row",
  "product p50 / p95 / p99",
  "baseline p50 / p95 / p99",
  "unit",
  "ratio",
  "spread",
  "load",
  "must",
  "target",
  "verdict",
];
const cells = (row) => [
  row.name,
  times(row.product),
  times(row.baseline),
  row.unit,
  !Number.isFinite(row.ratio) ? "–" : `${short(row.ratio)}×`,
  !Number.isFinite(row.spread) ? "–" : row.spread.toFixed(2),
  row.load === undefined ? "–" : row.load.toFixed(1),
  row.must ?? "–",
  row.target ?? "–",
  row.verdict + (isNoisy(row) ? ", noisy" : ""),
];

export const table = (rows) => aligned([HEAD, ...rows.map(cells)]);

export function aligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export const line = (values) => `| ${values.join(" | ")} |`;

function overview(results) {
  const names = [...new Set(results.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  const heads = results.flatMap(({ key }) => [`${DATABASES[key]}: p50`, "ratio", "verdict"]);
  const found = (name) =>
    results.flatMap(({ rows }) => {
      const row = rows.find((one) => one.name === name);
      if (!row) return ["–", "–", "–"];
      const all = cells(row);
      return [`${short(row.product.p50)} ${row.unit}`.trim(), all[4], all.at(-1)];
    });
  return [
    line(["row", ...heads]),
    line(["row", ...heads].map(() => "---")),
    ...names.map((name) => line([name, ...found(name)])),
  ].join("\n");
}

/** Computes the variation of the baseline's rounds, which is the machine's noise. */
function noise(rows) {
  const known = rows.filter(({ spread }) => Number.isFinite(spread));
  if (known.length === 0) return "";
  const worst = known.reduce((one, other) => (other.spread > one.spread ? other : one));
  return `The machine's noise: the baseline's rounds differ by ${median(known.map(({ spread }) => spread)).toFixed(2)}× in the middle row, by ${worst.spread.toFixed(2)}× at worst (${worst.name}).`;
}

function section({ key, rows, messages, took, failed, day, node, machine }) {
  const missed = rows.filter(({ verdict }) => verdict === "MISSED").length;
  const notes = rows.filter(({ note }) => note).map(({ name, note }) => `- **${name}**: ${note}`);
  return `## ${key === "embedded" ? "Embedded database" : "PostgreSQL"}

Measured ${day} in ${Math.round(took / 1000)} s: Node ${node}, ${machine}; 10,000 chats and ${messages.toLocaleString("en")} messages. ${missed === 0 ? "No row misses its *must*." : `${missed} of ${rows.length} rows miss their *must*.`} ${noise(rows)}

${line(HEAD)}
${line(HEAD.map(() => "---"))}
${rows.map((row) => line(cells(row))).join("\n")}
${failed.length > 0 ? `\nNot measured, because of an error: ${failed.map(({ name, reason }) => `${name} (${reason})`).join("; ")}.\n` : ""}
${notes.join("\n")}
`;
}

// Size of the image without its files: Node without symbols (109 MB), ffmpeg (15 MB) and the Debian packages that they
// link to (20 MB), on x64.
const SYSTEM_OF_IMAGE_MB = 144;

const listSizes = ({ day, installation, image }) => `## Sizes

Measured ${day}.

${line(["what", "size", "must", "verdict"])}
${line(["---", "---", "---", "---"])}
${line(["`node_modules` after `npm ci`", `${installation} MB`, "900 MB", installation > 900 ? "MISSED" : "must"])}
${line(["files of the image", `${image} MB`, "–", "–"])}
${line(["the whole image", `${image + SYSTEM_OF_IMAGE_MB} MB`, "450 MB", image + SYSTEM_OF_IMAGE_MB > 450 ? "MISSED" : "must"])}

The image is its files (\`scripts/image-files.mjs\`) and ${SYSTEM_OF_IMAGE_MB} MB of Node, ffmpeg and the packages that they link to (\`Dockerfile\`), uncompressed.
`;

/** @param results the last complete run per database @param sizes of the last complete run */
export const markdown = (results, sizes) => `# Performance

Written by \`npm run bench\`; do not edit by hand.

${overview(results)}

${results.map(section).join("\n")}
${sizes.map(listSizes).join("\n")}
## How to read it

- The product runs in production mode with accounts, membership, validation, limits and storage on. The baseline
  (\`bench/baseline.mjs\`) is node:http with the same driver on a copy of the same database, with no checks at all.
  The model is the stand-in of the tests, which answers at once.
- Rounds of the two take turns; the ratio is taken within a round and the median is shown. \`spread\` is the largest over the
  smallest round of the baseline: above ${NOISY} the row is marked noisy and only a large difference means something.
- The load generator, the model, the database and both servers share the machine. Trust ratios, not milliseconds.
- *must* and *target* are ratios where they end in ×. "must" as a verdict: between the two. \`sync.rate\` and "delivered": more is better.
- Every reply is checked for its last word. A message has 20 to 30 messages of history; the baseline sends none to the model and
  asks it for one JSON body, where the product reads a stream.
- With the embedded database CPU and memory include it, on both sides. With PostgreSQL they do not.

## Again

\`npm run bench\` (about ten minutes, some more the first time, while the data is made), \`npm run bench -- --quick\` and
\`npm run bench -- --only sync.c8\` (both only for looking at). \`npm run bench -- --only lists-at-scale\` with BENCH_DATABASE_URL reads one group of 5,000,000 messages.
\`DATABASE_URL\` or \`TEST_DATABASE_URL\` names a PostgreSQL server with pgvector on this machine; the bench makes databases of its own there (\`parley_bench_…\`).
A whole run writes its database's part of this page and keeps the other's (\`bench/results\`). [What it does under load for a long time](soak.md) is measured apart.
`;
