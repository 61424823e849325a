import { formatClock } from "@/lib/knowledge/transcripts/service";

export const HEADINGS = ["Summary", "Key Points", "Timeline", "Notable Details", "Conclusions"] as const;
export type Heading = (typeof HEADINGS)[number];

const NOTHING = "Nothing to report.";
const INSIDE = /^(\s{0,3}(?:>\s?|[-*+]\s+|\d+[.)]\s+)*)/;

/**
 * Normalizes a model's answer to the five sections. Handles headings that are missing, repeated, additional, in
 * another order or on another level, and timeline entries that are unsorted or outside of the video.
 * @param seconds the length of the video
 * @param remarks appended to the notable details
 * @returns the text and the sections without content
 */
export function toFiveSections(
  markdown: string,
  seconds: number,
  remarks: string[] = [],
): { text: string; missing: Heading[] } {
  const sections = splitIntoSections(parseLines(markdown));
  sections.set("Timeline", timeline(sections.get("Timeline") ?? "", seconds));
  const missing = HEADINGS.filter((heading) => !sections.get(heading));
  const details = [sections.get("Notable Details") ?? "", ...remarks];
  sections.set("Notable Details", details.filter(Boolean).join("\n\n"));
  const text = HEADINGS.map((heading) => `## ${heading}\n\n${sections.get(heading) || NOTHING}`).join("\n\n");
  return { text, missing };
}

type Line = { text: string; level: number };

// Splits the text into lines. Headings outside of code blocks get their level and lose their marks; other lines get
// level 0.
function parseLines(markdown: string): Line[] {
  const plain = unwrapCodeBlock(markdown.replaceAll("\r\n", "\n").trim()).split("\n");
  const lines: Line[] = [];
  let fence: string | undefined;
  for (const [at, text] of plain.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence) {
      const isEnd = mark?.startsWith(fence) && text.trim() === mark;
      if (isEnd) fence = undefined;
      lines.push({ text, level: 0 });
    } else if (mark) {
      const ends = plain.slice(at + 1).some((line) => line.trim().startsWith(mark));
      // An unclosed fence is ignored, because its block would contain all remaining lines.
      if (ends) {
        fence = mark;
        lines.push({ text, level: 0 });
      }
    } else lines.push(...heading(text, lines));
  }
  return lines;
}

