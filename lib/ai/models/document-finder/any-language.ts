import { likenessOf } from "../embedding-likeness";
import { similarity } from "../embeddings";
import type { Passage } from "./passages";
import { best, type Findings, type ManyLanguages, type Quote, sentencesOf } from "./quotes";
import { sharedCharacters } from "./words";

/** By likeness, which is the same for every model. As measured (`bench/search`) in German, Spanish, Russian, Arabic and Japanese. */
const ANSWERS = 0.55;
/** An answer is so much liker the question than what other passages say. */
const LEAD = 0.07;
const IS_CLOSE = 0.35;
/** A further quote has to be nearly as good as the best. */
const NEARLY = 0.1;

/** Passages that are compared by meaning; of more, those with the most characters in common. A passage takes 32 ms. */
const MOST_PASSAGES = 24;
const BEST_PASSAGES = 3;
const MOST_QUOTES = 3;

/** Finds the sentences that answer a question in whatever languages both are. */
export async function inAnyLanguage(
  question: string,
  all: Passage[],
  { sure, question: embedQuestion, texts: embed }: ManyLanguages,
): Promise<Findings> {
  const passages = best(all, ({ text }) => sharedCharacters(question, text), MOST_PASSAGES);
  const asked = await embedQuestion(question);
  const likenesses = async (texts: string[]) =>
    (await embed(texts)).map((vector) => likenessOf(similarity(asked, vector), sure));
  const ofPassages = await likenesses(passages.map(({ text }) => text));
  const like = new Map(passages.map((passage, at) => [passage, ofPassages[at]!]));
  const sentences = sentencesOf(best(passages, (passage) => like.get(passage)!, BEST_PASSAGES));
  const scores = await likenesses(sentences.map(({ text }) => text));
  const quotes = sentences.map((sentence, at) => ({ ...sentence, score: scores[at]! }));
  const [first, ...others] = quotes.sort((a, b) => b.score - a.score);
  if (!first || first.score < IS_CLOSE) return { kind: "nothing", quotes: [] };
  if (isAnswer(first, others)) return { kind: "answer", quotes: [first] };
  const least = Math.max(IS_CLOSE, first.score - NEARLY);
  const nearly = others.filter(({ score }) => score >= least).slice(0, MOST_QUOTES - 1);
  return { kind: "closest", quotes: [first, ...nearly] };
}

/** Where another passage is nearly as like, or there is none to compare with, it is not sure to be it. */
function isAnswer(first: Quote, others: Quote[]): boolean {
  const elsewhere = others.filter(({ passage }) => passage !== first.passage);
  const next = (elsewhere.length > 0 ? elsewhere : others)[0];
  const isTitle = first.text.startsWith("#");
  return !isTitle && first.score >= ANSWERS && next !== undefined && first.score - next.score >= LEAD;
}
