import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { getEmbedder } from "./embedding-choice";
import { type Embedder, getCosineSimilarity } from "./embeddings";
import { findLocalEmbeddingModel } from "./local/registry";

/**
 * Cosines aren't comparable between models: unrelated texts have a cosine of 0.1 with one model and 0.8 with another.
 * This module determines the threshold of each model (`sure`) and converts cosines to comparable similarities.
 */

/** Similarity from which a text counts as related to a search, for all models. */
export const RELATED_SIMILARITY = 0.3;
// Threshold of the built-in model, whose average cosine is 0.13 for unrelated and 0.52 for related texts.
const BUILTIN_THRESHOLD = 0.3;
const DEFAULT_THRESHOLD = 0.15;
// Number of standard deviations by which the threshold exceeds the mean cosine of unrelated texts. Fits the models
// measured in `bench/search`.
const ABOVE = 2;

const QUESTIONS = [
  "How much does a ticket to the museum cost?",
  "When do the swallows leave in autumn?",
  "Who repaired the engine of the boat?",
  "Why was the contract with the printer ended?",
  "Where can I learn to play the violin?",
  "What helps against a sore throat?",
];
const TEXTS = [
  "The dough rests in a warm place until it has doubled in size.",
  "Glaciers move a few dozen centimetres a day, faster in summer than in winter.",
  "The committee postponed the vote on the new traffic lights to its next meeting.",
  "A hash table stores its keys in an array, at places that a function computes.",
  "Our neighbours have painted their garage green, and nobody knows why.",
  "In the second half the goalkeeper was hurt and had to be replaced.",
];

const cosines = createOnce(() => new LRUCache<string, Promise<number>>({ max: 50 }));

/**
 * Returns the cosine from which a text counts as related to a search. Measures it once for each model of a provider.
 */
export async function getSureCosine(id: string, config: Config): Promise<number> {
  if (id === "builtin") return BUILTIN_THRESHOLD;
  const local = findLocalEmbeddingModel(id);
  if (local) return local.sure;
  const known = cosines();
  const measuring =
    known.get(id) ??
    // `getEmbedder` runs inside the promise, so that `catch` also handles a provider that is no longer connected.
    Promise.resolve()
      .then(() => measured(getEmbedder(id, config)))
      .catch((error: unknown) => {
        known.delete(id);
        log.warn(
          { err: error, embedder: id },
          "what cosines of an embedding model say could not be measured",
        );
        return DEFAULT_THRESHOLD;
      });
  known.set(id, measuring);
  return measuring;
}

async function measured(embedder: Embedder): Promise<number> {
  const vectors = await embedder.embed([...QUESTIONS, ...TEXTS], { isQuestion: true });
  const [questions, texts] = [vectors.slice(0, QUESTIONS.length), vectors.slice(QUESTIONS.length)];
  const all = questions.flatMap((question) => texts.map((text) => getCosineSimilarity(question, text)));
  const mean = all.reduce((sum, cosine) => sum + cosine, 0) / all.length;
  const deviation = Math.sqrt(all.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / all.length);
  return Math.min(0.95, Math.max(0.05, mean + ABOVE * deviation));
}

/** Converts a cosine to a similarity from 0 to 1, with `RELATED_SIMILARITY` at the model's threshold. Preserves the order. */
export const toLikeness = (cosine: number, sure: number): number =>
  Math.min(1, Math.max(0, RELATED_SIMILARITY + ((1 - RELATED_SIMILARITY) * (cosine - sure)) / (1 - sure)));