// Unwraps an answer that consists of one code block.
function unwrapCodeBlock(text: string): string {
  const [, inside] = /^```(?:markdown|md)?[ \t]*\n([\s\S]*)\n```$/i.exec(text) ?? [];
  return inside !== undefined && !/^```/m.test(inside) ? inside : text;
}

// Parses a line. An underline changes the line before it into a heading.
function heading(text: string, before: Line[]): Line[] {
  const last = before.at(-1);
  if (/^ {0,3}(=+|-+)\s*$/.test(text) && last && last.level === 0 && isProse(last.text)) {
    last.text = last.text.trim();
    last.level = text.includes("=") ? 1 : 2;
    return [];
  }
  const [, marks, title] = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(text) ?? [];
  if (marks) return [{ text: title ?? "", level: marks.length }];
  const html = /^\s*<h([1-6])[^>]*>(.*?)<\/h\1>\s*$/i.exec(text);
  if (html) return [{ text: html[2]!, level: Number(html[1]) }];
  const bold = /^ {0,3}(?:\*\*|__)(.+?)(?:\*\*|__):?\s*$/.exec(text);
  if (bold && findHeading(bold[1]!)) return [{ text: bold[1]!, level: 6 }];
  const start = INSIDE.exec(text)![0];
  return [{ text: start + text.slice(start.length).replace(/^#{1,2}(?=\s)/, "###"), level: 0 }];
}

const isProse = (text: string) => text.trim() !== "" && !/^\s*([|>*+-]|\d+[.)]\s)/.test(text);

// Returns the section that a heading names, ignoring punctuation and numbering around the name.
function findHeading(title: string): Heading | undefined {
  const name = title
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")
    .replace(/[\s_-]+/g, " ")
    .toLowerCase();
  return NAMES[name];
}
const NAMES: Record<string, Heading> = {
  ...Object.fromEntries(HEADINGS.map((name) => [name.toLowerCase(), name])),
  "key point": "Key Points",
  keypoints: "Key Points",
  "time line": "Timeline",
  "notable detail": "Notable Details",
  conclusion: "Conclusions",
};

function splitIntoSections(lines: Line[]): Map<Heading, string> {
  const own = byOrder(lines) ?? ((line: Line) => findHeading(line.text));
  const pieces = new Map<Heading | undefined, string[]>();
  let current: Heading | undefined;
  for (const line of lines) {
    const name = line.level > 0 ? own(line) : undefined;
    // Below level 2, a heading with the name of a section that has already begun does not begin it again.
    if (name && (line.level <= 2 || !pieces.has(name))) current = name;
    const into = pieces.get(current) ?? [];
    pieces.set(current, into);
    if (name && name === current) continue;
    into.push(line.level > 0 ? `${"#".repeat(Math.max(3, line.level))} ${line.text}`.trim() : line.text);
  }
  const sections = new Map<Heading, string>();
  for (const heading of HEADINGS) {
    const text = tidy(pieces.get(heading));
    if (text) sections.set(heading, text);
  }
  // Text before all sections is a summary without its heading, or small talk. It is used if there is no summary.
  const first = tidy(pieces.get(undefined));
  if (first && !sections.has("Summary")) sections.set("Summary", first);
  return sections;
}

// Maps five second-level headings in another language to the sections by their order.
function byOrder(lines: Line[]): ((line: Line) => Heading | undefined) | undefined {
  const second = lines.filter(({ level }) => level === 2);
  if (second.length !== HEADINGS.length || lines.some(({ text, level }) => level > 0 && findHeading(text)))
    return undefined;
  return (line) => HEADINGS[second.indexOf(line)];
}

const tidy = (lines: string[] = []): string =>
  lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

const TIME = "\\d{1,3}:\\d{2}(?::\\d{2})?";
// Matches list, table, emphasis and bracket marks, a time or a range of two, and the entry's text.
const ENTRY = new RegExp(
  `^[\\s>|*_+\`[(\\-–—•]*(?:\\d+[.)]\\s+[*_\`[(]*)?(${TIME})(?:[.,]\\d+)?(?:[\\s\\])]*(?:-|–|—|to|→)[\\s[(]*(${TIME})(?:[.,]\\d+)?)?(?!\\d)[\\s*_\`\\])|:–—,.-]*(.*)$`,
);

// Formats the entries as a list sorted by time, merging entries of the same second.
function timeline(section: string, seconds: number): string {
  const entries: { from: number; to: number | undefined; text: string }[] = [];
  let isInside = false;
  for (const line of section.split("\n")) {
    const [, from, to, rest = ""] = ENTRY.exec(line) ?? [];
    if (from !== undefined) {
      const begins = parseSeconds(from);
      isInside = begins <= Math.max(0, seconds);
      const ends = to === undefined ? undefined : parseSeconds(to);
      const isRange = ends !== undefined && ends > begins && ends <= Math.ceil(seconds);
      if (isInside) entries.push({ from: begins, to: isRange ? ends : undefined, text: inline(rest) });
    } else if (isInside && !/^\s*#/.test(line)) {
      const last = entries.at(-1)!;
      last.text = [last.text, inline(line)].filter(Boolean).join(" ");
    }
  }
  const said = new Map<number, { to: number | undefined; texts: string[] }>();
  for (const { from, to, text } of entries.toSorted((a, b) => a.from - b.from)) {
    if (text === "") continue;
    const same = said.get(from) ?? { to, texts: [] };
    said.set(from, { to: same.to, texts: [...same.texts, text] });
  }
  return [...said]
    .map(
      ([from, { to, texts }]) =>
        `- ${formatClock(from)}${to === undefined ? "" : `–${formatClock(to)}`} ${texts.join(" ")}`,
    )
    .join("\n");
}

const parseSeconds = (time: string): number => {
  const parts = time.split(":").map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0);
};

const inline = (line: string): string =>
  line
    .replace(/^\s*(?:[>|]\s*)*(?:[-*+•]\s+|\d+[.)]\s+)?/, "")
    .replace(/\s*\|\s*$/, "")
    .replace(/^[-|:\s]+$/, "")
    .trim();
