// Streamed replies.

import { readdirSync, readlinkSync } from "node:fs";
import { createParser } from "eventsource-parser";
import { hangUp, json, MULTIPART, multipart, send, stream } from "./http.mjs";
import { figure, load, median, quantile, rounds, row, spread, summary } from "./measure.mjs";
import { measureCpuMs, sumRssMb } from "./rig.mjs";

const asking = (tokens, delay) => `Tell me. [[fake mode=tokens tokens=${tokens} delay=${delay}]]`;

/** Records the arrival time of each word of a stream; the last word must be the last requested one. */
class Reader {
  at = [];
  text = "";
  ended = false;

  constructor(textOf) {
    const parser = createParser({ onEvent: (event) => this.hear(textOf(event)) });
    this.take = (piece) => {
      this.now = performance.now();
      parser.feed(piece);
    };
  }

  hear(text) {
    if (text === null) this.ended = true;
    else if (text) {
      this.text += text;
      // Words of one chunk count separately: a batch of three is one long gap and two of zero.
      for (const _ of text.matchAll(/w\d+/g)) this.at.push(this.now);
    }
  }

  check(tokens) {
    if (!this.text.endsWith(`w${tokens - 1}`))
      throw new Error(`A stream was cut: "…${this.text.slice(-60)}"`);
  }
}

const fromModel = ({ data }) =>
  data === "[DONE]" ? null : (JSON.parse(data).choices[0]?.delta?.content ?? "");
const fromProduct = ({ event, data }) => {
  if (event === "done") return null;
  return event === "text" ? JSON.parse(data).text : "";
};

const HEADERS = { "content-type": "application/json" };

