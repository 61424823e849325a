import { stripDiacritics } from "@/lib/llm/indexing/service";

// Stop words that PostgreSQL's lists lack, mostly question words. PostgreSQL has no list for Arabic.
const WORDS: Record<string, string> = {
  german:
    "warum weshalb wieso wann wer wen wem wessen wodurch womit wofür wozu wovon woher wohin worin woran wieviel viel viele gibt gab darf wurde wurden worden",
  english: "much many may must might shall",
  french: "comment pourquoi quand combien où quel quelle quels quelles lequel laquelle quoi",
  spanish:
    "cómo cuándo cuánto cuánta cuántos cuántas dónde adónde quién quiénes cuál cuáles hay puede pueden",
  portuguese: "como quando quanto quanta quantos quantas onde quem qual quais porque porquê há pode",
  italian: "come quando quanto quanta quanti quante dove chi quale quali perché cosa può",
  dutch: "wat wie wanneer waar waarom hoe hoeveel welke welk waarmee waardoor waarvoor",
  swedish: "vad vem när var varför hur vilken vilket vilka",
  russian: "почему зачем сколько откуда куда какая какие какого каких каком чей кому",
  arabic:
    "من ما ماذا متى أين كيف كم لماذا هل أي أية بماذا لمن في على إلى عن مع هذا هذه ذلك تلك التي الذي الذين كان كانت يكون تكون هو هي هم أن إن لا لم لن قد ثم أو بعد قبل عند كل بين حتى",
};
const known = new Map(
  Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(" "))]),
);

/** Returns true for a question word or another stop word of the language; false when the language is unknown. */
export const isStopWord = (word: string, language: string | null): boolean =>
  language !== null &&
  known.get(language)?.has(
    stripDiacritics(word)
      .toLowerCase()
      .replaceAll(/[^\p{L}]/gu, ""),
  ) === true;
