import type { FinderSource } from "./input";
import { getSpacing, splitIntoSentences } from "./sentences";

export type Passage = { source: FinderSource; sentences: string[]; text: string };

const PASSAGE_WORDS = 120;
const MAX_PASSAGE_WORDS = 200;

const size = (text: string) => Math.max(text.split(" ").length, text.length / 8);

export function splitIntoPassages(source: FinderSource): Passage[] {
  const passages: Passage[] = [];
  let sentences: string[] = [];
  let words = 0;
  const close = () => {
    if (sentences.length > 0) passages.push({ source, sentences, text: sentences.reduce(getSpacing) });
    sentences = [];
    words = 0;
  };
  for (const sentence of splitIntoSentences(source.text)) {
    const length = size(sentence);
    if (words + length > MAX_PASSAGE_WORDS) close();
    sentences.push(sentence);
    words += length;
    if (words >= PASSAGE_WORDS) close();
  }
  close();
  return passages;
}
