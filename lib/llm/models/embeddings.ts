import { join } from "node:path";
import { createOnce } from "@/lib/platform/once";
import { EmbeddingThread } from "./embedding-thread";

export interface Embedder {
  /**
   * `builtin`, `local:model` or `provider:model`. Stored with vectors, because only vectors of the same model are
   * comparable.
   */
  readonly id: string;
  readonly label: string;
  readonly batch: number;
  /**
   * Returns one vector of unit length per text, in order, or a zero vector for a text without meaning for the model.
   * Reads only the first 4,000 characters of a text, so callers must chunk longer texts. With `isQuestion`, a request
   * is waiting, so failures aren't retried.
   * @throws ModelError when the provider fails
   */
  embed(texts: string[], how?: { isQuestion?: boolean }): Promise<Float32Array[]>;
}

const DIMENSIONS = 512;
// Batch size in texts and in characters. Larger batches are barely faster, delay questions, and increase memory usage
// permanently. On a busy machine the thread gets a fraction of a core, so long texts take seconds.
const BATCH = 4;
const BATCH_CHARACTERS = 2_000;
export const MAX_EMBEDDED_LENGTH = 4_000;
/** Matches visible characters. The model fails on texts without visible characters. */
export const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns true if an English model can embed a text. Such a model knows no letters of other scripts, so texts in those
 * scripts would all be similar to each other and to everything else.
 */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const known = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  return VISIBLE.test(text) && known * 2 >= letters;
}

function splitIntoBatches(indexes: number[], texts: string[], size: number): number[][] {
  const batches: number[][] = [];
  let characters = 0;
  for (const index of indexes) {
    const last = batches.at(-1);
    characters += texts[index]!.length;
    if (last && last.length < size && characters <= BATCH_CHARACTERS) last.push(index);
    else {
      batches.push([index]);
      characters = texts[index]!.length;
    }
  }
  return batches;
}

export class BuiltinEmbedder implements Embedder {
  readonly id = "builtin";
  readonly label = "Built-in model (English only)";
  readonly batch = 16;
  readonly dims = DIMENSIONS;
  readonly #thread: EmbeddingThread;

  /** @param file path of the thread's program. It is not imported, because it is not bundled with the app. */
  constructor(file = join(/* turbopackIgnore: true */ process.cwd(), "lib/llm/models/embedding-worker.mjs")) {
    this.#thread = new EmbeddingThread(file);
  }

  async embed(texts: string[], { isQuestion = false } = {}): Promise<Float32Array[]> {
    return embedInThread(this.#thread, texts, { knows: isLatin, dimensions: DIMENSIONS, isQuestion });
  }
}

type EmbedderKind = {
  knows: (text: string) => boolean;
  dimensions: number;
  prefix?: string;
  isQuestion: boolean;
  batchSize?: number;
};

export async function embedInThread(
  thread: EmbeddingThread,
  texts: string[],
  { knows, dimensions, prefix = "", isQuestion, batchSize = BATCH }: EmbedderKind,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
  const known = texts.flatMap((text, index) => (knows(text) ? index : []));
  // Submits one batch at a time, so that batches of other callers run in between.
  for (const batch of splitIntoBatches(known, texts, batchSize)) {
    const cut = batch.map((index) => prefix + texts[index]!.slice(0, MAX_EMBEDDED_LENGTH).toWellFormed());
    const made = await thread.run(cut, { isQuestion });
    for (const [position, vector] of made.entries()) vectors[batch[position]!] = vector;
  }
  return vectors;
}

export const getBuiltinEmbedder = createOnce<BuiltinEmbedder>(() => new BuiltinEmbedder());

export function getCosineSimilarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
