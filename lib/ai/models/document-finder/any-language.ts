import { likenessOf } from "../embedding-likeness";
import { similarity } from "../embeddings";
import type { Tongue } from "./common-words";
import { languageOf } from "./language";
import type { Passage } from "./passages";
import { best, type Findings, type ManyLanguages, type Quote, sentencesOf } from "./quotes";
import { relevanceOf } from "./relevance";
import { sharedCharacters } from "./words";

/** By likeness, which is the same for every model. As measured (`bench/search`) in German, Spanish, Russian, Arabic and Japanese. */
const ANSWERS = 0.55;
/** An answer is so much liker the question than what other passages say. */
const LEAD = 0.07;
/** How much the words of the question count beside likeness: what is like it may be about another thing of its kind. */
const BY_WORDS = 0.3;
const IS_CLOSE = 0.5;
/** Of a text in another language than the question, which is less like it and has none of its words. */
const IS_CLOSE_ELSEWHERE = 0.35;
/** A further quote has to be nearly as good as the best. */
const NEARLY = 0.1;

/** Passages that are compared by meaning; of more, those with the most characters in common. A passage takes 32 ms. */
const MOST_PASSAGES = 24;
const BEST_PASSAGES = 3;
const MOST_QUOTES = 3;

type Compared = Quote & { likeness: number };

/** Finds the sentences that answer a question in whatever languages both are. */
export async function inAnyLanguage(
  question: string,
  language: Tongue,
  all: Passage[],
  many: ManyLanguages,
): Promise<Findings> {
  const [first, ...others] = await compared(question, all, many);
  if (!first) return { kind: "nothing", quotes: [] };
  const written = first.passage && (await languageOf(first.passage.text));
  const least = written === undefined || written === language ? IS_CLOSE : IS_CLOSE_ELSEWHERE;
  if (first.score < least) return { kind: "nothing", quotes: [] };
  if (isAnswer(first, others)) return { kind: "answer", quotes: [first] };
  const nearly = others.filter(({ score }) => score >= Math.max(least, first.score - NEARLY));
  return { kind: "closest", quotes: [first, ...nearly.slice(0, MOST_QUOTES - 1)] };
}

/** The sentences of the passages that are likest to the question, the best first. */
async function compared(
  question: string,
  all: Passage[],
  { sure, question: embedQuestion, texts: embed }: ManyLanguages,
): Promise<Compared[]> {
  const passages = best(all, ({ text }) => sharedCharacters(question, text), MOST_PASSAGES);
  const asked = await embedQuestion(question);
  const likenesses = async (texts: string[]) =>
    (await embed(texts)).map((vector) => likenessOf(similarity(asked, vector), sure));
  const ofPassages = await likenesses(passages.map(({ text }) => text));
  const like = new Map(passages.map((passage, at) => [passage, ofPassages[at]!]));
  const promising = new Set(best(passages, (passage) => like.get(passage)!, BEST_PASSAGES));
  const sentences = sentencesOf(passages);
  const relevance = relevanceOf(question, sentences);
  const candidates = sentences
    .map((sentence, at) => ({ ...sentence, relevance: relevance[at]! }))
    .filter(({ passage }) => passage && promising.has(passage));
  const scores = await likenesses(candidates.map(({ text }) => text));
  return candidates
    .map(({ relevance, ...sentence }, at) => {
      const likeness = scores[at]!;
      return { ...sentence, likeness, score: likeness + BY_WORDS * relevance };
    })
    .sort((a, b) => b.score - a.score);
}

/** Where another passage is nearly as like, or there is none to compare with, it is not sure to be it. */
function isAnswer(first: Compared, others: Compared[]): boolean {
  const elsewhere = others.filter(({ passage }) => passage !== first.passage);
  const next = Math.max(...(elsewhere.length > 0 ? elsewhere : others).map(({ likeness }) => likeness));
  const isTitle = first.text.startsWith("#");
  return !isTitle && first.likeness >= ANSWERS && others.length > 0 && first.likeness - next >= LEAD;
}
