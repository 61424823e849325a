import { expect, test } from "vitest";
import { findCursor, toCursorPlace } from "./cursor-place";

const place = (text: string) => toCursorPlace(text.replace("|", ""), text.indexOf("|"));

test("a cursor is found in a draft that has more or less text before it", () => {
  const cursor = place("# Plan\n\nMonday: meet| at ten.\n\nTuesday: travel.");
  for (const draft of [
    "# Plan\n\nMonday: meet| at ten.\n\nTuesday: travel.",
    "# A longer plan\n\nMonday: meet| at ten.\n\nTuesday: travel.",
    "Monday: meet| at ten.",
    "# Plan\n\nMonday: all of us meet| in May.",
  ])
    expect(findCursor(draft.replace("|", ""), cursor), draft).toBe(draft.indexOf("|"));
});

test("of several places with the same text the nearest counts", () => {
  const line = "- buy milk\n";
  const list = line.repeat(30);
  const at = line.length * 20 + 5;
  expect(findCursor(list, toCursorPlace(list, at))).toBe(at);
});

test("a cursor stays in a text that has nothing of it", () => {
  expect(findCursor("", place("some| text"))).toBe(0);
  expect(findCursor("xyz", place("some| text"))).toBe(3);
});

test("the text around a cursor has whole characters", () => {
  const text = "😀".repeat(20);
  const { before, after } = toCursorPlace(`${text}a${text}`, 41);
  expect(before.isWellFormed() && after.isWellFormed()).toBe(true);
});
