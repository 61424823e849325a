import { expect, test } from "vitest";
import { readerOf } from "./languages";

test.each([
  [null, "en"],
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["ru,fr;q=0.5,es;q=0.7", "es"],
  ["zh-TW", "zh"],
  ["constructor", "en"],
  ["ar;q=0, en", "en"],
])("a browser that accepts %s reads %s", (accepted, language) =>
  expect(readerOf(undefined, accepted).language).toBe(language),
);
