import { MARKS } from "./plain";

/**
 * Removes Markdown from a text and adjusts ranges within it.
 * @param ranges Starts and ends in UTF-16 code units, in order; ranges that cover only markup are dropped
 */
export function stripMarkdownWithRanges(text: string, ranges: [number, number][]) {
  let shown = "";
  let at = 0;
  // End of each removed mark and the total length of all marks removed up to that point.
  const taken: { from: number; to: number; before: number }[] = [];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    shown += text.slice(at, index);
    taken.push({ from: index, to: index + mark.length, before: index - shown.length });
    at = index + mark.length;
  }
  shown += text.slice(at);
  const toPlainPosition = (place: number): number => {
    const last = taken.findLast(({ from }) => from <= place);
    if (!last) return place;
    return Math.max(last.from, Math.min(place, last.from) + Math.max(0, place - last.to)) - last.before;
  };
  const places = ranges.map(([from, to]): [number, number] => [toPlainPosition(from), toPlainPosition(to)]);
  return { text: shown, ranges: places.filter(([from, to]) => to > from) };
}
