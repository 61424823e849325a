// Startup time, and memory of an idle product.
import { setTimeout as wait } from "node:timers/promises";
import { get } from "./http.mjs";
import { figure, median, spread } from "./measure.mjs";
import { startBaseline, startProduct, sumRssMb } from "./rig.mjs";
import { SENDER, signIn } from "./seed.mjs";
import { startProbed } from "./soak/probed.mjs";
import { chatPool, senders } from "./sync.mjs";

const IDLE_MS = 8000;
const READS = 50;
const REPLIES = 200;

/** Measures startup on an existing, nearly empty database, as in the second `npm start` of a new user. */
export async function boot({ quick, modelUrl, data, options }) {
  const done = { baseline: [], product: [] };
  for (let n = 0; n < (quick ? 2 : 4); n += 1) {
    const bare = await startBaseline({ modelUrl, ...data.bare });
    await bare.stop();
    const product = await startProduct({ modelUrl, ...data.empty, ...options });
    await product.stop();
    // Skips the first start of each server, which reads its files from disk.
    if (n === 0) continue;
    done.baseline.push(bare.startedIn);
    done.product.push(product.startedIn);
  }
  return [
    figure("boot", {
      product: median(done.product),
      baseline: median(done.baseline),
      unit: "ms",
      must: 1500,
      target: 600,
      by: "product",
      spread: spread(done.baseline),
      note: "spawn to the first 200 of /health/ready",
    }),
  ];
}

export async function idle({ modelUrl, data, options }) {
  const bare = await startBaseline({ modelUrl, ...data.bare });
  const product = await startProduct({ modelUrl, ...data.empty, ...options });
  await wait(IDLE_MS);
  const [held, least] = [sumRssMb(product.pid), sumRssMb(bare.pid)];
  await Promise.all([bare.stop(), product.stop()]);
  return [
    figure("idle memory", {
      product: held,
      baseline: least,
      unit: "MB",
      must: 250,
      target: 150,
      by: "product",
      note: "resident, 8 s after the start",
    }),
  ];
}

/** Measures the retained heap of a product that has been used, regardless of its database's contents. */
export async function heap({ modelUrl, data, messages }) {
  const product = await startProbed({ modelUrl, ...data.product });
  const sender = await signIn(product.url, SENDER);
  const read = (path) => get(`${product.url}${path}`, sender.headers);
  for (let n = 1; n <= READS; n += 1) {
    await read(`/api/v1/chats?page=${n}`);
    await read(`/api/v1/chats/${n}/messages?size=100`);
  }
  const reply = senders({ product, sender, freshChat: chatPool() }).product;
  for (let n = 0; n < REPLIES; n += 1) await reply(0);
  await read("/login");
  await wait(IDLE_MS);
  const { heap: held } = await product.probe("/collected");
  await product.stop();
  return [
    figure("heap", {
      product: held,
      unit: "MB",
      must: 120,
      target: 100,
      by: "product",
      note: `after a collection, with ${messages.toLocaleString("en")} messages, after ${REPLIES} replies and a page`,
    }),
  ];
}
