import { expect, test } from "vitest";
import { listSearchForms, listWordForms } from "./word-forms";

test("Arabic words are found without articles, conjunctions, endings and vowel signs", () => {
  const [text] = [listWordForms("والجسور دُمّر المدرسة أحمد", "arabic")];
  expect(text).toEqual(["جسور", "دمر", "مدرس", "احمد"]);
  expect(listSearchForms("مدرسـة؟", "arabic").stem).toBe("مدرس");
});

test("compounds are found by their ends, by their beginnings and by their separate parts", () => {
  const written = listWordForms("Die Steinbrücken", "german");
  expect(written).toHaveLength(1);
  expect(
    listSearchForms("Brücke?", "german").beginnings.some((beginning) => written[0]!.startsWith(beginning)),
  ).toBe(true);
  expect(listSearchForms("Bienenlarven", "german").parts).toContainEqual(["bienen", "larven"]);
  expect(listSearchForms("Leuchtturmswärter", "german").parts).toContainEqual(["leuchtturm", "wärter"]);
  expect(listSearchForms("alt", "german")).toEqual({ beginnings: [], parts: [] });
  expect([listWordForms("steinbrücken", "english"), listWordForms("steinbrücken", null)]).toEqual([[], []]);
  expect(listSearchForms("a".repeat(3_000), null)).toEqual({ beginnings: [], parts: [] });
});
