import { expect, test } from "vitest";
import { linkCitations } from "./citations";
import { parseContext, parseUsage } from "./made-from-notes";
import { parseFailure, parsePreviousTexts } from "./notes";
import { listCitedSources, parseCitations } from "./source-notes";

const NONSENSE = [5, "x", true, [], [null], [5], {}, { n: {} }, [{ n: "1" }], [[[]]], { message: {} }];

test.each(NONSENSE)("parsers of stored extra data ignore malformed values: %j", (value) => {
  const extra = { citations: value, previous: value, error: value, usage: value, context: value };
  expect(parseCitations(extra)).toEqual([]);
  expect(linkCitations("So [1].", 1, extra)).toBe("So [1].");
  expect(listCitedSources("So [1].", extra)).toEqual([]);
  for (const earlier of parsePreviousTexts(extra)) expect(earlier).toBe("");
  expect(parseFailure(extra)?.message).toBeUndefined();
  for (const fact of Object.values({ ...parseUsage(extra), ...parseContext(extra) }))
    expect([undefined, false]).toContain(fact);
});

test("parsers of stored extra data return well-formed values", () => {
  const citation = { n: 1, title: "Plan", snippet: "…", page: null, document_id: 7, start: 0, length: 5 };
  const extra = { citations: [citation], previous: [{ message: "Before" }], error: { message: "Busy" } };
  expect(parseCitations(extra)).toEqual([expect.objectContaining(citation)]);
  expect(linkCitations("So [1] [2].", 3, extra)).toBe("So [1](#source-3-1) [2].");
  expect(parsePreviousTexts(extra)).toEqual(["Before"]);
  expect(parseFailure(extra)).toEqual({ message: "Busy" });
  expect(parseUsage(null) ?? parseContext({}) ?? parseFailure({})).toBeUndefined();
});
