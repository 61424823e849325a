import type { StoredPart } from "@/db/schema/documents";
import type { Segment } from "@/lib/llm/models/service";

/** `isDraft` is true for transcripts of the offline engine, whose words are often wrong. */
export type Transcript = { segments: Segment[]; isDraft: boolean };

export const DRAFT = "Draft by offline speech recognition: words may be wrong.";
export const ON_SCREEN = "On screen";
const TIME = /^\[(?:\d+:)?\d{1,2}:\d{2}\] /;

/** Formats seconds as `mm:ss` or, from one hour on, as `h:mm:ss`. */
export function formatClock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60)];
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(all % 60)}`;
}

const hundredths = (seconds: number) => Math.round(seconds * 100) / 100;

type TranscriptLine = Pick<Segment, "from" | "who" | "text">;
const formatHead = ({ from, who }: Omit<TranscriptLine, "text">) =>
  `[${formatClock(from)}] ${who ? `${who}: ` : ""}`;

export const formatLine = (line: TranscriptLine): string => `${formatHead(line)}${line.text.trim()}`;

/**
 * Formats a transcript as a document's text with one line, such as `[mm:ss] words`, for each segment. Each line is a
 * part with its time in seconds.
 */
export function toDocumentText({ segments, isDraft }: Transcript): { text: string; parts: StoredPart[] } {
  const parts: StoredPart[] = [];
  let text = isDraft ? `${DRAFT}\n` : "";
  for (const [at, { from, text: said, who, words = [] }] of segments.entries()) {
    const head = formatHead({ from, who });
    parts.push({
      page: at + 1,
      title: null,
      start: text.length,
      seconds: hundredths(from),
      ...(words.length > 0 && { words: words.map(({ at, from }) => [head.length + at, hundredths(from)]) }),
    });
    // Each whitespace character is replaced by one space, so that offsets of words stay valid.
    text += `${head}${said.replace(/\s/g, " ").trim()}\n`;
  }
  return { text, parts };
}

export function parseTranscript({ text, parts }: { text: string; parts: StoredPart[] }): Transcript {
  const segments = parts.flatMap(({ start, seconds: from, words }, at): Segment[] => {
    const next = parts[at + 1];
    const line = text.slice(start, next?.start);
    const head = TIME.exec(line)?.[0].length ?? 0;
    if (from === undefined) return [];
    const own = words && { words: words.map(([place, from]) => ({ at: place - head, from })) };
    return [{ from, to: next?.seconds ?? from, text: line.slice(head).trim(), ...own }];
  });
  return { segments, isDraft: text.startsWith(DRAFT) };
}
