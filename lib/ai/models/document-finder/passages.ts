import type { Source } from "./material";

/** Some sentences of one source that stand together. */
export type Passage = { source: Source; sentences: string[]; text: string };

/** A fragment of fewer bytes (a heading, a number) is read with what follows; bytes, because a Chinese sentence has few characters. */
const SHORTEST = 20;
const LONGEST_SENTENCE = 800;
const PASSAGE_WORDS = 120;
const LARGEST_PASSAGE_WORDS = 200;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a text, on one line each; lines that end without a full stop count as sentences. */
export function sentencesOf(text: string): string[] {
  const found: string[] = [];
  for (const paragraph of text.split(/\n\s*\n|\n(?=\s*(?:[-*•#|>]|\d+[.)]))/)) {
    let fragment = "";
    for (const { segment } of segmenter.segment(paragraph.replace(/\s+/g, " "))) {
      const sentence = `${fragment} ${segment.trim()}`.trim();
      fragment = Buffer.byteLength(sentence) < SHORTEST ? sentence : "";
      if (fragment === "") found.push(...pieces(sentence));
    }
    if (fragment !== "") found.push(fragment);
  }
  return found;
}

function pieces(sentence: string): string[] {
  const cut: string[] = [];
  for (let at = 0; at < sentence.length; at += LONGEST_SENTENCE)
    cut.push(sentence.slice(at, at + LONGEST_SENTENCE));
  return cut.map((piece) => piece.toWellFormed());
}

/** Words, for scripts without spaces the same length of text. */
const size = (text: string) => Math.max(text.split(" ").length, text.length / 8);

/** Cuts a source into passages of about 120 words, never more than 200, at ends of sentences. */
export function passagesOf(source: Source): Passage[] {
  const passages: Passage[] = [];
  let sentences: string[] = [];
  let words = 0;
  const close = () => {
    if (sentences.length > 0) passages.push({ source, sentences, text: sentences.join(" ") });
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
