import type { FinderSource } from "./input";
import type { Passage } from "./passages";

export type Embed = (texts: string[]) => Promise<Float32Array[]>;
/** A multilingual embedding model. `sure` is the cosine from which a text counts as related to a question. */
export type ManyLanguages = {
  sure: number;
  question: (text: string) => Promise<Float32Array>;
  texts: Embed;
};
export type Quote = { text: string; source: FinderSource; passage?: Passage; score: number };
/**
 * `answer`: probably answers the question. `closest`: related, but may not answer it. `nothing`: no related
 * sentences.
 */
export type Findings = { kind: "answer" | "closest" | "nothing"; quotes: Quote[] };

export type Sentence = Omit<Quote, "score">;
export const toSentences = (passages: Passage[]): Sentence[] =>
  passages.flatMap((passage) => passage.sentences.map((text) => ({ source: passage.source, passage, text })));

export function selectBest<T>(items: T[], worth: (item: T) => number, most: number): T[] {
  if (items.length <= most) return items;
  const ranked = items.map((item) => ({ item, worth: worth(item) })).sort((a, b) => b.worth - a.worth);
  return ranked.slice(0, most).map(({ item }) => item);
}
