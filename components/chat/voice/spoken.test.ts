import { expect, test } from "vitest";
import { processorTime } from "@/test/processor-time";
import { detectLanguage, splitIntoSpokenSentences } from "./spoken";

test("splitIntoSpokenSentences strips Markdown and splits a text into sentences", () => {
  const text = `# The **harbour**

It opens at *nine*. See [the map](https://example.test/map) [1], or https://www.example.test/a/b?c=d.

It costs $5/month or $50; $x$ is free.

- first_name stays
- [x] a \`task\`

| Day | Hours |
| --- | ---: |
| Monday | 9–12 |

\`\`\`js
const secret = 1;
\`\`\`

---
> Quoted <b>words</b>.`;
  expect(splitIntoSpokenSentences(text, "en")).toEqual([
    "The harbour",
    "It opens at nine.",
    "See the map, or example.test",
    "It costs $5/month or $50; x is free.",
    "first_name stays",
    "a task",
    "Day, Hours",
    "Monday, 9–12",
    "Quoted words.",
  ]);
});

test("splitIntoSpokenSentences returns only short pieces and loses none", () => {
  const long = `${"Word after word, and on it goes ".repeat(20)}.${"x".repeat(500)}`;
  const pieces = splitIntoSpokenSentences(long, "en");
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(180);
  expect(pieces.join("").replace(/\s/g, "")).toBe(long.replace(/\s/g, ""));
  expect(splitIntoSpokenSentences("```\nnever closed", "en")).toEqual([]);
  expect(splitIntoSpokenSentences("**".repeat(5000), "en")).toEqual([]);
});

test.each([
  ["The harbour is closed and the ships wait.", "en"],
  ["Der Hafen ist geschlossen und die Schiffe warten.", "de"],
  ["Le port est fermé et les bateaux attendent dans la baie.", "fr"],
  ["El puerto está cerrado y los barcos esperan.", "es"],
  ["港は閉まっています。", "ja"],
  ["港口关闭了。", "zh"],
  ["Порт закрыт.", "ru"],
  ["OK", "en-GB"],
])("%s", (text, language) => {
  expect(detectLanguage(text, language.startsWith("en") ? language : "en")).toBe(language);
});

test.each(["<!-- ", "[", "[a](", "**a ", "`a ``b ", "<a ", "| ", "*a_ ", "$a ", "- ", "http://"])(
  "splitIntoSpokenSentences takes linear time for unclosed marks: %j",
  async (piece) => {
    const taken = await processorTime(() => {
      for (const text of [piece.repeat(100_000 / piece.length), `${piece.repeat(300)}\n`.repeat(100)])
        splitIntoSpokenSentences(text.slice(0, 100_000), "en");
    });
    expect(taken).toBeLessThan(1500);
  },
);
