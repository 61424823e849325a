import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TEXTS } from "./asked";
import { PASSAGES, QUERIES } from "./labelled";

/** `right`: indexes of the answers in the passages of the question's corpus. */
export type Question = { of: string; query: string; right: number[]; isHeldOut: boolean };
export type Corpus = { name: string; passages: string[]; questions: Question[] };

export const LANGUAGES = ["en", "de", "es", "ru", "ar", "ja", "ko", "zh", "tr", "vi"];

export const asked = (language: string): [query: string, passage: string][] =>
  readFileSync(join("bench/search/questions", `${language}.tsv`), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t") as [string, string]);

const inLines = (of: string, language: string): Question[] =>
  asked(language).map(([query], at) => ({ of, query, right: [at], isHeldOut: at % 2 === 1 }));

/** Returns every sentence of the texts of `asked.ts`; the questions use other words than their answers. */
function paraphrased(): Corpus {
  const passages: string[] = [];
  const questions: Question[] = [];
  for (const { text, questions: asked } of TEXTS) {
    const from = passages.length;
    passages.push(...text.split(/(?<=[.!?])\s+/));
    for (const { question, answer } of asked) {
      const at = answer ? passages.findIndex((each, at) => at >= from && each.includes(answer)) : -1;
      if (at >= 0)
        questions.push({
          of: "paraphrased",
          query: question,
          right: [at],
          isHeldOut: questions.length % 2 === 1,
        });
    }
  }
  return { name: "texts", passages, questions };
}

export const CORPORA: Corpus[] = [
  ...LANGUAGES.map((language) => ({
    name: language,
    passages: asked(language).map(([, passage]) => passage),
    questions: [...inLines(language, language), ...(language === "en" ? inLines("de→en", "de") : [])],
  })),
  paraphrased(),
  {
    name: "office",
    passages: PASSAGES,
    questions: QUERIES.map(({ query, right }, at) => ({
      of: "office",
      query,
      right,
      isHeldOut: at % 2 === 1,
    })),
  },
];
