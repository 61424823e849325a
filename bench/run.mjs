// `npm run bench [-- --only name] [--quick]`: measures the product beside a
// bare baseline, prints one table and writes docs/performance.md.
import { existsSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as lists from "./lists.mjs";
import { pageWeight } from "./page.mjs";
import { markdown, table } from "./report.mjs";
import { root, startBaseline, startModel, startProduct, stopAll } from "./rig.mjs";
import { listsAtScale } from "./scale/run.mjs";
import { searchAtScale, searchQuality } from "./search/run.mjs";
import { PASSWORD, prepare, READER, SENDER, signIn } from "./seed.mjs";
import * as starts from "./starts.mjs";
import * as streams from "./streams.mjs";
import * as sync from "./sync.mjs";
import { uploads } from "./uploads.mjs";
import { videoScenes, videoTimes } from "./video/run.mjs";

const { values: given } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    /** Another folder with a build, to compare two versions. */
    product: { type: "string", default: root },
    /** Writes a CPU profile of the product into this folder. */
    profile: { type: "string" },
  },
});
const [major] = process.versions.node.split(".").map(Number);
if (major < 24)
  stopWith(
    `The bench needs Node 24 (this is ${process.versions.node}): npx -y -p node@24 node bench/run.mjs`,
  );
/** They start no product, take their own time and print their own tables. */
const ALONE = {
  "lists-at-scale": listsAtScale,
  "search-at-scale": searchAtScale,
  "search-quality": searchQuality,
  "video-scenes": videoScenes,
  "video-times": videoTimes,
};
if (given.only && Object.hasOwn(ALONE, given.only)) {
  process.exit(await ALONE[given.only]({ quick: given.quick, say: (text) => console.log(text) }));
}
const folder = resolve(given.product);
if (folder === root && existsSync(join(root, "scripts", "build.mjs"))) {
  const { ensureBuilt } = await import("../scripts/build.mjs");
  process.chdir(root);
  await ensureBuilt?.();
}
if (!existsSync(join(folder, "build", "server.mjs")))
  stopWith(`There is no build in ${folder}: run npm start there once.`);

function stopWith(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Nothing may hang for ever: a whole run takes under ten minutes. */
const limit = setTimeout(
  () => stopWith("The bench took too long and was stopped."),
  given.quick ? 240_000 : 900_000,
);
limit.unref();

const began = performance.now();
const say = (text) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const { quick } = given;
const messages = quick ? 100_000 : 1_000_000;
const databaseUrl = process.env.DATABASE_URL || process.env.TEST_DATABASE_URL || undefined;
const nodeArgs = given.profile ? ["--cpu-prof", `--cpu-prof-dir=${resolve(given.profile)}`] : [];
const options = { folder, nodeArgs };

const limits = { must: 4, target: 2 };
/** In this order: what is measured on a running product, then what starts its own. */
const SERVED = {
  "list.chats": lists.chatLists,
  "list.messages": lists.messageLists,
  "unread.total": lists.unreadTotal,
  "sync.c1": (rig) => sync.syncRow(rig, 1, limits),
  "sync.c8": (rig) => sync.syncRow(rig, 8, limits),
  "sync.c32": (rig) => sync.syncRow(rig, 32, { must: 4, target: 2.5 }),
  "sync.rate": sync.syncRate,
  "sync.cpu": sync.syncCpu,
  "async.accept": streams.asyncAccept,
  "stream.ttft": async (rig) => [
    ...(await streams.firstToken(rig, 1, { must: 4, target: 2 })),
    ...(await streams.firstToken(rig, 8, { must: 12, target: 5 })),
  ],
  "stream.200": streams.manyStreams,
  "upload.50mb": uploads,
  "page.chat": (rig) => pageWeight({ ...rig, password: PASSWORD }),
};
const STARTED = { boot: starts.boot, "idle memory": starts.idle };
const wanted = (names) =>
  Object.entries(names).filter(([name]) => !given.only || name.startsWith(given.only));
if (wanted({ ...SERVED, ...STARTED }).length === 0) {
  stopWith(
    `No row is called ${given.only}. There are: ${Object.keys({ ...SERVED, ...STARTED }).join(", ")}.`,
  );
}

const rows = [];
const failed = [];

/** One row that fails does not take the others with it. */
async function measure(name, body) {
  say(`${name} (load ${loadavg()[0].toFixed(1)})`);
  try {
    let made = await body();
    // The machine was busy with something else: once more.
    if (!quick && made.some(({ spread }) => spread > 1.5) && performance.now() - began < 420_000) {
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
    };
    for (const [name, body] of served) await measure(name, () => body(rig));
    if (product.errors()) console.warn(`The product wrote:\n${product.errors()}`);
    await Promise.all([baseline.stop(), product.stop()]);
  }
  for (const [name, body] of wanted(STARTED)) {
    await measure(name, () => body({ quick, modelUrl: model.url, data, options: { folder } }));
  }
} finally {
  await stopAll();
}

console.log(`\n${table(rows)}`);
for (const { name, reason } of failed) console.log(`${name}: not measured, ${reason}`);
// A part of the rows is for looking at; the page keeps the last whole run.
if (!given.only) {
  const database = databaseUrl ? "PostgreSQL" : "the embedded database";
  const day = new Date().toISOString().slice(0, 10);
  const took = performance.now() - began;
  writeFileSync(
    join(root, "docs", "performance.md"),
    markdown({ rows, database, messages, quick, took, failed, day }),
  );
  console.log("\nWritten to docs/performance.md");
}
process.exit(failed.length > 0 ? 1 : 0);
