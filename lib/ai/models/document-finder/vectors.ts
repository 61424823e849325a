import { LRUCache } from "lru-cache";
import { single } from "@/lib/platform/singleton";
import { builtinEmbedder } from "../embeddings";
import type { Embed } from "./search";

/** Vectors that are kept: 2 kB each and their texts, 15 MB at most. */
const MOST = 5_000;

const kept = () => single("finder-vectors", () => new LRUCache<string, Float32Array>({ max: MOST }));

/** Embeds only what is new: who asks a second question about a document need not wait for all of it again. */
export const embedOnce: Embed = async (texts) => {
  const known = kept();
  const missing = [...new Set(texts.filter((text) => !known.has(text)))];
  const vectors = new Map(texts.map((text) => [text, known.get(text)]));
  for (const [at, vector] of (await builtinEmbedder().embed(missing)).entries()) {
    vectors.set(missing[at]!, vector);
    known.set(missing[at]!, vector);
  }
  return texts.map((text) => vectors.get(text)!);
};