/** Returns three sources of the same words: the model itself, the baseline's relay, the product's task and stream. */
function readers({ model, baseline, product, sender, freshChat }) {
  const plain = async (url, body, tokens) => {
    const reader = new Reader(fromModel);
    await stream(url, { method: "POST", headers: HEADERS, body: JSON.stringify(body) }, reader.take);
    reader.check(tokens);
    return reader;
  };
  return {
    direct: (tokens, delay) => {
      const messages = [{ role: "user", content: asking(tokens, delay) }];
      return plain(
        `${model.url}/v1/chat/completions`,
        { model: "stand-in-large", stream: true, messages },
        tokens,
      );
    },
    baseline: (tokens, delay) =>
      plain(`${baseline.url}/stream`, { chat: 1, text: asking(tokens, delay) }, tokens),
    product: async (tokens, delay, accepted) => {
      const reader = new Reader(fromProduct);
      const answer = await send(`${product.url}/api/v1/chats/${freshChat()}/messages`, {
        method: "POST",
        headers: { ...sender.headers, "content-type": MULTIPART },
        body: multipart({ message_input: asking(tokens, delay), is_sync: "false" }),
      });
      accepted?.();
      const id = answer.status === 200 && JSON.parse(answer.text).streaming_task_id;
      if (!id) throw new Error(`The product answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      const url = `${product.url}/api/v1/chats/streaming/${id}`;
      await stream(url, { headers: { ...sender.headers, accept: "text/event-stream" } }, reader.take);
      reader.check(tokens);
      return reader;
    },
  };
}

/**
 * Measures an asynchronous send until its task ID is returned; each reply is read to the end in between, so that none
 * runs concurrently.
 */
export async function asyncAccept(rig) {
  const { product } = readers(rig);
  const each = rig.quick ? 20 : 60;
  const done = await rounds(rig.rounds, {
    baseline: () =>
      load({
        callers: 1,
        each,
        call: () =>
          json(`${rig.baseline.url}/insert`, { method: "POST", body: { chat: 1, text: asking(5, 0) } }),
      }),
    product: async () => {
      const times = [];
      for (let n = 0; n < each; n += 1) {
        const start = performance.now();
        await product(5, 0, () => times.push(performance.now() - start));
      }
      return { times };
    },
  });
  return [row("async.accept", done, { must: 4, target: 2, note: "against one insert" })];
}

/** Measures time to first token, minus the model's own. */
export async function firstToken(rig, callers, limits) {
  const sides = readers(rig);
  const each = rig.quick ? 8 : 16;
  const measured = (side) => async () => {
    const times = [];
    const one = async () => {
      for (let n = 0; n < Math.max(3, each / callers); n += 1) {
        const start = performance.now();
        const reader = await side(12, 10);
        times.push(reader.at[0] - start);
      }
    };
    await Promise.all(Array.from({ length: callers }, one));
    return { times };
  };
  const done = await rounds(rig.quick ? 2 : 4, {
    direct: measured(sides.direct),
    baseline: measured(sides.baseline),
    product: measured(sides.product),
  });
  const over = (name) =>
    done[name].flatMap(({ times }, round) => times.map((time) => time - done.direct[round].p50));
  const [product, baseline] = [summary(over("product")), summary(over("baseline"))];
  const made = figure(`stream.ttft c${callers}`, {
    product: product.p50,
    baseline: baseline.p50,
    unit: "ms",
    ...limits,
    by: "product",
    spread: spread(done.baseline.map(({ p50 }) => p50)),
    note: "above calling the model directly",
  });
  return [{ ...made, product, baseline }];
}

/** Concurrent replies, tokens each, and milliseconds between tokens. */
export const FAST = { streams: 200, tokens: 250, pause: 20 };
/** The same total tokens per second as `FAST`, because a higher rate would measure only the machine. */
export const MANY = { streams: 500, tokens: 200, pause: 50 };
const APART = 5;
/** Requests that open pooled connections in advance. */
const WARMING = 16;
const PATIENCE = 20_000;

export async function manyStreams(rig, { streams, tokens: asked, pause }) {
  const sides = readers(rig);
  const tokens = rig.quick ? asked * 0.4 : asked;
  const round = async (name, { pid }) => {
    await Promise.all(Array.from({ length: WARMING }, () => sides[name](2, 0)));
    const before = name === "product" ? await openSockets(pid, 0) : 0;
    const cpu = measureCpuMs(pid);
    const began = performance.now();
    const first = [];
    const late = [];
    const open = async (number) => {
      await new Promise((resolve) => setTimeout(resolve, number * APART));
      const start = performance.now();
      const { at } = await sides[name](tokens, pause);
      first.push(at[0] - start - pause);
      for (let n = 1; n < at.length; n += 1) late.push(Math.max(0, at[n] - at[n - 1] - pause));
    };
    const all = await Promise.allSettled(Array.from({ length: streams }, (_, number) => open(number)));
    const lost = all.filter(({ status }) => status === "rejected");
    if (lost.length > 0)
      console.warn(
        `stream.${streams} ${name}: ${lost.length} streams failed; the first: ${lost[0].reason.message}`,
      );
    first.sort((a, b) => a - b);
    late.sort((a, b) => a - b);
    const result = {
      ttft: quantile(first, 0.95),
      late: quantile(late, 0.99),
      cpu: ((measureCpuMs(pid) - cpu) * 1000) / (streams * tokens),
      took: performance.now() - began,
      whole: first.length / streams,
      rss: sumRssMb(pid),
    };
    return name === "product" ? { ...result, left: (await openSockets(pid, before)) - before } : result;
  };
  const done = { baseline: [], product: [], direct: [] };
  for (let n = 0; n < (rig.quick ? 1 : 2); n += 1) {
    done.direct.push(await round("direct", rig.model));
    done.baseline.push(await round("baseline", rig.baseline));
    done.product.push(await round("product", rig.product));
  }
  return streamRows(`stream.${streams}`, done, streams * APART + tokens * pause);
}

const isSocket = (path) => {
  try {
    return readlinkSync(path).startsWith("socket:");
  } catch {
    // The socket was closed meanwhile.
    return false;
  }
};

/**
 * Counts a process's open sockets after the readers have left: waits until there are at most `most`, or the count
 * stops falling.
 */
async function openSockets(pid, most) {
  hangUp();
  const count = () =>
    readdirSync(`/proc/${pid}/fd`).filter((number) => isSocket(`/proc/${pid}/fd/${number}`)).length;
  const began = performance.now();
  let [open, since] = [count(), began];
  while (open > most && performance.now() - began < PATIENCE) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = count();
    if (now !== open) [open, since] = [now, performance.now()];
    // Gives up when the count is constant for 6 s, within which idle keep-alive connections close.
    else if (performance.now() - since > 6000) break;
  }
  return open;
}

/** Builds the rows of many streams. `needed` is their duration at the requested pace in milliseconds. */
function streamRows(name, done, needed) {
  const of = (side, key) => median(done[side].map((one) => one[key]));
  const both = (key) => ({
    product: of("product", key),
    baseline: of("baseline", key),
    spread: spread(done.baseline.map((one) => one[key])),
  });
  const direct = (key, digits = 0) => `the model itself: ${of("direct", key).toFixed(digits)}`;
  return [
    figure(`${name} first word p95`, {
      ...both("ttft"),
      unit: "ms",
      must: 300,
      target: 50,
      by: "product",
      note: direct("ttft", 1),
    }),
    figure(`${name} word late p99`, {
      ...both("late"),
      unit: "ms",
      must: 100,
      target: 30,
      by: "product",
      note: `longer than the pace between two words; ${direct("late", 1)}`,
    }),
    figure(`${name} CPU per word`, {
      ...both("cpu"),
      unit: "µs",
      must: 3,
      target: 2,
      note: direct("cpu"),
    }),
    figure(`${name} duration`, {
      ...both("took"),
      unit: "ms",
      must: 1.05,
      target: 1.01,
      note: `${needed} ms at the pace that was asked for; ${direct("took")}`,
    }),
    figure(`${name} delivered`, {
      product: of("product", "whole") * 100,
      unit: "%",
      must: 100,
      target: 100,
      by: "product",
      more: true,
    }),
    figure(`${name} memory`, {
      ...both("rss"),
      unit: "MB",
      must: 300,
      target: 200,
      by: "product",
      note: "resident, just after",
    }),
    figure(`${name} left open`, {
      product: Math.max(...done.product.map(({ left }) => left)),
      unit: "sockets",
      must: 0,
      target: 0,
      by: "product",
      note: "sockets of the server above those before, when the readers are gone",
    }),
  ];
}
