type StructureContext = {
  start: number;
  headings: string[];
  /** Caption and header row of a table, or introduction of a list; empty elsewhere. */
  lead: string;
};

const MAX_HEADING_LENGTH = 120;
const MAX_LEAD_LENGTH = 200;
const MAX_HEADER_LENGTH = 600;

export const HEADING_SEPARATOR = " › ";

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:[-*•]|\d{1,4}[.)])\s/;

/** Returns the context of each section of a Markdown text, in order and in linear time. */
export function parseStructure(text: string): StructureContext[] {
  const places: StructureContext[] = [{ start: 0, headings: [], lead: "" }];
  let above: { level: number; words: string }[] = [];
  let fence = "";
  let kind: "table" | "list" | "" = "";
  let before = "";
  const place = (start: number, lead = "") =>
    places.push({ start, headings: above.map(({ words }) => words), lead });
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, Math.min(end, start + MAX_HEADER_LENGTH)).trimEnd();
    const [, mark = ""] = FENCE.exec(line) ?? [];
    if (fence) {
      if (mark.startsWith(fence)) fence = "";
    } else if (mark) fence = mark;
    else if (line.trim() === "") {
      if (kind === "table") place(start);
      if (kind === "table") kind = "";
    } else if (HEADING.test(line)) {
      const [, marks = "", words = ""] = HEADING.exec(line) ?? [];
      above = above.filter(({ level }) => level < marks.length);
      place(start);
      above.push({ level: marks.length, words: words.slice(0, MAX_HEADING_LENGTH).toWellFormed() });
      place(end);
      kind = before = "";
    } else if (line.startsWith("|")) {
      if (kind !== "table") place(end, [toLead(before), line].filter(Boolean).join("\n"));
      kind = "table";
    } else if (ITEM.test(line)) {
      if (kind !== "list") place(start, /[:：]$/.test(before) ? toLead(before) : "");
      kind = "list";
    } else {
      // An indented line continues the list item or table.
      if (kind !== "" && !/^\s/.test(line)) {
        place(start);
        kind = "";
      }
      before = line;
    }
    start = end;
  }
  return places;
}

const toLead = (line: string) => (line.length <= MAX_LEAD_LENGTH ? line.trim() : "");

/**
 * Returns the heading of the longest part of a chunk: a heading inside the chunk, or the last heading of its context.
 * @param text indexed text, which ends with the chunk
 * @param length of the chunk in characters
 */
export function findMainHeading(text: string, length: number): string | undefined {
  const context = text.slice(0, -length);
  const path = context.includes("\n\n") ? context.slice(0, context.indexOf("\n\n")) : "";
  const places = parseStructure(text.slice(-length));
  const lengths = new Map<string, number>();
  for (const [at, { start, headings }] of places.entries()) {
    const heading = headings.at(-1) ?? path.split(HEADING_SEPARATOR).at(-1)!;
    const end = places[at + 1]?.start ?? length;
    lengths.set(heading, (lengths.get(heading) ?? 0) + end - start);
  }
  const longest = Math.max(...lengths.values());
  return [...lengths].find(([, sum]) => sum === longest)![0] || undefined;
}

export const isHeading = (text: string): boolean => HEADING.test(text.split("\n", 1)[0]!.trimEnd());
