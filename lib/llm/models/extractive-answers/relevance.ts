import { listLanguagesOfWord } from "./common-words";
import type { Sentence } from "./quotes";

/**
 * Scores the relevance of sentences to a question by shared words, in any language. Rare words of the question weigh
 * more.
 */

const OTHER_FORM = 0.8;
const COMPOUND = 0.7;
// Score of words of two Chinese characters with one in common, such as 家賃 and 賃料.
const SAME_CHARACTER = 0.4;
const AROUND = 0.4;
const UNDER = 0.7;
const TITLE = 0.5;
// Added to the number of sentences with a word, so that a word in no sentence counts as rare as one in a few.
const UNSEEN = 1.5;
// Minimum assumed number of sentences, since few sentences don't show which words are rare.
const MIN_SENTENCES = 20;
const MIN_RARITY = 0.2;
const TOGETHER = 0.1;
const WITHOUT_NUMBER = 0.85;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const RUN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}]+|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+/gu;
// Matches whole syllables, not the letters (jamo) of decomposed ones.
const HANGUL = /[가-힣]/u;
const MIN_STEM_LETTERS = 4;
const MIN_SHARED_SHARE = 0.6;
const MAX_SUFFIX_LETTERS = 5;
const ONLY_HAN = /^\p{sc=Han}+$/u;
// Ignored Japanese words: single hiragana, which are inflections of verbs, and counters with 何.
const GRAMMAR = /^\p{sc=Hiragana}$|^何./u;
// Removes numerals before counters, such as 五 from 五合.
const COUNTED = /^[一二三四五六七八九十百千万]+(?=\p{sc=Han})/u;
// Reduces 振り込む to 振込.
const OKURIGANA = /^(\p{sc=Han}+)\p{sc=Hiragana}+(\p{sc=Han}+)\p{sc=Hiragana}*$/u;
const ONLY_HIRAGANA = /^\p{sc=Hiragana}+$/u;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });
const ARABIC_MARKS = /[\u064b-\u065f\u0670\u0640]/g;
const ARABIC_ARTICLE = /^[وف]?(?:ال|بال|كال|لل)(?=\p{L}{2})/u;

function extractTerms(text: string): Set<string> {
  const terms = new Set<string>();
  const plain = text.normalize("NFKC").toLowerCase().replaceAll(ARABIC_MARKS, "");
  for (const [run] of plain.matchAll(RUN)) {
    const words = UNSPACED.test(run) ? [...segmenter.segment(run)].map(({ segment }) => segment) : [run];
    for (const word of words.map((word) => word.replace(COUNTED, "").replace(OKURIGANA, "$1$2")))
      if (!GRAMMAR.test(word) && listLanguagesOfWord(word).length === 0 && /[\p{L}\p{N}]/u.test(word))
        terms.add(word.replace(ARABIC_ARTICLE, ""));
  }
  return terms;
}

function sameness(term: string, word: string): number {
  if (term === word) return 1;
  const [short, long] = term.length <= word.length ? [term, word] : [word, term];
  if (/\p{N}/u.test(short)) return 0;
  if (UNSPACED.test(short))
    return long.includes(short) && (short.length > 1 || (term === short && long.startsWith(short)))
      ? COMPOUND
      : sharedHan(short, long);
  return sameStem(short, long)
    ? OTHER_FORM
    : short.length >= MIN_STEM_LETTERS && long.includes(short)
      ? COMPOUND
      : 0;
}

// Compares stems of inflected words. Korean suffixes may begin within a syllable, so syllables are decomposed.
function sameStem(short: string, long: string): boolean {
  if (HANGUL.test(short)) return sameStem(short.normalize("NFD"), long.normalize("NFD"));
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  return (
    same >= MIN_STEM_LETTERS &&
    same >= MIN_SHARED_SHARE * short.length &&
    long.length - same <= MAX_SUFFIX_LETTERS
  );
}

function sharedHan(short: string, long: string): number {
  if (!ONLY_HAN.test(short) || !ONLY_HAN.test(long) || short.length < 2) return 0;
  const same = [...short].filter((character) => long.includes(character)).length;
  return (2 * SAME_CHARACTER * same) / long.length;
}

