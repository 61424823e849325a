// Live updates: a chat that many members have open. The baseline writes the same bytes to as many open responses.
import { json, MULTIPART, multipart, send, stream } from "./http.mjs";
import { figure, median, rounds, spread } from "./measure.mjs";
import { measureCpuMs } from "./rig.mjs";

const READERS = 1000;
const MAX_WAIT_MS = 120_000;
const TEXT = "The invoices of Acme are in the blue folder on the second shelf, next to the window. ".repeat(
  2,
);

class Follower {
  count = 0;
  isReady = false;

  constructor(url, headers, { name, ready }) {
    let rest = "";
    this.ended = stream(url, { headers: { ...headers, accept: "text/event-stream" } }, (piece) => {
      const parts = (rest + piece).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        if (part.includes(`event: ${ready}`)) this.isReady = true;
        if (part.includes(`event: ${name}`)) this.count += 1;
      }
    });
    // Ignores the error of a stream that ends because its server stops.
    this.ended.catch(() => {});
  }
}

async function poll(what, isDone) {
  const end = performance.now() + MAX_WAIT_MS;
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`${what} took more than ${MAX_WAIT_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function openFollowers(count, ...follow) {
  const followers = [];
  // Connects in batches, because a server queues only a limited number of new connections.
  while (followers.length < count) {
    const some = Array.from(
      { length: Math.min(50, count - followers.length) },
      () => new Follower(...follow),
    );
    followers.push(...some);
    await poll("Opening streams", () => some.every(({ isReady }) => isReady));
  }
  return followers;
}

/** Measures the CPU time of the server per event that a reader received. */
const measured = (server, followers, each, publish) => async () => {
  const [start, begun, before] = [
    measureCpuMs(server.pid),
    performance.now(),
    followers.map(({ count }) => count),
  ];
  for (let n = 0; n < each; n += 1) await publish();
  await poll("Delivery", () => followers.every(({ count }, at) => count - before[at] >= each));
  const delivered = followers.reduce((sum, { count }, at) => sum + count - before[at], 0);
  if (delivered !== each * followers.length)
    throw new Error(`${delivered} events came instead of ${each * followers.length}.`);
  const took = performance.now() - begun;
  return { times: [took / each], cpu: ((measureCpuMs(server.pid) - start) / delivered) * 1000 };
};

export async function liveCpu({ quick, baseline, product, sender }) {
  const count = READERS;
  const { headers } = sender;
  const body = { name: "Live", virtual_assistant_id: null };
  const { id } = await json(`${product.url}/api/v1/chats`, { method: "POST", headers, body });
  const bare = await openFollowers(count, `${baseline.url}/live`, {}, { name: "message", ready: "ready" });
  const readers = await openFollowers(count, `${product.url}/api/v1/chats/${id}/events`, headers, {
    name: "message.created",
    ready: "ready",
  });
  const done = await rounds(quick ? 2 : 4, {
    baseline: measured(baseline, bare, 30, () =>
      json(`${baseline.url}/publish`, { method: "POST", body: { text: TEXT } }),
    ),
    product: measured(product, readers, 30, async () => {
      const { status } = await send(`${product.url}/api/v1/chats/${id}/messages`, {
        method: "POST",
        headers: { ...headers, "content-type": MULTIPART },
        body: multipart({ message_input: TEXT, is_sync: "false" }),
      });
      if (status !== 200) throw new Error(`The product answered ${status}.`);
    }),
  });
  const of = ({ cpu }) => cpu;
  return [
    figure(`live.cpu (${count.toLocaleString("en")} readers)`, {
      product: median(done.product.map(of)),
      baseline: median(done.baseline.map(of)),
      unit: "µs",
      must: 3,
      target: 1.5,
      spread: spread(done.baseline.map(of)),
      note: "CPU of the server per event that a reader received; baseline: the same bytes by node:http",
    }),
  ];
}
