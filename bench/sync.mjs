// Synchronous messages: a user sends, waits and receives the whole reply.
import { get, json, MULTIPART, multipart, send } from "./http.mjs";
import { figure, load, median, ratio, rounds, row, spread } from "./measure.mjs";
import { measureCpuMs } from "./rig.mjs";
import { CHATS, HISTORY, SHORT_CHATS } from "./seed.mjs";

const REPLY = "Tell me. [[fake mode=tokens tokens=50]]";
/** Messages after which a caller continues in the next chat, which keeps histories near 20 messages. */
const PER_CHAT = 5;

/** Hands out chats with a fresh history; `used` are those written to. */
export function chatPool() {
  let next = CHATS;
  return () => {
    next += 1;
    if (next > CHATS + SHORT_CHATS)
      throw new Error("All seeded chats are used: raise SHORT_CHATS in seed.mjs.");
    return next;
  };
}

/** Returns senders of synchronous messages that throw unless the reply is complete. */
export function senders({ product, baseline, sender, freshChat }) {
  const sendTo = (url, chat) =>
    send(`${url}/api/v1/chats/${chat}/messages`, {
      method: "POST",
      headers: { ...sender.headers, "content-type": MULTIPART },
      body: multipart({ message_input: REPLY, is_sync: "true" }),
    });
  const state = new Map();
  const written = new Map();
  const getChat = (caller) => {
    const at = state.get(caller);
    if (at && at.left > 0) {
      at.left -= 1;
      return at.chat;
    }
    const chat = freshChat();
    state.set(caller, { chat, left: PER_CHAT - 1 });
    return chat;
  };
  return {
    written,
    product: async (caller) => {
      const chat = getChat(caller);
      const { status, text } = await sendTo(product.url, chat);
      if (status !== 200) throw new Error(`The product answered ${status}: ${text.slice(0, 300)}`);
      const said = JSON.parse(text).responses?.[0]?.message ?? "";
      if (!said.endsWith("w49")) throw new Error(`A reply was cut: ${text.slice(0, 500)}`);
      written.set(chat, (written.get(chat) ?? 0) + 2);
    },
    baseline: async (caller) => {
      const answer = await json(`${baseline.url}/send`, {
        method: "POST",
        body: { chat: caller + 1, text: REPLY },
      });
      if (!answer.text.endsWith("w49")) throw new Error("A reply of the baseline was cut.");
    },
  };
}

export async function syncRow(rig, callers, limits) {
  const calls = senders(rig);
  const each = Math.max(8, Math.ceil((rig.quick ? 120 : 360) / callers));
  const done = await rounds(rig.rounds, {
    baseline: () => load({ callers, each, call: calls.baseline }),
    product: () => load({ callers, each, call: calls.product }),
  });
  const main = row(`sync.c${callers}`, done, limits);
  if (callers !== 32) return [main];
  return [main, row("sync.p99 (c=32)", done, { must: 5, target: 2.5, of: (round) => round.p99 })];
}

/** Measures the sustained rate and checks that every counted reply is stored. */
export async function syncRate(rig) {
  const calls = senders(rig);
  const each = rig.quick ? 10 : 40;
  const callers = 32;
  const done = await rounds(rig.quick ? 1 : 3, {
    baseline: () => load({ callers, each, call: calls.baseline }),
    product: () => load({ callers, each, call: calls.product }),
  });
  const rate = ({ times, took }) => (times.length / took) * 1000;
  const { stored, expected } = await countStored(rig, calls.written);
  return [
    figure("sync.rate (c=32)", {
      product: median(done.product.map(rate)),
      baseline: median(done.baseline.map(rate)),
      unit: "msg/s",
      must: 0.2,
      target: 0.45,
      more: true,
      spread: spread(done.baseline.map(rate)),
      note: `${stored} rows stored for ${expected / 2} replies${stored === expected ? "" : " – WRONG"}`,
    }),
  ];
}

/** Counts the rows added to the chats through the API: twice the replies, or data was lost or duplicated. */
async function countStored({ product, sender }, written) {
  let stored = 0;
  let expected = 0;
  for (const [chat, rows] of written) {
    const { text } = await get(`${product.url}/api/v1/chats/${chat}/messages?size=100`, sender.headers);
    stored += JSON.parse(text).length - HISTORY;
    expected += rows;
  }
  return { stored, expected };
}

/** Measures CPU time per message of the server's process, including an embedded database. */
export async function syncCpu(rig) {
  const calls = senders(rig);
  const callers = 8;
  const each = rig.quick ? 25 : 60;
  const measured = (name, server) => async () => {
    const start = measureCpuMs(server.pid);
    const { times } = await load({ callers, each, call: calls[name] });
    return { times, cpu: (measureCpuMs(server.pid) - start) / times.length };
  };
  const done = await rounds(rig.quick ? 2 : 4, {
    baseline: measured("baseline", rig.baseline),
    product: measured("product", rig.product),
  });
  return [
    {
      ...figure("sync.cpu (c=8)", {
        product: median(done.product.map(({ cpu }) => cpu)),
        baseline: median(done.baseline.map(({ cpu }) => cpu)),
        unit: "ms",
        must: 1.5,
        target: 0.6,
        by: "product",
        spread: spread(done.baseline.map(({ cpu }) => cpu)),
        note: "CPU of the server's process per message; embedded: with the database",
      }),
      ratio: ratio(done, ({ cpu }) => cpu),
    },
  ];
}
