import type { Embedder } from "@/lib/ai/models/service";
import {
  chooseEmbedder,
  embedderNamed,
  LONGEST_TEXT,
  type LocalEmbeddingModel,
  ModelError,
} from "@/lib/ai/models/service";
import { caps as usage } from "@/lib/ai/usage/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import * as queries from "./queries/models";

export type Model = { id: number; model: string; dimensions: number };

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 300_000;

/** How the embedder of this process does: why it failed last, and until when it is left alone (ms). */
const health = () =>
  single("embedder-health", () => ({ problem: null as string | null, pause: 0, until: 0 }));

/** Why texts are not indexed by meaning now, a sentence for a person; null while they are. */
export const problem = (): string | null => health().problem;
/** Whether a provider failed a moment ago, so that the next try has time. */
export const isPaused = (): boolean => health().until > performance.now();

/** `awaited`: a local model that takes the embedder's place when it is downloaded. */
export type Target = { embedder: Embedder; model: Model | undefined; awaited?: LocalEmbeddingModel };

/**
 * The embedder that new vectors are made with, and the row of its model;
 * undefined before its first vector.
 * @throws ModelError `not_configured`
 */
export async function target(): Promise<Target> {
  const [rows, chosen] = [await queries.models(), await queries.chosenModel()];
  const used = rows.map(({ model }) => model).reverse();
  const onReady = () => background.emit("vectors.missing", {});
  const { embedder, awaited } = await watched(() => chooseEmbedder(config(), { used, chosen, onReady }));
  return { embedder, model: rows.findLast(({ model }) => model === embedder.id), awaited };
}

/**
 * The model whose vectors searches use: the oldest, because a new one is made
 * complete beside it before that is removed (`lib/ai/indexing/switching`).
 */
export async function currentModel(): Promise<Model | undefined> {
  return (await queries.models())[0];
}

/**
 * A search's text as the current model sees it; undefined as long as nothing
 * is indexed. When that model is no longer connected, as the next one does.
 * @param groupId whose use it is counted as
 * @throws ModelError when the provider does not answer
 */
export async function embedQuery(
  text: string,
  groupId?: string,
): Promise<{ modelId: number; embedder: string; vector: Float32Array } | undefined> {
  const [current, ...newer] = await queries.models();
  if (!current) return undefined;
  const asked = connected(current) ? current : (newer.findLast(connected) ?? current);
  const [vector] = await embedderNamed(asked.model, config()).embed([text], { isQuestion: true });
  // Whoever searches does not wait for it.
  if (groupId)
    usage
      .countQuestion(groupId, asked.model, text)
      .catch((error) => log.warn({ err: error }, "the usage of a search could not be recorded"));
  if (vector?.length !== asked.dimensions) return undefined;
  return { modelId: asked.id, embedder: asked.model, vector };
}

/**
 * Vectors of texts that a program sends, by the model that documents get theirs from; all zeros for a text of which
 * that makes nothing. Of a text that is longer than models read at once, the mean of its parts.
 * @throws ModelError; the reason of the signal
 */
export async function embedTexts(
  texts: string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const parts = texts.map(partsOf);
  const all = parts.flat();
  const made: Float32Array[] = [];
  for (let at = 0; at < all.length; at += embedder.batch) {
    signal.throwIfAborted();
    made.push(...(await embedder.embed(all.slice(at, at + embedder.batch), { isQuestion: true })));
  }
  return parts.map((own) => meanOf(made.splice(0, own.length)));
}

function partsOf(text: string): string[] {
  const parts = [];
  for (let at = 0; at === 0 || at < text.length; at += LONGEST_TEXT)
    parts.push(text.slice(at, at + LONGEST_TEXT));
  return parts;
}

/** At length 1, as every vector is. */
function meanOf(vectors: Float32Array[]): Float32Array {
  const [first] = vectors;
  if (vectors.length === 1) return first!;
  const sum = first!.map((_, at) => vectors.reduce((all, vector) => all + vector[at]!, 0));
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}

function connected({ model }: Model): boolean {
  try {
    embedderNamed(model, config());
    return true;
  } catch {
    return false;
  }
}

/**
 * Vectors of texts, and the row of the model that made them. A failure is
 * logged and begins a pause.
 * @throws ModelError also when the vectors are longer or shorter than those that are stored
 */
export async function embed(
  embedder: Embedder,
  model: Model | undefined,
  texts: string[],
): Promise<{ model: Model; vectors: Float32Array[] }> {
  const vectors = await watched(async () => {
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
  return { model: model ?? (await known(embedder.id, vectors[0]!.length)), vectors };
}

async function known(model: string, dimensions: number): Promise<Model> {
  await queries.insertModel({ model, dimensions });
  const rows = await queries.models();
  return rows.find((row) => row.model === model && row.dimensions === dimensions)!;
}

async function watched<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const state = health();
    const message = error instanceof Error ? error.message : String(error);
    if (state.problem !== message) log.warn({ err: error }, "texts cannot be embedded right now");
    state.problem = message;
    state.pause = Math.min(Math.max(state.pause * 2, FIRST_PAUSE), LONGEST_PAUSE);
    state.until = performance.now() + state.pause;
    throw error;
  }
}
