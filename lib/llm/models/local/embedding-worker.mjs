// Runs a local embedding model in a thread, because it would block requests otherwise.
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { createSession, loadRuntime } from "./runtime.mjs";
import { createTokenizer } from "./tokenizer.mjs";

// Lowers the thread's priority below that of requests, which leaves it a quarter of a busy core. Only Linux applies
// niceness to a single thread; elsewhere it would slow down the whole process.
if (process.platform === "linux") setPriority(0, 5);

const { folder, mostTokens } = workerData;
const tokenize = createTokenizer(
  JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")),
  mostTokens,
);
const loaded = await loadRuntime();
const { runtime } = loaded;
const session = await createSession(loaded, join(folder, "model.onnx"));

// Embeds texts one by one. The runtime quantizes activations by the range of a whole batch, so other texts in a batch
// would change the vector.
async function embedText(text) {
  const tokens = BigInt64Array.from(tokenize(text), BigInt);
  const tensor = (data) => new runtime.Tensor("int64", data, [1, tokens.length]);
  const inputs = {
    input_ids: tensor(tokens),
    attention_mask: tensor(new BigInt64Array(tokens.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(tokens.length)),
  };
  const given = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]]));
  const { data, dims } = (await session.run(given))[session.outputNames[0]];
  const size = dims.at(-1);
  const sum = new Float32Array(size);
  for (let at = 0; at < data.length; at++) sum[at % size] += data[at];
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

parentPort.on("message", async ({ texts }) => {
  try {
    const vectors = [];
    for (const text of texts) vectors.push(await embedText(text));
    parentPort.postMessage(
      { vectors },
      vectors.map(({ buffer }) => buffer),
    );
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});
