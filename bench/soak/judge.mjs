// Evaluates a soak's samples: constant values, rows that grow with messages, and missing replies.
import { cpus, loadavg, totalmem } from "node:os";
import { summary } from "../measure.mjs";
import { growth, perMessage } from "./trend.mjs";
import { TABLES } from "./watch.mjs";

/** Values that must stay constant: name, unit and accessor. */
const FLAT = [
  ["resident memory", "MB", (one) => one.memory],
  ["heap after a collection", "MB", (one) => one.heap],
  ["memory outside of the heap", "MB", (one) => one.external],
  ["open files and sockets", "", (one) => one.files],
  ["timers, sockets and requests of Node", "", (one) => one.handles],
  ["processes", "", (one) => one.processes],
  ["connections to the database", "", (one) => one.rows?.connections],
  ["background work that is due", "", (one) => one.rows?.waiting],
  ["messages whose vectors are to be made", "", (one) => one.rows?.unindexed],
  ["files on their way (`uploads/`)", "", (one) => one.uploads],
  ["kept files (`files/`)", "", (one) => one.kept],
  ["actions at once", "", (one) => one.running],
  ["event loop late, p99", "ms", (one) => one.lag.p99],
];

const MAX_LISTED = 10;

/** @returns the stored result; `faults` are sentences, none when the soak passed */
export function judged({
  can,
  rate,
  planned,
  samples,
  done,
  took,
  behind,
  before,
  after,
  stored,
  counts,
  failures,
  ...about
}) {
  const resting = (of, one) => of({ ...one, running: 0 });
  const flat = FLAT.map(([name, unit, of]) => {
    const series = samples.map((one) => [one.at, of(one)]).filter(([, value]) => value !== undefined);
    return {
      name,
      unit,
      ...growth(series, { isCount: unit === "" }),
      before: resting(of, before),
      after: resting(of, after),
    };
  });
  const deep = samples.filter(({ rows }) => rows);
  const withMessages = (name, of, bound) => ({
    name,
    bound,
    ...perMessage(deep.map((one) => ({ messages: one.sent, rows: of(one.rows) }))),
  });
  const tables = [
    ...Object.entries(TABLES).map(([name, bound]) => withMessages(name, (rows) => rows[name], bound)),
    // Not judged: vectors are computed after their messages arrive, so the two halves can't be compared.
    {
      ...withMessages("MB of the whole database", (rows) => rows.size, "holds what people wrote"),
      verdict: "kept",
    },
  ];
  return {
    key: about.database === "PostgreSQL" ? "postgresql" : "embedded",
    day: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.versions.node,
    load: loadavg()[0],
    ...about,
    can,
    rate,
    planned,
    took,
    counts,
    stored,
    behind,
    failures,
    flat,
    tables,
    largest: largest(deep),
    times: times(done, about.minutes),
    faults: faults({ flat, tables, failures, counts, stored, behind }),
  };
}

/** Returns the largest tables with their indexes: `[name, MB at start, middle, end]`. */
function largest(samples) {
  const [first, middle, last] = [0, Math.floor(samples.length / 2), samples.length - 1].map(
    (at) => samples[at].rows.sizes,
  );
  return Object.keys(last)
    .map((name) => [name, first[name], middle[name], last[name]])
    .sort((a, b) => b[3] - b[1] - (a[3] - a[1]))
    .slice(0, MAX_LISTED);
}

/** Returns the durations in milliseconds of each kind of action in the first and the last fifth of the soak. */
function times(done, minutes) {
  const fifth = (minutes * 60_000) / 5;
  const of = (all) => ({ count: all.length, ...summary(all.map(({ took }) => took)) });
  const row = (name, all) => ({
    name,
    count: all.length,
    first: of(all.filter(({ at }) => at < fifth)),
    last: of(all.filter(({ at }) => at >= 4 * fifth)),
  });
  const kinds = [...new Set(done.map(({ kind }) => kind))].sort();
  return [
    ...kinds.map((kind) =>
      row(
        kind,
        done.filter((one) => one.kind === kind),
      ),
    ),
    row("all", done),
  ];
}

function faults({ flat, tables, failures, counts, stored, behind }) {
  const found = [...flat, ...tables]
    .filter(({ verdict }) => verdict === "grows")
    .map(({ name }) => `Grows: ${name}.`);
  for (const [reason, count] of failures) found.push(`Failed ${count} times: ${reason}.`);
  const { sent, replies } = counts;
  if (replies !== sent) found.push(`${sent - replies} of ${sent} replies did not arrive whole.`);
  if (stored.sent !== sent || stored.replies !== sent)
    found.push(`${sent} messages were taken; stored are ${stored.sent} and ${stored.replies} replies.`);
  if (behind === undefined) found.push("The work in the background was never done with.");
  return found;
}
