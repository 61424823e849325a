import type { Embedder } from "@/lib/llm/models/service";
import {
  chooseEmbedder,
  getEmbedder,
  type LocalEmbeddingModel,
  MAX_EMBEDDED_LENGTH,
  ModelError,
} from "@/lib/llm/models/service";
import { caps as usage } from "@/lib/llm/usage/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import * as queries from "./queries/models";

export type IndexedModel = { id: number; model: string; dimensions: number };

const FIRST_PAUSE = 2000;
const MAX_PAUSE_MS = 300_000;

// State of this process's embedder. `until` is the end of the pause after a failure, in milliseconds of
// `performance.now()`.
const health = createOnce(() => ({ problem: null as string | null, pause: 0, until: 0 }));

export const getProblem = (): string | null => health().problem;
export const isPaused = (): boolean => health().until > performance.now();

export type Target = { embedder: Embedder; model: IndexedModel | undefined; awaited?: LocalEmbeddingModel };

/**
 * Returns the embedder for new vectors and the row of its model, which is undefined before its first vector.
 * @throws ModelError `not_configured`
 */
export async function getTarget(): Promise<Target> {
  const [rows, chosen] = [await queries.listModels(), await queries.findChosenModel()];
  const used = rows.map(({ model }) => model).reverse();
  const onReady = () => background.emit("vectors.missing", {});
  const { embedder, awaited } = await trackHealth(() => chooseEmbedder(config(), { used, chosen, onReady }));
  return { embedder, model: rows.findLast(({ model }) => model === embedder.id), awaited };
}

/**
 * Returns the model whose vectors are searched. This is the oldest model, because its vectors are only removed after
 * those of a new model are complete (`lib/llm/indexing/model-switch`).
 */
export async function findSearchedModel(): Promise<IndexedModel | undefined> {
  return (await queries.listModels())[0];
}

/**
 * Embeds a search query with the current model, or with the next one when the current model is no longer configured.
 * Returns undefined while nothing is indexed.
 * @param groupId group to which usage is attributed
 * @throws ModelError when the provider fails
 */
export async function embedQuery(
  text: string,
  groupId?: string,
): Promise<{ modelId: number; embedder: string; vector: Float32Array } | undefined> {
  const [current, ...newer] = await queries.listModels();
  if (!current) return undefined;
  const asked = hasEmbedder(current) ? current : (newer.findLast(hasEmbedder) ?? current);
  const [vector] = await getEmbedder(asked.model, config()).embed([text], { isQuestion: true });
  // Records the usage without delaying the search.
  if (groupId)
    usage
      .countQuestion(groupId, asked.model, text)
      .catch((error) => log.warn({ err: error }, "the usage of a search could not be recorded"));
  if (vector?.length !== asked.dimensions) return undefined;
  return { modelId: asked.id, embedder: asked.model, vector };
}

/**
 * Embeds texts of an API client with the model for documents. Averages the chunks of a text that exceeds the model's
 * input. Texts without meaning for the model yield a zero vector.
 * @throws ModelError; the reason of the signal
 */
export async function embedTexts(
  texts: string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const parts = texts.map(splitText);
  const all = parts.flat();
  const made: Float32Array[] = [];
  for (let at = 0; at < all.length; at += embedder.batch) {
    signal.throwIfAborted();
    made.push(...(await embedder.embed(all.slice(at, at + embedder.batch), { isQuestion: true })));
  }
  return parts.map((own) => averageVectors(made.splice(0, own.length)));
}

function splitText(text: string): string[] {
  const parts = [];
  for (let at = 0; at === 0 || at < text.length; at += MAX_EMBEDDED_LENGTH)
    parts.push(text.slice(at, at + MAX_EMBEDDED_LENGTH));
  return parts;
}

function averageVectors(vectors: Float32Array[]): Float32Array {
  const [first] = vectors;
  if (vectors.length === 1) return first!;
  const sum = first!.map((_, at) => vectors.reduce((all, vector) => all + vector[at]!, 0));
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}

function hasEmbedder({ model }: IndexedModel): boolean {
  try {
    getEmbedder(model, config());
    return true;
  } catch {
    return false;
  }
}

/**
 * Embeds texts and returns the vectors with the row of their model. Logs a failure and begins a pause.
 * @throws ModelError also when the vectors' dimensions differ from the stored ones
 */
export async function embed(
  embedder: Embedder,
  model: IndexedModel | undefined,
  texts: string[],
): Promise<{ model: IndexedModel; vectors: Float32Array[] }> {
  const vectors = await trackHealth(async () => {
    const made = await embedder.embed(texts);
    const length = made[0]?.length ?? 0;
    if (model && length !== model.dimensions) {
      const change = `vectors of ${length} numbers instead of ${model.dimensions}`;
      throw new ModelError(
        "garbage",
        `${embedder.label} now makes ${change}: what is stored does not compare with these. Is it still the same model?`,
      );
    }
    return made;
  });
  health().problem = null;
  health().pause = 0;
  return { model: model ?? (await getOrInsertModel(embedder.id, vectors[0]!.length)), vectors };
}

async function getOrInsertModel(model: string, dimensions: number): Promise<IndexedModel> {
  await queries.insertModel({ model, dimensions });
  const rows = await queries.listModels();
  return rows.find((row) => row.model === model && row.dimensions === dimensions)!;
}

async function trackHealth<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const state = health();
    const message = error instanceof Error ? error.message : String(error);
    if (state.problem !== message) log.warn({ err: error }, "texts cannot be embedded right now");
    state.problem = message;
    state.pause = Math.min(Math.max(state.pause * 2, FIRST_PAUSE), MAX_PAUSE_MS);
    state.until = performance.now() + state.pause;
    throw error;
  }
}
