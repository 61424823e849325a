// How often what the document finder calls an answer is one: questions about texts that tell and that do not.
import { search } from "@/lib/ai/models/document-finder/search";
import { embedOnce } from "@/lib/ai/models/document-finder/vectors";
import { TEXTS } from "./asked";
import { PASSAGES, QUERIES } from "./labelled";

/** The share of answers that have to be right. */
const LEAST_RIGHT = 0.9;

type Case = {
  question: string;
  texts: { name: string; text: string }[];
  isRight: (sentence: string) => boolean;
};

async function measured(name: string, cases: Case[]): Promise<{ said: number; right: number }> {
  const outcome = { said: 0, right: 0 };
  for (const { question, texts, isRight } of cases) {
    const sources = texts.map((text) => ({ ...text, kind: "document" as const }));
    const { kind, quotes } = await search(question, sources, embedOnce);
    if (kind !== "answer") continue;
    outcome.said++;
    if (isRight(quotes[0]!.text)) outcome.right++;
  }
  console.log(
    `${name}: ${cases.length} asked, ${outcome.said} called an answer, ${outcome.right} of them right`,
  );
  return outcome;
}

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
  ];
  await measured("of another text, which does not tell", elsewhere);
  const [said, right] = [
    all.reduce((sum, each) => sum + each.said, 0),
    all.reduce((sum, each) => sum + each.right, 0),
  ];
  return right / said >= LEAST_RIGHT ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
