import type { Embedder } from "@/lib/llm/models/service";
import { embed, type IndexedModel } from "./embedders";
import type { KnownVectors } from "./known-vectors";

// Weight of the heading in the vector of a chunk. The text has the remaining weight.
const HEADING_WEIGHT = 0.25;
// Degree of normalization, from 0 (none) to 1 (full). The weighted sum is shorter than a unit vector, especially for
// unrelated headings. Without normalization, documents with headings rank behind those without; with full
// normalization, chunks below unrelated headings rank first.
const NORMALIZATION = 0.2;
const ANY_TEXT = "text";

/**
 * Embeds each different text of the chunks that `known` lacks, and represents empty texts by zero vectors. The vector
 * of a chunk below a heading is the weighted sum of both vectors, so that its inner product with a query is the
 * weighted sum of both similarities. See decision 61.
 * @returns the vectors in the order of the chunks, and the texts that were embedded
 * @throws ModelError
 */
export async function embedChunks(
  embedder: Embedder,
  model: IndexedModel | undefined,
  chunks: { text: string; heading?: string }[],
  known?: KnownVectors,
): Promise<{ model: IndexedModel; vectors: Float32Array[]; embeddedTexts: Set<string> }> {
  const texts = new Set(
    chunks.flatMap(({ text, heading }) => (heading === undefined ? [text] : [text, heading])),
  );
  texts.delete("");
  const byText = new Map<string, Float32Array>();
  for (const text of texts) {
    const vector = known?.get(text);
    if (!vector) continue;
    byText.set(text, vector);
    texts.delete(text);
  }
  // Embeds any text with a new model, because zero vectors need the model's number of dimensions.
  if (!model && texts.size === 0) texts.add(ANY_TEXT);
  const embedded =
    texts.size > 0 || !model ? await embed(embedder, model, [...texts]) : { model, vectors: [] };
  for (const [at, text] of [...texts].entries()) {
    byText.set(text, embedded.vectors[at]!);
    known?.set(text, embedded.vectors[at]!);
  }
  byText.set("", new Float32Array(embedded.model.dimensions));
  const vectors = chunks.map(({ text, heading }) =>
    heading === undefined ? byText.get(text)! : addHeading(byText.get(text)!, byText.get(heading)!),
  );
  return { model: embedded.model, vectors, embeddedTexts: texts };
}

function addHeading(text: Float32Array, heading: Float32Array): Float32Array {
  // Zero vectors represent texts that the model can't read.
  if (!heading.some(Boolean) || !text.some(Boolean)) return text;
  const sum = text.map((value, at) => (1 - HEADING_WEIGHT) * value + HEADING_WEIGHT * heading[at]!);
  const length = Math.hypot(...sum);
  return length === 0 ? text : sum.map((value) => value / length ** NORMALIZATION);
}
