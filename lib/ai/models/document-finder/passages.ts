import type { Source } from "./material";
import { sentencesOf, spaced } from "./sentences";

/** Some sentences of one source that stand together. */
export type Passage = { source: Source; sentences: string[]; text: string };

const PASSAGE_WORDS = 120;
const LARGEST_PASSAGE_WORDS = 200;

/** Words, for scripts without spaces the same length of text. */
const size = (text: string) => Math.max(text.split(" ").length, text.length / 8);

/** Cuts a source into passages of about 120 words, never more than 200, at ends of sentences. */
export function passagesOf(source: Source): Passage[] {
  const passages: Passage[] = [];
  let sentences: string[] = [];
  let words = 0;
  const close = () => {
    if (sentences.length > 0) passages.push({ source, sentences, text: sentences.reduce(spaced) });
    sentences = [];
    words = 0;
  };
  for (const sentence of sentencesOf(source.text)) {
    const length = size(sentence);
    if (words + length > LARGEST_PASSAGE_WORDS) close();
    sentences.push(sentence);
    words += length;
    if (words >= PASSAGE_WORDS) close();
  }
  close();
  return passages;
}
