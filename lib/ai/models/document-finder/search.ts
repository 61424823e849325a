import { log } from "@/lib/platform/log";
import { similarity } from "../embeddings";
import { ModelError } from "../types";
import { inAnyLanguage } from "./any-language";
import type { Tongue } from "./common-words";
import { canAnswer } from "./fitting";
import type { Source } from "./material";
import { type Passage, passagesOf } from "./passages";
import { best, type Embed, type Findings, type ManyLanguages, type Sentence, sentencesOf } from "./quotes";
import { relevanceOf } from "./relevance";
import { sharedCharacters, sharedWords } from "./words";

// As measured (`bench/search/finder.ts`): with less, too much of what is called an answer is none.
const ANSWERS = 0.47;
/** The share of the question's words that the answer has: what is like it with other words alone is too often about something else. */
const ANSWERS_BY_WORDS = 0.3;
const IS_CLOSE = 0.3;
/** For the share of common words, which says less. */
const SHARES_MUCH = 0.6;
/** In other languages, where words are all there is. As measured with questions in German and Japanese. */
const IS_RELEVANT = 0.42;

/** Passages that are compared by meaning; of more, those with the most common words. */
const MOST_PASSAGES = 120;
const BEST_PASSAGES = 4;
const MOST_QUOTES = 3;
/** A further quote has to be nearly as good as the best. */
const NEARLY = 0.08;

/** What a search goes by. */
export type Ways = {
  /** Of the question. */
  language: Tongue;
  /** The built-in model, which knows English. */
  embed: Embed;
  /** For questions in other languages, and for those that nothing in English answers. */
  many?: ManyLanguages;
};

/** Finds the sentences of the sources that answer the question best. */
export async function search(
  question: string,
  sources: Source[],
  { language, embed, many }: Ways,
): Promise<Findings> {
  const passages = sources.flatMap(passagesOf);
  if (passages.length === 0 || !/[\p{L}\p{N}]/u.test(question)) return { kind: "nothing", quotes: [] };
  const inAny = () =>
    many ? inAnyLanguage(question, language, passages, many).catch(undefinedWithoutModel) : undefined;
  if (language !== "en") return (await inAny()) ?? byRelevance(question, passages);
  const found = await byMeaning(question, passages, embed);
  return found.kind === "nothing" ? ((await inAny()) ?? found) : found;
}

/** The files of a model may be damaged: then words are compared. */
function undefinedWithoutModel(error: unknown): undefined {
  if (!(error instanceof ModelError)) throw error;
  log.warn({ err: error }, "questions in other languages cannot be compared by meaning");
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

/** For what the embedding model does not understand: names and numbers. */
function byWords(question: string, sentences: Sentence[]): Findings {
  return closest(sentences, (at) => sharedWords(question, sentences[at]!.text), {
    least: SHARES_MUCH,
    near: 0.75,
  });
}

function byRelevance(question: string, all: Passage[]): Findings {
  const promising = new Set(best(all, ({ text }) => sharedCharacters(question, text), MOST_PASSAGES));
  const sentences = sentencesOf(all.filter((passage) => promising.has(passage)));
  const relevance = relevanceOf(question, sentences);
  return closest(sentences, (at) => relevance[at]!, { least: IS_RELEVANT, near: 0.85 });
}

function closest(
  sentences: Sentence[],
  scoreAt: (at: number) => number,
  { least, near }: { least: number; near: number },
): Findings {
  const ranked = sentences
    .map((sentence, at) => ({ ...sentence, score: scoreAt(at) }))
    .sort((a, b) => b.score - a.score);
  const nearBest = Math.max(least, (ranked[0]?.score ?? 0) * near);
  const quotes = ranked.filter(({ score }) => score >= nearBest).slice(0, MOST_QUOTES);
  return { kind: quotes.length > 0 ? "closest" : "nothing", quotes };
}
