import { expect, test } from "vitest";
import { buildSearchForms, listWordForms } from "./word-forms";

test("Arabic words are found without articles, conjunctions, endings and vowel signs", () => {
  const [text] = [listWordForms("والجسور دُمّر المدرسة أحمد", "arabic")];
  expect(text).toEqual(["جسور", "دمر", "مدرس", "احمد"]);
  expect(buildSearchForms("مدرسـة؟", "arabic").stem).toBe("مدرس");
});

test("compounds are found by their ends, by their beginnings and by their separate parts", () => {
  const written = listWordForms("Die Steinbrücken", "german");
  expect(written).toHaveLength(1);
  expect(
    buildSearchForms("Brücke?", "german").beginnings.some((beginning) => written[0]!.startsWith(beginning)),
  ).toBe(true);
  expect(buildSearchForms("Bienenlarven", "german").parts).toContainEqual(["bienen", "larven"]);
  expect(buildSearchForms("Leuchtturmswärter", "german").parts).toContainEqual(["leuchtturm", "wärter"]);
  expect(buildSearchForms("alt", "german")).toEqual({ beginnings: [], parts: [] });
  expect([listWordForms("steinbrücken", "english"), listWordForms("steinbrücken", null)]).toEqual([[], []]);
  expect(buildSearchForms("a".repeat(3_000), null)).toEqual({ beginnings: [], parts: [] });
});
