import { formatLine } from "@/lib/knowledge/transcripts/service";
import type { Segment } from "@/lib/llm/models/service";

// Approximate length of a part that a model reads in one request.
const PART_SECONDS = 600;
// The maximum number of pictures of a part, and the maximum time between them.
const MAX_PICTURES = 24;
const MAX_GAP_SECONDS = 180;

export type VideoPart = { from: number; to: number };
export type Screen = { seconds: number; text: string };

export function splitIntoParts(seconds: number): VideoPart[] {
  const count = Math.max(1, Math.round(seconds / PART_SECONDS));
  const at = (n: number) => (seconds * n) / count;
  return Array.from({ length: count }, (_, n) => ({ from: at(n), to: at(n + 1) }));
}

/**
 * Selects the moments in seconds of a part whose pictures are shown: its scenes, thinned out if there are too many, and
 * additional moments where little changes.
 */
export function selectMoments({ from, to }: VideoPart, scenes: number[]): number[] {
  const own = selectEvenly(
    scenes.filter((at) => at >= from && at < to),
    MAX_PICTURES,
  );
  const moments: number[] = [];
  let before = from;
  for (const at of [...own, to]) {
    const steps = Math.ceil((at - before) / MAX_GAP_SECONDS);
    for (let n = 1; n < steps; n++) moments.push(before + ((at - before) * n) / steps);
    if (at < to) moments.push(at);
    before = at;
  }
  if (moments.length === 0) moments.push((from + to) / 2);
  return selectEvenly(moments, MAX_PICTURES);
}

export function selectEvenly<T>(items: T[], most: number): T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, n) => items[Math.round((n * (items.length - 1)) / (most - 1))]!);
}

export const formatTranscript = ({ from, to }: VideoPart, segments: Segment[]): string =>
  segments
    .filter((segment) => segment.from >= from && segment.from < to && segment.text.trim() !== "")
    .map(formatLine)
    .join("\n");
