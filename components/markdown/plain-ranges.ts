import { MARKS } from "./plain";

/**
 * A text without the marks of Markdown, with the same places in it.
 * @param ranges Begin and end in UTF-16 units, in order; one that is all marks goes
 */
export function plainWithRanges(text: string, ranges: [number, number][]) {
  let shown = "";
  let at = 0;
  /** For each mark its end and how much was taken out up to there. */
  const taken: { from: number; to: number; before: number }[] = [];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    shown += text.slice(at, index);
    taken.push({ from: index, to: index + mark.length, before: index - shown.length });
    at = index + mark.length;
  }
  shown += text.slice(at);
  const placeOf = (place: number): number => {
    const last = taken.findLast(({ from }) => from <= place);
    if (!last) return place;
    return Math.max(last.from, Math.min(place, last.from) + Math.max(0, place - last.to)) - last.before;
  };
  const places = ranges.map(([from, to]): [number, number] => [placeOf(from), placeOf(to)]);
  return { text: shown, ranges: places.filter(([from, to]) => to > from) };
}
