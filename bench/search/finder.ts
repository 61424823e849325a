// Precision of the document finder's extractive answers: questions with and without an answer in the text.
import { detectQuestionLanguage } from "@/lib/llm/models/extractive-answers/language";
import { search } from "@/lib/llm/models/extractive-answers/search";
import { embedOnce, findMultilingualModel } from "@/lib/llm/models/extractive-answers/vectors";
import { TEXTS } from "./asked";
import keyless from "./keyless.json";
import { PASSAGES, QUERIES } from "./labelled";
import { asked as inLanguage } from "./questions";

/** Texts in other languages with questions, some of them unanswerable. */
const KEYLESS: {
  language: string;
  texts: { name: string; text: string }[];
  questions: { question: string; answer?: string }[];
}[] = keyless;

/** Languages in which the finder's behavior on unanswerable questions was evaluated. */
const JUDGED_LANGUAGES = ["en", "de", "es", "ru", "ar", "ja"];

const MIN_CORRECT_SHARE = 0.9;

const MIN_ANSWERED_SHARE = 0.9;

type Case = {
  question: string;
  texts: { name: string; text: string }[];
  isRight: (sentence: string) => boolean;
};

type Outcome = { asked: number; said: number; right: number; nothing: number; times: number[] };

async function measured(name: string, cases: Case[]): Promise<Outcome> {
  const outcome: Outcome = { asked: cases.length, said: 0, right: 0, nothing: 0, times: [] };
  for (const { question, texts, isRight } of cases) {
    const sources = texts.map((text) => ({ ...text, kind: "document" as const }));
    const began = performance.now();
    const language = await detectQuestionLanguage(
      question,
      [],
      texts.map(({ text }) => text),
    );
    const { kind, quotes } = await search(question, sources, { language, embed: embedOnce, many });
    outcome.times.push(performance.now() - began);
    if (kind === "nothing") outcome.nothing++;
    if (kind !== "answer") continue;
    outcome.said++;
    if (isRight(quotes[0]!.text)) outcome.right++;
    else if (process.env.BENCH_WRONG) console.log("  wrong:", question, "|", quotes[0]!.text);
  }
  console.log(
    `${name}: ${cases.length} asked, ${outcome.said} called an answer, ${outcome.right} of them right, ${outcome.nothing} nothing found`,
  );
  return outcome;
}

const many = await findMultilingualModel();

/**
 * Evaluates questions in other languages: language of the reply, first marked sentence, and "nothing found"
 * responses.
 */
async function inOtherLanguages(): Promise<void> {
  for (const { language, texts, questions } of KEYLESS) {
    const count = { language: 0, refused: 0, right: 0, told: 0 };
    const sources = texts.map((text) => ({ ...text, kind: "document" as const }));
    for (const { question, answer } of questions) {
      const guessed = await detectQuestionLanguage(
        question,
        [],
        texts.map(({ text }) => text),
      );
      if (guessed === language) count.language++;
      const { kind, quotes } = await search(question, sources, { language: guessed, embed: embedOnce, many });
      if (kind === "nothing") answer === undefined ? count.told++ : count.refused++;
      else if (answer !== undefined && bare(quotes[0]!.text).includes(bare(answer))) count.right++;
    }
    const answered = questions.filter(({ answer }) => answer !== undefined).length;
    const others = questions.length - answered;
    console.log(
      `${language}: ${count.language} of ${questions.length} in their language; of ${answered} with an answer ${count.refused} refused and ${count.right} right; of ${others} without one ${count.told} told so`,
    );
  }
}

const bare = (text: string) => text.normalize("NFKC").replaceAll(/\s/g, "");

async function main(): Promise<number> {
  const asked = (textsFor: (own: (typeof TEXTS)[number]) => typeof TEXTS): Case[] =>
    TEXTS.flatMap((own) =>
      own.questions.map(({ question, answer }) => ({
        question,
        texts: textsFor(own),
        isRight: (sentence: string) => answer !== undefined && sentence.includes(answer),
      })),
    );
  const elsewhere = TEXTS.flatMap((own) =>
    TEXTS.filter((other) => other !== own).flatMap((other) =>
      own.questions.map(({ question }) => ({ question, texts: [other], isRight: () => false })),
    ),
  );
  const office = [{ name: "office", text: PASSAGES.join("\n\n") }];
  const labelled = QUERIES.filter(({ language }) => language === "english").map(({ query, right }) => ({
    question: query,
    texts: office,
    isRight: (sentence: string) => right.some((at) => PASSAGES[at] === sentence),
  }));
  const unanswered = TEXTS.flatMap(({ questions }) => questions).filter(({ answer }) => answer === undefined);
  /** Returns held-out questions of `questions/`; the text they are asked of contains the answer only with `isTold`. */
  const heldOut = (language: string, isTold: boolean): Case[] => {
    const lines = inLanguage(language);
    return lines.flatMap(([question, passage], at) =>
      at % 2 === 0
        ? []
        : {
            question,
            texts: [
              {
                name: language,
                text: lines
                  .map(([, each]) => each)
                  .filter((each) => isTold || each !== passage)
                  .join("\n\n"),
              },
            ],
            isRight: (sentence: string) => isTold && passage.includes(sentence),
          },
    );
  };
  console.log(`${unanswered.length} of the questions about texts have no answer in them`);
  const all = [
    await measured(
      "of the text that the question is about",
      asked((own) => [own]),
    ),
    await measured(
      "of all texts together",
      asked(() => TEXTS),
    ),
    await measured("of the sentences of an office", labelled),
    await measured(
      "of passages in six languages",
      JUDGED_LANGUAGES.flatMap((language) => heldOut(language, true)),
    ),
  ];
  const untold = [
    await measured("of another text, which does not tell", elsewhere),
    await measured(
      "of passages in six languages that do not tell",
      JUDGED_LANGUAGES.flatMap((language) => heldOut(language, false)),
    ),
  ];
  await inOtherLanguages();
  const times = all.flatMap(({ times }) => times).sort((a, b) => a - b);
  console.log(`p50 ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms`);
  const [said, right] = [
    all.reduce((sum, each) => sum + each.said, 0),
    all.reduce((sum, each) => sum + each.right, 0),
  ];
  const isTold = untold.every(({ asked, said }) => 1 - said / asked >= MIN_ANSWERED_SHARE);
  return right / said >= MIN_CORRECT_SHARE && isTold ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
