import type { Text } from "@codemirror/state";
import type { Passage } from "../suggestions/use-request";

// How most lines end.
export function getLineEnd(text: string): string {
  const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const [end] of text.matchAll(/\r\n?|\n/g)) counts[end as keyof typeof counts]++;
  const [[most]] = Object.entries(counts).sort(([, one], [, other]) => other - one) as [[string, number]];
  return most;
}

export const withLineEnd = (doc: Text, lineEnd: string): string => doc.sliceString(0, doc.length, lineEnd);

/** Returns a part of an editor's text as it stands in the text with these line ends. */
export function toPassage(doc: Text, from: number, to: number, lineEnd: string): Passage {
  const move = (at: number) => at + (doc.lineAt(at).number - 1) * (lineEnd.length - 1);
  return { text: withLineEnd(doc, lineEnd), from: move(from), to: move(to) };
}
