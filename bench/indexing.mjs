// Indexing of new messages and replies while they keep coming, with a local embedding model. The baseline is the
// model alone on the same texts.
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createSession, loadRuntime } from "../lib/llm/models/local/runtime.mjs";
import { createTokenizer } from "../lib/llm/models/local/tokenizer.mjs";
import { getModelWeights } from "../scripts/model-weights.mjs";
import { get, json, MULTIPART, multipart, send } from "./http.mjs";
import { figure, median } from "./measure.mjs";
import { measureCpuMs, startProduct } from "./rig.mjs";
import { SENDER, signIn } from "./seed.mjs";

const MODEL = "all-MiniLM-L6-v2";
const MAX_TOKENS = 256;
const METRICS_TOKEN = "a-token-of-the-bench-for-its-metrics";
const PER_SECOND = 10;
const CHATS = 20;
const SEARCHES = 20;
const WATCH_INTERVAL_MS = 3000;
const MAX_WAIT_MS = 60_000;
const MEASURED_TEXTS = 100;
const SUBJECTS = [
  "the invoice of Acme",
  "our new printer",
  "the contract with the landlord",
  "a customer in Hamburg",
  "the backup of the server",
  "the budget for next quarter",
  "my laptop",
  "the warehouse",
];
const PREDICATES = [
  "arrived late",
  "has to be signed by the legal department",
  "is out of order again",
  "was moved to the other building",
  "costs more than we had planned",
  "needs a decision before Friday",
  "looks good to me",
  "is missing its second page",
];
const LINKS = ["and", "because", "although", "while", "so", "but"];

/** Returns texts of 5 to 120 words, the same in each run. */
function createTexts(count) {
  let seed = 7;
  const draw = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const pick = (from) => from[draw(from.length)];
  return Array.from({ length: count }, (_, n) => {
    const words = [`${n}:`];
    const length = 5 + draw(116);
    while (words.length < length)
      words.push(...`${pick(SUBJECTS)} ${pick(PREDICATES)} ${pick(LINKS)}`.split(" "));
    return words.slice(0, length).join(" ");
  });
}

/** Returns the CPU time of the model per text, in milliseconds. */
async function measureModel(folder, texts) {
  const vocabulary = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8"));
  const tokenize = createTokenizer(vocabulary, MAX_TOKENS);
  const loaded = await loadRuntime();
  const session = await createSession(loaded, join(folder, "model.onnx"));
  const embed = (text) => {
    const tokens = tokenize(text);
    const tensor = (toValue) =>
      new loaded.runtime.Tensor("int64", BigInt64Array.from(tokens, toValue), [1, tokens.length]);
    const inputs = {
      input_ids: tensor(BigInt),
      attention_mask: tensor(() => 1n),
      token_type_ids: tensor(() => 0n),
    };
    return session.run(Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]])));
  };
  await embed(texts[0]);
  const start = process.cpuUsage();
  for (const text of texts) await embed(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / texts.length;
}

async function search(url, headers) {
  const times = [];
  for (let n = 0; n < SEARCHES; n += 1) {
    const start = performance.now();
    const { status } = await get(`${url}/search?query=who+signs+the+contract+${n}`, headers);
    if (status !== 200) throw new Error(`A search was answered ${status}.`);
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Sends messages at a steady rate, regardless of how long replies take. */
async function sendAll(url, headers, texts) {
  const chats = [];
  for (let n = 0; n < CHATS; n += 1)
    chats.push((await json(`${url}/chats`, { method: "POST", headers, body: { name: `Chat ${n}` } })).id);
  const began = performance.now();
  const answers = [];
  for (const [n, message_input] of texts.entries()) {
    await wait(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()));
    answers.push(
      send(`${url}/chats/${chats[n % CHATS]}/messages`, {
        method: "POST",
        headers: { ...headers, "content-type": MULTIPART },
        body: multipart({ message_input, is_sync: "true" }),
      }),
    );
  }
  for (const { status, text } of await Promise.all(answers))
    if (status !== 200) throw new Error(`A message was answered ${status}: ${text.slice(0, 200)}`);
}

/** Samples the backlog and searches until `stop`. */
function watch(url, headers) {
  const state = { waiting: 0, behind: 0, searches: [], isOver: false };
  const line = /^parley_index_(?:backlog|late_seconds) (\S+)/gm;
  const run = async () => {
    while (!state.isOver) {
      const { text } = await get(`${url}/metrics`, { authorization: `Bearer ${METRICS_TOKEN}` });
      const [messages, seconds] = [...text.matchAll(line)].map(([, value]) => Number(value));
      state.waiting = messages;
      state.behind = Math.max(state.behind, seconds);
      state.searches.push(await search(url, headers));
      await wait(WATCH_INTERVAL_MS);
    }
  };
  const running = run();
  const stop = () => {
    state.isOver = true;
    return running;
  };
  return { state, stop };
}

export async function indexing({ quick, modelUrl, data, options, minutes = quick ? 0.5 : 3 }) {
  const weights = await getModelWeights();
  if (!weights) return [];
  const texts = createTexts(Math.round(minutes * 60 * PER_SECOND));
  mkdirSync(join(data.empty.dataDir, "models"), { recursive: true });
  symlinkSync(weights, join(data.empty.dataDir, "models", MODEL));
  const settings = { EMBEDDING_MODEL: `local:${MODEL}`, METRICS_TOKEN };
  const product = await startProduct({ modelUrl, ...data.empty, ...options, settings });
  const { headers } = await signIn(product.url, SENDER);
  const url = `${product.url}/api/v1`;
  // The first searches load the model.
  await search(url, headers);
  const quiet = await search(url, headers);
  const start = measureCpuMs(product.pid);
  const { state, stop } = watch(url, headers);
  await sendAll(url, headers, texts);
  const end = performance.now() + MAX_WAIT_MS;
  do await wait(1000);
  while (state.waiting > 0 && performance.now() < end);
  await stop();
  const cpu = (measureCpuMs(product.pid) - start) / (2 * texts.length - state.waiting);
  await product.stop();
  const measured = texts.slice(0, MEASURED_TEXTS).flatMap((text) => [text, `You said: ${text}`]);
  const model = await measureModel(weights, measured);
  return [
    figure("indexing.behind", {
      product: state.behind,
      unit: "s",
      must: 60,
      target: 10,
      by: "product",
      note: `the longest wait of ${texts.length} messages, ${PER_SECOND} a second, and their replies`,
    }),
    figure("indexing.cpu", {
      product: cpu,
      baseline: model,
      unit: "ms",
      must: 2,
      target: 1.3,
      note: "CPU of the server per message or reply, with sending and searching; baseline: the model alone",
    }),
    figure("indexing.search", {
      product: median(state.searches),
      baseline: quiet,
      unit: "ms",
      must: 5,
      target: 2,
      note: "searches meanwhile; baseline: before the messages",
    }),
  ];
}
