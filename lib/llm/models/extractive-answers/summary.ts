import { getCosineSimilarity } from "../embeddings";
import type { FinderSource } from "./input";
import type { Embed, Quote } from "./quotes";
import { splitIntoSentences } from "./sentences";

const MAX_SENTENCES = 160;
const LENGTH = 5;
const MIN_SENTENCE_WORDS = 5;
const SAYS_THE_SAME = 0.8;

/** Returns the sentences nearest to the centroid of all vectors, without near duplicates, in the order of the text. */
export async function summarise(sources: FinderSource[], embed: Embed): Promise<Quote[]> {
  const sentences = evenly(
    sources
      .flatMap((source) => splitIntoSentences(source.text).map((text) => ({ source, text })))
      .filter(isSentence),
    MAX_SENTENCES,
  );
  const vectors = await embed(sentences.map(({ text }) => text));
  const middle = centroid(vectors);
  const ranked = vectors
    .map((vector, at) => ({ at, vector, score: getCosineSimilarity(vector, middle) }))
    .sort((a, b) => b.score - a.score);
  const chosen: typeof ranked = [];
  for (const candidate of ranked) {
    if (chosen.length === LENGTH) break;
    if (chosen.every(({ vector }) => getCosineSimilarity(vector, candidate.vector) < SAYS_THE_SAME))
      chosen.push(candidate);
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ at, score }) => ({ ...sentences[at]!, score }));
}

const isSentence = ({ text }: { text: string }) =>
  text.split(" ").length >= MIN_SENTENCE_WORDS ||
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]{8}/u.test(text);

const evenly = <T>(items: T[], most: number): T[] =>
  items.length <= most
    ? items
    : Array.from({ length: most }, (_, n) => items[Math.floor((n * items.length) / most)]!);

function centroid(vectors: Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]!;
  return sum;
}
