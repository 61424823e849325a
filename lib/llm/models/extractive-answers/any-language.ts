import { toLikeness } from "../embedding-likeness";
import { getCosineSimilarity } from "../embeddings";
import type { Tongue } from "./common-words";
import { detectLanguage } from "./language";
import type { Passage } from "./passages";
import { type Findings, type ManyLanguages, type Quote, selectBest, toSentences } from "./quotes";
import { scoreRelevance } from "./relevance";
import { countSharedCharacters } from "./words";

// Similarity from which a sentence counts as an answer, for all models. Measured in German, Spanish, Russian, Arabic
// and Japanese (`bench/search`).
const ANSWERS = 0.55;
// Required lead in similarity of an answer over sentences of other chunks.
const LEAD = 0.07;
// Weight of shared words, which is added to the similarity, because a similar text may be about another thing of the
// same kind.
const BY_WORDS = 0.3;
const IS_CLOSE = 0.5;
const IS_CLOSE_IN_OTHER_LANGUAGE = 0.35;
const NEARLY = 0.1;

const MAX_COMPARED_PASSAGES = 24;
const BEST_PASSAGES = 3;
const MAX_QUOTES = 3;

type Compared = Quote & { likeness: number };

export async function searchAnyLanguage(
  question: string,
  language: Tongue,
  all: Passage[],
  many: ManyLanguages,
): Promise<Findings> {
  const [first, ...others] = await compared(question, all, many);
  if (!first) return { kind: "nothing", quotes: [] };
  const written = first.passage && (await detectLanguage(first.passage.text));
  const least = written === undefined || written === language ? IS_CLOSE : IS_CLOSE_IN_OTHER_LANGUAGE;
  if (first.score < least) return { kind: "nothing", quotes: [] };
  if (isAnswer(first, others)) return { kind: "answer", quotes: [first] };
  const nearly = others.filter(({ score }) => score >= Math.max(least, first.score - NEARLY));
  return { kind: "closest", quotes: [first, ...nearly.slice(0, MAX_QUOTES - 1)] };
}

async function compared(
  question: string,
  all: Passage[],
  { sure, question: embedQuestion, texts: embed }: ManyLanguages,
): Promise<Compared[]> {
  const passages = selectBest(
    all,
    ({ text }) => countSharedCharacters(question, text),
    MAX_COMPARED_PASSAGES,
  );
  const asked = await embedQuestion(question);
  const likenesses = async (texts: string[]) =>
    (await embed(texts)).map((vector) => toLikeness(getCosineSimilarity(asked, vector), sure));
  const ofPassages = await likenesses(passages.map(({ text }) => text));
  const like = new Map(passages.map((passage, at) => [passage, ofPassages[at]!]));
  const promising = new Set(selectBest(passages, (passage) => like.get(passage)!, BEST_PASSAGES));
  const sentences = toSentences(passages);
  const relevance = scoreRelevance(question, sentences);
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

function isAnswer(first: Compared, others: Compared[]): boolean {
  const elsewhere = others.filter(({ passage }) => passage !== first.passage);
  const next = Math.max(...(elsewhere.length > 0 ? elsewhere : others).map(({ likeness }) => likeness));
  const isTitle = first.text.startsWith("#");
  return !isTitle && first.likeness >= ANSWERS && others.length > 0 && first.likeness - next >= LEAD;
}
