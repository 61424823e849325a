import { log } from "@/lib/platform/log";
import { similarity } from "../embeddings";
import { ModelError } from "../types";
import { inAnyLanguage } from "./any-language";
import { canAnswer, isEnglish } from "./fitting";
import type { Source } from "./material";
import { type Passage, passagesOf } from "./passages";
import { best, type Embed, type Findings, type ManyLanguages, type Sentence, sentencesOf } from "./quotes";
import { isMostlyNonLatin, sharedCharacters, sharedWords } from "./words";

// As measured (`bench/search/finder.ts`): with less, too much of what is called an answer is none.
const ANSWERS = 0.47;
/** The share of the question's words that the answer has: what is like it with other words alone is too often about something else. */
const ANSWERS_BY_WORDS = 0.3;
const IS_CLOSE = 0.3;
/** For the share of common words or characters, which says less. */
const SHARES_MUCH = 0.6;
const SHARES_CHARACTERS = 0.25;

/** Passages that are compared by meaning; of more, those with the most common words. */
const MOST_PASSAGES = 120;
const BEST_PASSAGES = 4;
const MOST_QUOTES = 3;
/** A further quote has to be nearly as good as the best. */
const NEARLY = 0.08;
const NEAR_BEST = 0.75;

/**
 * Finds the sentences of the sources that answer the question best.
 * @param many for questions in other languages than English, and for those that nothing in English answers
 */
export async function search(
  question: string,
  sources: Source[],
  embed: Embed,
  many?: ManyLanguages,
): Promise<Findings> {
  const passages = sources.flatMap(passagesOf);
  if (passages.length === 0 || !/[\p{L}\p{N}]/u.test(question)) return { kind: "nothing", quotes: [] };
  const inEnglish = () =>
    isMostlyNonLatin(question) ? byCharacters(question, passages) : byMeaning(question, passages, embed);
  if (!many) return inEnglish();
  const ways = [inEnglish, () => inAnyLanguage(question, passages, many).catch(nothing)];
  if (!isEnglish(question)) ways.reverse();
  const found = await ways[0]!();
  return found.kind === "nothing" ? ways[1]!() : found;
}

/** The files of a model may be damaged: then there is the other one. */
function nothing(error: unknown): Findings {
  if (!(error instanceof ModelError)) throw error;
  log.warn({ err: error }, "questions in other languages cannot be compared by meaning");
  return { kind: "nothing", quotes: [] };
}

async function byMeaning(question: string, all: Passage[], embed: Embed): Promise<Findings> {
  const passages = best(all, ({ text }) => sharedWords(question, text), MOST_PASSAGES);
  const [asked, ...vectors] = await embed([question, ...passages.map(({ text }) => text)]);
  const likeness = new Map(passages.map((passage, at) => [passage, similarity(asked!, vectors[at]!)]));
  const promising = new Set([
    ...best(passages, (passage) => likeness.get(passage)!, BEST_PASSAGES),
    ...best(passages, ({ text }) => sharedWords(question, text), 2),
  ]);
  const sentences = sentencesOf([...promising]);
  const sentenceVectors = await embed(sentences.map(({ text }) => text));
  const quotes = sentences.map((sentence, at) => ({
    ...sentence,
    score: similarity(asked!, sentenceVectors[at]!),
  }));
  const [first, ...others] = quotes.sort((a, b) => b.score - a.score);
  if (first && first.score >= IS_CLOSE) {
    const least = Math.max(IS_CLOSE, first.score - NEARLY);
    const nearly = others.filter(({ score }) => score >= least).slice(0, MOST_QUOTES - 1);
    // Where several are as good, none is sure to be it.
    const isAnswer =
      first.score >= ANSWERS &&
      nearly.length === 0 &&
      sharedWords(question, first.text) >= ANSWERS_BY_WORDS &&
      canAnswer(question, first.text);
    return { kind: isAnswer ? "answer" : "closest", quotes: [first, ...nearly] };
  }
  return byWords(question, sentences);
}

/** For what the embedding model does not understand: names, numbers, other languages. */
function byWords(question: string, sentences: Sentence[]): Findings {
  return shared(sentences, (text) => sharedWords(question, text), SHARES_MUCH);
}

function byCharacters(question: string, passages: Passage[]): Findings {
  return shared(sentencesOf(passages), (text) => sharedCharacters(question, text), SHARES_CHARACTERS);
}

function shared(sentences: Sentence[], share: (text: string) => number, least: number): Findings {
  const ranked = sentences
    .map((sentence) => ({ ...sentence, score: share(sentence.text) }))
    .sort((a, b) => b.score - a.score);
  const nearBest = Math.max(least, (ranked[0]?.score ?? 0) * NEAR_BEST);
  const quotes = ranked.filter(({ score }) => score >= nearBest).slice(0, MOST_QUOTES);
  return { kind: quotes.length > 0 ? "closest" : "nothing", quotes };
}
