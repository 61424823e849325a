import { join } from "node:path";
import { single } from "@/lib/platform/singleton";
import { EmbeddingThread } from "./embedding-thread";

/** Makes vectors of texts. */
export interface Embedder {
  /** `provider:model`, or `builtin`. Stored beside vectors, which compare only with their like. */
  readonly id: string;
  /** The model as people know it. */
  readonly label: string;
  /** How many texts to give at once, so that others need not wait long. */
  readonly batch: number;
  /**
   * One vector per text, in order, of length 1; all zeros for a text of which it makes nothing.
   * Only the first 4,000 characters of a text count: cut long texts first.
   * `isQuestion`: somebody waits for it, so a failure is told at once.
   * @throws ModelError when a provider does not do its work
   */
  embed(texts: string[], how?: { isQuestion?: boolean }): Promise<Float32Array[]>;
}

const DIMENSIONS = 512;
/**
 * Larger batches are hardly faster, a question waits until one is done, and their memory is never given back. In texts, and
 * in characters: on a busy machine the thread gets a tenth of a core, and long texts take it seconds.
 */
const BATCH = 4;
const BATCH_CHARACTERS = 2_000;
export const LONGEST_TEXT = 4_000;
/** Blank for the model: it fails on a text in which nothing is visible. */
export const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Whether an English model can make anything of a text: of other scripts it knows no
 * letter, so that all such texts would be like one another and quite like
 * everything else.
 */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const known = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  return VISIBLE.test(text) && known * 2 >= letters;
}

function batchesOf(indexes: number[], texts: string[]): number[][] {
  const batches: number[][] = [];
  let characters = 0;
  for (const index of indexes) {
    const last = batches.at(-1);
    characters += texts[index]!.length;
    if (last && last.length < BATCH && characters <= BATCH_CHARACTERS) last.push(index);
    else {
      batches.push([index]);
      characters = texts[index]!.length;
    }
  }
  return batches;
}

/** English sentences. */
export class BuiltinEmbedder implements Embedder {
  readonly id = "builtin";
  readonly label = "Built-in model (English only)";
  readonly batch = 16;
  readonly dims = DIMENSIONS;
  readonly #thread: EmbeddingThread;

  /** @param file the thread's program; by path, not by import: the app is bundled, this file is not */
  constructor(file = join(/* turbopackIgnore: true */ process.cwd(), "lib/ai/models/embedding-worker.mjs")) {
    this.#thread = new EmbeddingThread(file);
  }

  async embed(texts: string[]): Promise<Float32Array[]> {
    return inThread(this.#thread, texts, { knows: isLatin, dimensions: DIMENSIONS });
  }
}

type Kind = {
  /** Whether the model can make anything of a text. */
  knows: (text: string) => boolean;
  dimensions: number;
  /** What stands before each text. */
  prefix?: string;
};

/** Vectors of texts by the model of a thread; all zeros for those of which it makes nothing. */
export async function inThread(
  thread: EmbeddingThread,
  texts: string[],
  { knows, dimensions, prefix = "" }: Kind,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
  const known = texts.flatMap((text, index) => (knows(text) ? index : []));
  // One batch after the other, so that a short question need not wait for all of somebody's long document.
  for (const batch of batchesOf(known, texts)) {
    const cut = batch.map((index) => prefix + texts[index]!.slice(0, LONGEST_TEXT).toWellFormed());
    for (const [position, vector] of (await thread.run(cut)).entries()) vectors[batch[position]!] = vector;
  }
  return vectors;
}

/** The embedder that needs no key and no network; one per process. */
export const builtinEmbedder = (): BuiltinEmbedder => single("builtin-embedder", () => new BuiltinEmbedder());

/** Similarity of two vectors of length 1: 1 for the same direction, near 0 for unrelated ones. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
