import { CITATION_MARK } from "@/lib/platform/thread/citations";
import { listSourceNumbers } from "./notes";

type MessageExtra = Record<string, unknown> | null;

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/** Turns the citations of a reply into links to its sources. Bracketed numbers in code are left alone. */
export function linkCitations(text: string, id: number, extra: MessageExtra): string {
  const known = new Set(listSourceNumbers(extra));
  if (known.size === 0) return text;
  const linked = (part: string) =>
    part.replace(CITATION_MARK, (mark, n: string) =>
      known.has(Number(n)) ? `[${n}](#source-${id}-${n})` : mark,
    );
  return text
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : linked(part)))
    .join("");
}

export function openCitation(mark: HTMLAnchorElement): void {
  document.getElementById(mark.hash.slice(1))?.querySelector("a")?.click();
}