const CODE = /^(?=.*\p{N})(?=.*\p{L})/u;
const A_CODE = 2;
const MAX_TITLE_LENGTH = 60;
const isTitle = (text: string) =>
  text.startsWith("#") ||
  (text.length <= MAX_TITLE_LENGTH &&
    !/[.!?:。！？：؟।]["'”»」』)）*_]*$|[:：\t|]/u.test(text) &&
    !/^[-*•]/.test(text));

const ASKS_FOR_NUMBER =
  /wie ?(?:viele?|hoch|lange|oft|schwer|groß|alt|weit|teuer)|wann|kostet|nummer|combien|quand|cuánt|cuándo|quant[oaie]|quando|hoeveel|wanneer|hoe (?:lang|vaak)|(?<!\p{L})ile(?!\p{L})|kiedy|сколько|когда|номер|كم|متى|رقم|いくら|いくつ|いつ|何(?=[\p{sc=Han}\p{sc=Katakana}か])|番号|どのくらい|どれくらい|多少|几|多[久长大高重]|何时|什么时候|얼마|몇|언제|번호|kaç|ne kadar|ne zaman|bao nhiêu|mấy|khi nào|bao lâu/iu;
const NUMBER = /\p{N}|[一二三四五六七八九十百千万半両毎]/u;

export function scoreRelevance(question: string, sentences: Sentence[]): number[] {
  const asked = [...extractTerms(question)];
  const own = termsIn(sentences, asked);
  const near = termsNear(sentences, own);
  const weights = asked.map((term, at) =>
    getTermWeight(term, own.filter((has) => has[at]! >= COMPOUND).length, sentences.length),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return sentences.map(() => 0);
  const asksForNumber = ASKS_FOR_NUMBER.test(question);
  return sentences.map(({ text }, position) => {
    const [has, around] = [own[position]!, near[position]!];
    const sum = weights.reduce((sum, weight, at) => sum + weight * Math.max(has[at]!, around[at]!), 0);
    const areTogether = has.filter((each) => each >= COMPOUND).length > 1;
    const isLacking = asksForNumber && !NUMBER.test(text.normalize("NFKC"));
    const relevance = sum / all + (areTogether ? TOGETHER : 0);
    return relevance * (isLacking ? WITHOUT_NUMBER : 1) * (isTitle(text) ? TITLE : 1);
  });
}

function termsIn(sentences: Sentence[], asked: string[]): number[][] {
  const words = sentences.map(({ text }) => extractTerms(text));
  const sharesByWord = new Map<string, number[]>();
  for (const word of new Set(words.flatMap((own) => [...own])))
    sharesByWord.set(
      word,
      asked.map((term) => sameness(term, word)),
    );
  return words.map((each) => {
    const shares = [...each].map((word) => sharesByWord.get(word)!);
    return asked.map((_, at) => shares.reduce((most, share) => Math.max(most, share[at]!), 0));
  });
}

function termsNear(sentences: Sentence[], own: number[][]): number[][] {
  const most = (one: number[], other: number[]) => one.map((share, at) => Math.max(share, other[at]!));
  const inPassage = new Map<unknown, number[]>();
  for (const [position, { passage, source }] of sentences.entries()) {
    const before = inPassage.get(passage ?? source);
    inPassage.set(passage ?? source, before ? most(before, own[position]!) : own[position]!);
  }
  let title: { source: unknown; has: number[] } | undefined;
  return sentences.map(({ passage, source, text }, position) => {
    if (isTitle(text)) title = { source, has: own[position]! };
    const around = inPassage.get(passage ?? source)!.map((share) => AROUND * share);
    return title?.source === source
      ? most(
          around,
          title.has.map((share) => UNDER * share),
        )
      : around;
  });
}

function getTermWeight(term: string, having: number, sentences: number): number {
  // A word of hiragana that occurs in no sentence is usually a verb suffix that the segmenter mistook for a word.
  if (having === 0 && ONLY_HIRAGANA.test(term)) return 0;
  const rarity = Math.log(Math.max(sentences, MIN_SENTENCES) / (having + UNSEEN));
  return Math.max(MIN_RARITY, rarity) * (CODE.test(term) ? A_CODE : 1);
}
