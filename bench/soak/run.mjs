// `npm run bench -- --only soak [--minutes 30]`: measures the product's capacity, applies a quarter of it for a long
// time and checks that nothing grows. Run it with and without DATABASE_URL: docs/soak.md shows both.
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { hangUp, json } from "../http.mjs";
import { keep } from "../results.mjs";
import { requireBuild, root, startModel, stopAll } from "../rig.mjs";
import { databaseUrl, prepare, SENDER, signIn } from "../seed.mjs";
import { judged } from "./judge.mjs";
import { startProbed } from "./probed.mjs";
import { text, writePage } from "./report.mjs";
import { watch } from "./watch.mjs";
import { actions, order, plan } from "./work.mjs";

const CALLERS = 32;
const OFFERED = 0.25;
/** Milliseconds between samples. */
const EVERY = 10_000;
/** Milliseconds between samples that collect garbage and count rows, which briefly burden the product. */
const DEEP_EVERY = 60_000;
/** Concurrent actions above which the product doesn't keep up. */
const MAX_CONCURRENT = 3000;
/** Milliseconds between renewals of access tokens, which are valid for 15 minutes. */
const RENEW_TOKENS_EVERY_MS = 300_000;
const PATIENCE = 900_000;
/** Milliseconds after which the product has closed idle connections to other servers. */
const RESTING = 8000;
const MIN_MINUTES = 10;

/** Returns the exit code: 1 when a value grows or a reply is missing. */
export async function soak({ quick, say, minutes = quick ? 1 : 30 }) {
  await requireBuild(root);
  const messages = quick ? 100_000 : 1_000_000;
  const data = await prepare({ messages, databaseUrl, product: {}, say });
  try {
    const model = await startModel();
    const product = await startProbed({ ...data.product, modelUrl: model.url });
    const watched = watch({ product, dataDir: data.product.dataDir });
    const result = await measured({ product, watched, quick, minutes, say });
    const errors = product.errors();
    if (errors) console.warn(`The product wrote:\n${errors}`);
    await product.stop();
    return reported({ ...result, messages, minutes, database: databaseUrl ? "PostgreSQL" : "embedded" });
  } finally {
    await stopAll();
  }
}

async function measured({ product, watched, quick, minutes, say }) {
  const { headers } = await signIn(product.url, SENDER);
  const renewing = setInterval(async () => {
    const renewed = await signIn(product.url, SENDER).catch(() => undefined);
    if (renewed) Object.assign(headers, renewed.headers);
  }, RENEW_TOKENS_EVERY_MS);
  const { id: newest } = await watched.sql("select max(id) as id from messages");
  const people = actions({ url: product.url, headers, publicChat: await madePublic(product.url, headers) });

  const failures = new Map();
  const failed = (kind, { message }) => {
    const reason = `${kind}: ${message}`.slice(0, 200);
    failures.set(reason, (failures.get(reason) ?? 0) + 1);
  };
  say(`what it can do: ${CALLERS} callers, each as soon as it has its answer`);
  const can = await capacity({ people, failed, seconds: quick ? 8 : 20 });
  const rate = can * OFFERED;
  say(`${can.toFixed(1)} actions a second; waiting until the work in the background is done`);
  await quiet(watched);
  const before = await atRest(watched);
  say(`offered: ${rate.toFixed(1)} a second for ${minutes} min (load ${loadavg()[0].toFixed(1)})`);
  const offered = await openLoop({ people, watched, failed, rate, minutes, say });
  const behind = await quiet(watched);
  const after = await atRest(watched);
  clearInterval(renewing);
  const stored =
    await watched.sql(`select count(*) filter (where user_type in ('user', 'guest'))::int as sent,
    count(*) filter (where user_type = 'assistant')::int as replies from messages where id > ${Number(newest)}`);
  return {
    can,
    rate,
    ...offered,
    behind,
    before,
    after,
    stored,
    counts: people.counts,
    failures: [...failures],
  };
}

async function madePublic(url, headers) {
  const call = (method, path, body) => json(`${url}/api/v1${path}`, { method, headers, body });
  const { id: assistant } = await call("POST", "/virtual-assistants", { name: "Guide" });
  const chat = await call("POST", "/chats", { name: "Help desk", virtual_assistant_id: assistant });
  await call("PUT", `/chats/${chat.id}/public?is_public=true`);
  return chat.uuid;
}

/** Measures actions per second with all callers in a closed loop. The first fifth is warm-up. */
async function capacity({ people, failed, seconds }) {
  const kinds = order();
  const began = performance.now();
  const [from, end] = [began + seconds * 200, began + seconds * 1000];
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const kind = kinds.next().value;
      await people.kinds[kind]().catch((error) => failed(kind, error));
      const now = performance.now();
      if (now >= from && now < end) done += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (done / (end - from)) * 1000;
}

/** Waits until no background work is due. Returns the milliseconds it took, or undefined on timeout. */
async function quiet({ rows }) {
  const began = performance.now();
  while (performance.now() - began < PATIENCE) {
    const { waiting, running } = await rows();
    if (waiting + running === 0) return performance.now() - began;
    await wait(500);
  }
  return undefined;
}

/** Takes a sample without load, after idle connections have been closed. */
async function atRest(watched) {
  hangUp();
  await wait(RESTING);
  return watched.sample({ deep: true });
}

/**
 * Starts actions on schedule regardless of response times (open loop) and measures from the planned start, so that a
 * stall shows in every action it delays.
 */
async function openLoop({ people, watched, failed, rate, minutes, say }) {
  const planned = plan({ rate, seconds: minutes * 60 });
  const [samples, done] = [[], []];
  const began = performance.now();
  const running = new Set();
  let isOver = false;

  const look = async () => {
    const deepEvery = minutes < MIN_MINUTES ? EVERY : DEEP_EVERY;
    for (let n = 0; !isOver; n += 1) {
      const isDeep = (n * EVERY) % deepEvery === 0;
      const at = (performance.now() - began) / 1000;
      const sent = people.counts.sent;
      samples.push({ at, sent, running: running.size, ...(await watched.sample({ deep: isDeep })) });
      if (n % 30 === 29) say(`${Math.round(at / 60)} min, ${people.counts.replies} replies`);
      const next = began + (n + 1) * EVERY;
      while (!isOver && performance.now() < next)
        await wait(Math.min(200, Math.max(0, next - performance.now())));
    }
  };
  const looking = look();
  try {
    for (const { at, kind } of planned) {
      const ahead = at - (performance.now() - began);
      if (ahead > 1) await wait(ahead);
      if (running.size > MAX_CONCURRENT)
        throw new Error(`The product does not keep up with ${rate.toFixed(1)} a second.`);
      const action = people.kinds[kind]()
        .then(
          () => done.push({ at, kind, took: performance.now() - began - at }),
          (error) => failed(kind, error),
        )
        .finally(() => running.delete(action));
      running.add(action);
    }
    await Promise.all(running);
  } finally {
    isOver = true;
    await looking;
  }
  return { planned: planned.length, samples, done, took: performance.now() - began };
}

function reported(result) {
  const verdict = judged(result);
  console.log(`\n${text(verdict)}`);
  if (verdict.minutes >= MIN_MINUTES) {
    keep(`soak-${verdict.key}`, verdict);
    writePage();
    console.log("\nWritten to docs/soak.md");
  } else console.log(`\nNot kept: it lasted less than ${MIN_MINUTES} minutes.`);
  return verdict.faults.length > 0 ? 1 : 0;
}
