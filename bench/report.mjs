// The rows as one table, on the terminal and as a page of the documentation.
import { cpus, totalmem } from "node:os";

const short = (value) => {
  if (value === undefined || Number.isNaN(value)) return "–";
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
};
const NOISY = 1.5;
const isNoisy = ({ spread }) => spread !== undefined && spread > NOISY;
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
  row.ratio === undefined ? "–" : `${short(row.ratio)}×`,
  row.spread === undefined ? "–" : row.spread.toFixed(2),
  row.load === undefined ? "–" : row.load.toFixed(1),
  row.must ?? "–",
  row.target ?? "–",
  row.verdict + (isNoisy(row) ? ", noisy" : ""),
];

export function table(rows) {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const line = (values) => `| ${values.join(" | ")} |`;

export function markdown({ rows, database, messages, quick, took, failed, day }) {
  const [first] = cpus();
  const notes = rows.filter(({ note }) => note).map(({ name, note }) => `- **${name}**: ${note}`);
  const missed = rows.filter(({ verdict }) => verdict === "MISSED").length;
  return `# Performance

Written by \`npm run bench\`; do not edit by hand.

Measured ${day} in ${Math.round(took / 1000)} s: Node ${process.versions.node}, ${database}, ${cpus().length} cores (${first?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB;
10,000 chats and ${messages.toLocaleString("en")} messages${quick ? " (`--quick`: fewer rounds and less data)" : ""}. ${missed === 0 ? "No row misses its *must*." : `${missed} of ${rows.length} rows miss their *must*.`}

${line(HEAD)}
${line(HEAD.map(() => "---"))}
${rows.map((row) => line(cells(row))).join("\n")}
${failed.length > 0 ? `\nNot measured, because of an error: ${failed.map(({ name, reason }) => `${name} (${reason})`).join("; ")}.\n` : ""}
## Notes on the rows

${notes.join("\n")}

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

\`npm run bench\` (about ten minutes the first time, while the data is made), \`npm run bench -- --quick\`, \`npm run bench -- --only sync.c8\`. \`npm run bench -- --only lists-at-scale\` with BENCH_DATABASE_URL reads one group of 5,000,000 messages.
\`DATABASE_URL\` or \`TEST_DATABASE_URL\` names a PostgreSQL server with pgvector on this machine; the bench makes databases of its own there (\`parley_bench_…\`).
`;
}
