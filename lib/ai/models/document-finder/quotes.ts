import type { Source } from "./material";
import type { Passage } from "./passages";

export type Embed = (texts: string[]) => Promise<Float32Array[]>;
/** A model that knows other languages than English; `sure` is the cosine from which on a text has to do with a question. */
export type ManyLanguages = {
  sure: number;
  question: (text: string) => Promise<Float32Array>;
  texts: Embed;
};
/** A sentence; `passage` is what it stands in. */
export type Quote = { text: string; source: Source; passage?: Passage; score: number };
/** `answer`: likely says it. `closest`: may not answer. `nothing`: does not. */
export type Findings = { kind: "answer" | "closest" | "nothing"; quotes: Quote[] };

export type Sentence = Omit<Quote, "score">;
export const sentencesOf = (passages: Passage[]): Sentence[] =>
  passages.flatMap((passage) => passage.sentences.map((text) => ({ source: passage.source, passage, text })));

/** So many of the items, those that are worth most. */
export function best<T>(items: T[], worth: (item: T) => number, most: number): T[] {
  if (items.length <= most) return items;
  const ranked = items.map((item) => ({ item, worth: worth(item) })).sort((a, b) => b.worth - a.worth);
  return ranked.slice(0, most).map(({ item }) => item);
}
