// `npm run bench [-- --only name] [--quick]`: measures the product against a bare baseline, prints a table and writes
// docs/performance.md.
import { writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { growth } from "./growth.mjs";
import { indexing } from "./indexing.mjs";
import * as lists from "./lists.mjs";
import { liveCpu } from "./live.mjs";
import { membersCpu } from "./members.mjs";
import { pageWeight } from "./page.mjs";
import { markdown, table } from "./report.mjs";
import { keep, kept } from "./results.mjs";
import { requireBuild, root, startBaseline, startModel, startProduct, stopAll } from "./rig.mjs";
import { listsAtScale } from "./scale/run.mjs";
import { searchAtScale, searchQuality } from "./search/run.mjs";
import { databaseUrl, PASSWORD, prepare, READER, SENDER, signIn } from "./seed.mjs";
import { measureSizes } from "./sizes.mjs";
import { crashes } from "./soak/crashes.mjs";
import { soak } from "./soak/run.mjs";
import * as starts from "./starts.mjs";
import * as streams from "./streams.mjs";
import * as sync from "./sync.mjs";
import { uploads } from "./uploads.mjs";
import { videoScenes, videoTimes } from "./video/run.mjs";

const { values: given } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    minutes: { type: "string" },
    /** Another directory with a build, to compare two versions. */
    product: { type: "string", default: root },
    /** Writes a CPU profile of the product into this directory. */
    profile: { type: "string" },
  },
});
const [major] = process.versions.node.split(".").map(Number);
if (major < 24)
  stopWith(
    `The bench needs Node 24 (this is ${process.versions.node}): npx -y -p node@24 node bench/run.mjs`,
  );
/** Benchmarks that start no product, control their own duration and print their own tables. */
const ALONE = {
  crashes,
  growth,
  "lists-at-scale": listsAtScale,
  "search-at-scale": searchAtScale,
  "search-quality": searchQuality,
  soak,
  "video-scenes": videoScenes,
  "video-times": videoTimes,
};
if (given.only && Object.hasOwn(ALONE, given.only)) {
  const minutes = given.minutes === undefined ? undefined : Number(given.minutes);
  if (minutes !== undefined && !(minutes > 0)) stopWith("--minutes is a number above 0.");
  process.exit(await ALONE[given.only]({ quick: given.quick, minutes, say: (text) => console.log(text) }));
}
const folder = resolve(given.product);
await requireBuild(folder).catch((error) => stopWith(error.message));

function stopWith(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Overall timeout; a complete run takes under half an hour. */
const limit = setTimeout(
  () => stopWith("The bench took too long and was stopped."),
  given.quick ? 600_000 : 1_500_000,
);
limit.unref();

const began = performance.now();
const say = (text) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const { quick } = given;
const minutes = given.minutes === undefined ? undefined : Number(given.minutes);
const messages = quick ? 100_000 : 1_000_000;
const nodeArgs = given.profile ? ["--cpu-prof", `--cpu-prof-dir=${resolve(given.profile)}`] : [];
const options = { folder, nodeArgs };

const limits = { must: 4, target: 2 };
/** Measurements of one running product, in order of execution. Those that start their own follow (`STARTED`). */
const SERVED = {
  "list.chats": lists.chatLists,
  "list.messages": lists.messageLists,
  "unread.total": lists.unreadTotal,
  "sync.c1": (rig) => sync.syncRow(rig, 1, limits),
  "sync.c8": (rig) => sync.syncRow(rig, 8, limits),
  "sync.c32": (rig) => sync.syncRow(rig, 32, { must: 4, target: 2.5 }),
  "sync.rate": sync.syncRate,
  "sync.cpu": sync.syncCpu,
  "members.cpu": membersCpu,
  "live.cpu": liveCpu,
  "async.accept": streams.asyncAccept,
  "stream.ttft": async (rig) => [
    ...(await streams.firstToken(rig, 1, { must: 4, target: 2 })),
    ...(await streams.firstToken(rig, 8, { must: 12, target: 5 })),
  ],
  "stream.200": (rig) => streams.manyStreams(rig, streams.FAST),
  "stream.500": (rig) => streams.manyStreams(rig, streams.MANY),
  "upload.50mb": uploads,
  "page.chat": (rig) => pageWeight({ ...rig, password: PASSWORD }),
};
const STARTED = { boot: starts.boot, "idle memory": starts.idle, heap: starts.heap, indexing };
const wanted = (names) =>
  Object.entries(names).filter(([name]) => !given.only || name.startsWith(given.only));
if (wanted({ ...SERVED, ...STARTED }).length === 0) {
  stopWith(
    `No row is called ${given.only}. There are: ${Object.keys({ ...SERVED, ...STARTED }).join(", ")}.`,
  );
}

const rows = [];
const failed = [];

async function measure(name, body) {
  say(`${name} (load ${loadavg()[0].toFixed(1)})`);
  try {
    let made = await body();
    // A large spread of the baseline means that the machine was busy, so the row is measured again.
    if (!quick && made.some(({ spread }) => spread > 1.5) && performance.now() - began < 720_000) {
      say(`${name} again, the baseline was noisy`);
      made = await body();
    }
    rows.push(...made);
  } catch (error) {
    failed.push({ name, reason: String(error.message).slice(0, 200) });
    say(`${name} failed: ${error.message}`);
  }
}

try {
  const data = await prepare({ messages, databaseUrl, product: options, say });
  const model = await startModel();
  const served = wanted(SERVED);
  if (served.length > 0) {
    const baseline = await startBaseline({ modelUrl: model.url, ...data.baseline });
    const product = await startProduct({ modelUrl: model.url, ...data.product, ...options });
    const [reader, sender] = [await signIn(product.url, READER), await signIn(product.url, SENDER)];
    const rig = {
      quick,
      messages,
      rounds: quick ? 3 : 5,
      model,
      baseline,
      product,
      reader,
      sender,
      freshChat: sync.chatPool(),
      databaseUrl: data.product.databaseUrl,
    };
    for (const [name, body] of served) await measure(name, () => body(rig));
    if (product.errors()) console.warn(`The product wrote:\n${product.errors()}`);
    await Promise.all([baseline.stop(), product.stop()]);
  }
  for (const [name, body] of wanted(STARTED)) {
    await measure(name, () => body({ quick, messages, modelUrl: model.url, data, options, minutes }));
  }
} finally {
  await stopAll();
}

console.log(`\n${table(rows)}`);
for (const { name, reason } of failed) console.log(`${name}: not measured, ${reason}`);
// Partial and quick runs are not stored; the page shows the last complete run per database.
if (!given.only && !quick) {
  keep(databaseUrl ? "postgresql" : "embedded", {
    key: databaseUrl ? "postgresql" : "embedded",
    day: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    messages,
    took: performance.now() - began,
    failed,
    rows,
  });
  keep("sizes", await measureSizes());
  writeFileSync(
    join(root, "docs", "performance.md"),
    markdown(kept("embedded", "postgresql"), kept("sizes")),
  );
  console.log("\nWritten to docs/performance.md");
}
process.exit(failed.length > 0 ? 1 : 0);
