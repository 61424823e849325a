import { z } from "zod";
import { createIncompleteError, describeModelError } from "./failures";
import { createProgressFetch, readRefusal } from "./guarded-fetch";
import { readJsonLines } from "./json-lines";
import { PROVIDERS } from "./settings";
import { type Connection, ModelError } from "./types";

// Lines of a download: https://docs.ollama.com/api/pull
const Line = z.object({
  status: z.string().max(200).optional(),
  digest: z.string().optional(),
  total: z.number().optional(),
  completed: z.number().optional(),
  error: z.string().optional(),
});
const MAX_MESSAGE = 200;

/**
 * Downloads a model onto the server and yields the progress in percent whenever it changes. Ending the iteration stops
 * the download, which Ollama continues when it is asked again.
 * @throws ModelError; the reason of the signal
 */
export async function* downloadOllamaModel(
  connection: Connection,
  rootUrl: string,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<number> {
  try {
    yield* readProgress(connection, rootUrl, model, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw describeModelError(error, PROVIDERS.ollama.name, false);
  }
}

async function* readProgress(
  connection: Connection,
  rootUrl: string,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<number> {
  const url = `${rootUrl}/api/pull`;
  const response = await createProgressFetch(connection)(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model, stream: true }),
    signal,
  });
  if (!response.ok) throw await readRefusal(response, url);
  const layers = new Map<string, { total: number; completed: number }>();
  let last = -1;
  for await (const { status, digest, total, completed = 0, error } of readJsonLines(response, Line)) {
    if (error !== undefined)
      throw new ModelError("failed", `Ollama could not download the model: ${error.slice(0, MAX_MESSAGE)}`);
    if (status === "success") return yield 100;
    if (digest === undefined || !total) continue;
    layers.set(digest, { total, completed });
    const percent = toPercent([...layers.values()]);
    if (percent > last) yield percent;
    last = Math.max(last, percent);
  }
  throw createIncompleteError();
}

// Stays below 100 until the server has verified the model.
function toPercent(layers: { total: number; completed: number }[]): number {
  const total = layers.reduce((sum, layer) => sum + layer.total, 0);
  const completed = layers.reduce((sum, layer) => sum + layer.completed, 0);
  return Math.min(99, Math.floor((100 * completed) / total));
}
