export const EXACT = 4;
export const BEGINS = 3;
/** Each word of the search begins a word of the name. */
export const HAS_WORDS = 2;
const CONTAINS = 1;

const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const listWords = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));

export function rankName(name: string, search: string): number {
  const [text, typed] = [fold(name), fold(search)];
  if (text === typed) return EXACT;
  if (text.startsWith(typed)) return BEGINS;
  const [words, typedWords] = [listWords(text), listWords(typed)];
  const hasWords = typedWords.every((typedWord) => words.some((word) => word.startsWith(typedWord)));
  if (typedWords.length > 0 && hasWords) return HAS_WORDS;
  return text.includes(typed) ? CONTAINS : 0;
}
