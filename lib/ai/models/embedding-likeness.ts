import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import { embedderNamed } from "./embedding-choice";
import { type Embedder, similarity } from "./embeddings";
import { localEmbeddingModel } from "./local/registry";

/**
 * What a cosine says differs by model: texts that have nothing to do with each other are at 0.1 with one and at 0.8 with
 * another. Here each model is told where that begins (`sure`), and cosines become likenesses that compare.
 */

/** The likeness from which on a text has to do with a search, whichever the model. */
export const SURE = 0.3;
/** Of the built-in model unrelated texts are at 0.13 on average and related ones at 0.52. */
const OF_BUILTIN = 0.3;
/** Of a model that could not be measured. */
const OF_UNKNOWN = 0.15;
/** So many standard deviations above the mean of unrelated texts something has begun, as with the models that are measured in `bench/search`. */
const ABOVE = 2;

/** No question is about any of the texts. */
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

/** The cosine from which on a text has to do with a search, by the id of an embedder; measured once for a provider's model. */
export async function sureOf(id: string, config: Config): Promise<number> {
  if (id === "builtin") return OF_BUILTIN;
  const local = localEmbeddingModel(id);
  if (local) return local.sure;
  const known = single("likeness-of-embedders", () => new LRUCache<string, Promise<number>>({ max: 50 }));
  const measuring =
    known.get(id) ??
    // Also where it is not connected any more.
    Promise.resolve()
      .then(() => measured(embedderNamed(id, config)))
      .catch((error: unknown) => {
        known.delete(id);
        log.warn(
          { err: error, embedder: id },
          "what cosines of an embedding model say could not be measured",
        );
        return OF_UNKNOWN;
      });
  known.set(id, measuring);
  return measuring;
}

async function measured(embedder: Embedder): Promise<number> {
  const vectors = await embedder.embed([...QUESTIONS, ...TEXTS], { isQuestion: true });
  const [questions, texts] = [vectors.slice(0, QUESTIONS.length), vectors.slice(QUESTIONS.length)];
  const all = questions.flatMap((question) => texts.map((text) => similarity(question, text)));
  const mean = all.reduce((sum, cosine) => sum + cosine, 0) / all.length;
  const deviation = Math.sqrt(all.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / all.length);
  return Math.min(0.95, Math.max(0.05, mean + ABOVE * deviation));
}

/** A cosine as a likeness from 0 to 1: `SURE` at what is sure with this model, 1 for the same. The order stays. */
export const likenessOf = (cosine: number, sure: number): number =>
  Math.min(1, Math.max(0, SURE + ((1 - SURE) * (cosine - sure)) / (1 - sure)));
