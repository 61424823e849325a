import type { ReactNode } from "react";
import { stripMarkdownWithRanges } from "@/components/markdown/plain-ranges";

// Characters shown before the first match in compact results.
const BEFORE = 40;

/** @param ranges Start and end of each match in UTF-16 code units, sorted */
export function Highlighted({
  isMarkdown = false,
  isShort = false,
  ...given
}: {
  text: string;
  ranges: [number, number][];
  isMarkdown?: boolean;
  isShort?: boolean;
}) {
  const { text, ranges } = isMarkdown ? stripMarkdownWithRanges(given.text, given.ranges) : given;
  const first = ranges[0]?.[0] ?? 0;
  const cut = isShort && first > BEFORE * 2 ? text.lastIndexOf(" ", first - BEFORE) + 1 : 0;
  const parts: ReactNode[] = cut > 0 ? ["… "] : [];
  let at = cut;
  for (const [from, to] of ranges) {
    parts.push(
      text.slice(at, from),
      <mark key={from} className="rounded-xs bg-accent-soft font-medium text-inherit">
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  parts.push(text.slice(at));
  return parts;
}
