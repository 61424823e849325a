import { log } from "@/lib/platform/log";
import { getCosineSimilarity } from "../embeddings";
import { ModelError } from "../types";
import { canAnswer } from "./answerability";
import { searchAnyLanguage } from "./any-language";
import type { Tongue } from "./common-words";
import type { FinderSource } from "./input";
import { type Passage, splitIntoPassages } from "./passages";
import {
  type Embed,
  type Findings,
  type ManyLanguages,
  type Sentence,
  selectBest,
  toSentences,
} from "./quotes";
import { scoreRelevance } from "./relevance";
import { countSharedCharacters, countSharedWords } from "./words";

// Minimum score of an answer, measured with `bench/search/finder.ts`. Below it, too many supposed answers are wrong.
const ANSWERS = 0.47;
// Minimum share of the question's words in an answer. Similar sentences that share fewer words are too often about
// something else.
const ANSWERS_BY_WORDS = 0.3;
const IS_CLOSE = 0.3;
const SHARES_MUCH = 0.6;
// Threshold for other languages without a multilingual model, where only words are compared. Measured with German
// and Japanese questions.
const IS_RELEVANT = 0.42;

const MAX_COMPARED_PASSAGES = 120;
const BEST_PASSAGES = 4;
const MAX_QUOTES = 3;
const NEARLY = 0.08;

export type Ways = {
  language: Tongue;
  embed: Embed;
  many?: ManyLanguages;
};

export async function search(
  question: string,
  sources: FinderSource[],
  { language, embed, many }: Ways,
): Promise<Findings> {
  const passages = sources.flatMap(splitIntoPassages);
  if (passages.length === 0 || !/[\p{L}\p{N}]/u.test(question)) return { kind: "nothing", quotes: [] };
  const inAny = () =>
    many ? searchAnyLanguage(question, language, passages, many).catch(undefinedWithoutModel) : undefined;
  if (language !== "en") return (await inAny()) ?? byRelevance(question, passages);
  const found = await byMeaning(question, passages, embed);
  return found.kind === "nothing" ? ((await inAny()) ?? found) : found;
}

function undefinedWithoutModel(error: unknown): undefined {
  if (!(error instanceof ModelError)) throw error;
  log.warn({ err: error }, "questions in other languages cannot be compared by meaning");
}

async function byMeaning(question: string, all: Passage[], embed: Embed): Promise<Findings> {
  const passages = selectBest(all, ({ text }) => countSharedWords(question, text), MAX_COMPARED_PASSAGES);
  const [asked, ...vectors] = await embed([question, ...passages.map(({ text }) => text)]);
  const likeness = new Map(
    passages.map((passage, at) => [passage, getCosineSimilarity(asked!, vectors[at]!)]),
  );
  const promising = new Set([
    ...selectBest(passages, (passage) => likeness.get(passage)!, BEST_PASSAGES),
    ...selectBest(passages, ({ text }) => countSharedWords(question, text), 2),
  ]);
  const sentences = toSentences([...promising]);
  const sentenceVectors = await embed(sentences.map(({ text }) => text));
  const quotes = sentences.map((sentence, at) => ({
    ...sentence,
    score: getCosineSimilarity(asked!, sentenceVectors[at]!),
  }));
  const [first, ...others] = quotes.sort((a, b) => b.score - a.score);
  if (first && first.score >= IS_CLOSE) {
    const least = Math.max(IS_CLOSE, first.score - NEARLY);
    const nearly = others.filter(({ score }) => score >= least).slice(0, MAX_QUOTES - 1);
    // With several equally good sentences, none is a certain answer.
    const isAnswer =
      first.score >= ANSWERS &&
      nearly.length === 0 &&
      countSharedWords(question, first.text) >= ANSWERS_BY_WORDS &&
      canAnswer(question, first.text);
    return { kind: isAnswer ? "answer" : "closest", quotes: [first, ...nearly] };
  }
  return byWords(question, sentences);
}

function byWords(question: string, sentences: Sentence[]): Findings {
  return closest(sentences, (at) => countSharedWords(question, sentences[at]!.text), {
    least: SHARES_MUCH,
    near: 0.75,
  });
}

function byRelevance(question: string, all: Passage[]): Findings {
  const promising = new Set(
    selectBest(all, ({ text }) => countSharedCharacters(question, text), MAX_COMPARED_PASSAGES),
  );
  const sentences = toSentences(all.filter((passage) => promising.has(passage)));
  const relevance = scoreRelevance(question, sentences);
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
  const quotes = ranked.filter(({ score }) => score >= nearBest).slice(0, MAX_QUOTES);
  return { kind: quotes.length > 0 ? "closest" : "nothing", quotes };
}
