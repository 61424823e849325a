import { LRUCache } from "lru-cache";
import { config } from "@/lib/platform/config";
import { createOnce } from "@/lib/platform/once";
import { type Embedder, getBuiltinEmbedder } from "../embeddings";
import { getLocalEmbedder } from "../local/embedder";
import { findModelFolder } from "../local/folder";
import { LOCAL_EMBEDDING_MODELS, toLocalId } from "../local/registry";
import type { Embed, ManyLanguages } from "./quotes";

// Maximum number of cached vectors per model. A vector takes 2 kB plus its text; all take at most 15 MB.
const MAX_CACHED_VECTORS = 5_000;

const caches = createOnce(() => new Map<string, LRUCache<string, Float32Array>>());

async function once(embedder: Embedder, texts: string[]): Promise<Float32Array[]> {
  const known = caches().get(embedder.id) ?? new LRUCache({ max: MAX_CACHED_VECTORS });
  caches().set(embedder.id, known);
  const missing = [...new Set(texts.filter((text) => !known.has(text)))];
  const vectors = new Map(texts.map((text) => [text, known.get(text)]));
  for (const [at, vector] of (await embedder.embed(missing)).entries()) {
    vectors.set(missing[at]!, vector);
    known.set(missing[at]!, vector);
  }
  return texts.map((text) => vectors.get(text)!);
}

export const embedOnce: Embed = (texts) => once(getBuiltinEmbedder(), texts);

export async function findMultilingualModel(): Promise<ManyLanguages | undefined> {
  const model = LOCAL_EMBEDDING_MODELS.find(({ languages }) => languages === "many")!;
  const { EMBEDDING_MODEL: named = toLocalId(model) } = config();
  if (named !== toLocalId(model) || (await findModelFolder(model)) === "missing") return undefined;
  const embedder = getLocalEmbedder(model);
  return {
    sure: model.sure,
    question: async (text) => (await embedder.embed([text], { isQuestion: true }))[0]!,
    texts: (texts) => once(embedder, texts),
  };
}
