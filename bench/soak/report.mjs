// Prints a soak in the terminal and as a page of the documentation.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { aligned, line, short } from "../report.mjs";
import { DATABASES, kept } from "../results.mjs";
import { root } from "../rig.mjs";

const percent = (part) => `${(part * 100).toFixed(1)} %`;
const pair = ({ p50, p99 }) => `${short(p50)} / ${short(p99)}`;
const number = (value) => (Number.isInteger(value) && value < 1000 ? String(value) : short(value));

const FLAT = [
  "what",
  "",
  "at rest before",
  "first sample",
  "last sample",
  "growth an hour",
  "at rest after",
  "verdict",
];
const flatCells = ({ name, unit, before, first, last, perHour, after, verdict }) => [
  name,
  unit,
  number(before),
  number(first),
  number(last),
  percent(perHour),
  number(after),
  verdict,
];
const TABLE = [
  "rows of",
  "at the start",
  "at the end",
  "per message, 1st half",
  "2nd half",
  "verdict",
  "bounded by",
];
const tableCells = ({ name, first, last, early, late, verdict, bound }) => [
  name,
  number(first),
  number(last),
  early.toFixed(3),
  late.toFixed(3),
  verdict,
  bound,
];
const TIMES = ["action", "times", "first fifth p50 / p99", "last fifth p50 / p99"];
const timesCells = ({ name, count, first, last }) => [name, number(count), pair(first), pair(last)];

const SIZE_COLUMNS = ["MB of table and indexes", "at the start", "halfway", "at the end"];
const largestCells = ([name, ...sizes]) => [name, ...sizes.map(number)];

const outcome = ({ faults }) => (faults.length === 0 ? ["Nothing grows and no reply is missing."] : faults);
const told = ({ can, rate, minutes, planned, counts, behind }) =>
  `It can do ${short(can)} actions a second; offered were ${short(rate)} a second for ${minutes} min, ${number(planned)} actions. In all ${number(counts.sent)} messages were sent and ${number(counts.replies)} replies came whole.${behind === undefined ? "" : ` The work in the background was done with ${short(behind / 1000)} s later.`}`;

export const text = (result) =>
  [
    told(result),
    "",
    aligned([FLAT, ...result.flat.map(flatCells)]),
    "",
    aligned([TABLE, ...result.tables.map(tableCells)]),
    "",
    aligned([SIZE_COLUMNS, ...result.largest.map(largestCells)]),
    "",
    aligned([TIMES, ...result.times.map(timesCells)]),
    "",
    ...outcome(result),
  ].join("\n");

const table = (head, rows) => [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");

function overview(results) {
  const heads = results.map(({ key }) => DATABASES[key]);
  const names = (of) => results[0][of].map(({ name }) => name);
  const cells = (of, name, show) =>
    results.map((result) => {
      const found = result[of].find((one) => one.name === name);
      return found ? show(found) : "–";
    });
  const grown = ({ last, perHour, verdict }) => `${number(last)}, ${percent(perHour)} an hour: ${verdict}`;
  const perMessage = ({ late, verdict }) => `${late.toFixed(3)} per message: ${verdict}`;
  const took = ({ first, last }) => `${pair(first)} → ${pair(last)}`;
  return [
    table(
      ["at the end", ...heads],
      [
        ...names("flat").map((name) => [name, ...cells("flat", name, grown)]),
        ...names("tables").map((name) => [name, ...cells("tables", name, perMessage)]),
      ],
    ),
    table(
      ["ms, p50 / p99, first → last fifth", ...heads],
      names("times").map((name) => [name, ...cells("times", name, took)]),
    ),
  ].join("\n\n");
}

const section = (result) => `## ${result.key === "embedded" ? "Embedded database" : "PostgreSQL"}

${result.day}, Node ${result.node}, ${result.machine}; a group of 10,000 chats and ${result.messages.toLocaleString("en")} messages. ${told(result)}

${outcome(result)
  .map((sentence) => `- ${sentence}`)
  .join("\n")}

${table(FLAT, result.flat.map(flatCells))}

${table(TABLE, result.tables.map(tableCells))}

${table(SIZE_COLUMNS, result.largest.map(largestCells))}

${table(TIMES, result.times.map(timesCells))}
`;

const killed = ({ day, node, kills, minutes }) => `## Killed ${kills} times

${day}, Node ${node}, embedded database: the process was killed with \`kill -9\` ${kills} times within ${Math.round(minutes)} min, at random
moments around a reply, and started again. Afterwards every acknowledged message was there once, with one reply that was whole or
said in words that it had failed (\`e2e/resilience/crash.spec.ts\`).
`;

export const writePage = () =>
  writeFileSync(
    join(root, "docs", "soak.md"),
    markdown(kept("soak-embedded", "soak-postgresql"), kept("crashes")),
  );

const markdown = (results, crashes) => `# Under load for a long time

Written by \`npm run bench -- --only soak\` and \`--only crashes\`; do not edit by hand.

${overview(results)}

${[...results.map(section), ...crashes.map(killed)].join("\n")}
## How to read it

- First 32 callers go on as soon as they have their answer: what the product can do. Then a quarter of that is offered at moments
  that were fixed before, however slow the answers are; an action's time counts from the moment that was planned.
- Of 200 actions 50 are synchronous and 50 streamed replies, 14 a visitor's on a public chat, 76 lists, 5 searches, 4 an
  upload with its removal, and one a sign-in with its sign-out. A person goes on in a new chat after 10 messages. Replies have
  20 words, which the stand-in model writes in 0.1 s.
- "At rest": when all work in the background is done and no reader is connected. Samples are taken every 10 s; each
  minute rows are counted, and the heap after a collection. A straight line through the second half says what grows: less than
  5 % an hour is flat, and what rises less than the samples vary is "flat within its noise". Five more files, connections or
  processes in that half are no growth.
- Rows that come with messages and are swept after hours cannot be flat in half an hour: there must be as many per message in
  the second half as in the first. What bounds them stands beside. Messages, chats and the search index are what people wrote
  and are kept; the last row has them.
- The load generator, the model, the database and the server share the machine.

## Again

\`npm run bench -- --only soak\` (half an hour and some minutes for each database), \`--minutes 60\`, \`--quick\` (a minute, not kept);
\`npm run bench -- --only crashes\` (some minutes).
With \`DATABASE_URL\` or \`TEST_DATABASE_URL\` it runs on a PostgreSQL server with pgvector on this machine. It ends with 1 when
something grows or a reply is missing.
`;
