import type { StoredPart } from "@/db/schema/documents";
import type { Segment } from "@/lib/ai/models/service";

/** `isDraft`: made by the offline engine, whose words are often wrong. */
export type Transcript = { segments: Segment[]; isDraft: boolean };

/** The first line of a transcript whose words may be wrong. */
export const DRAFT = "Draft by offline speech recognition: words may be wrong.";
const TIME = /^\[(?:\d+:)?\d{1,2}:\d{2}\] /;

/** `mm:ss`, from an hour on `h:mm:ss`. */
export function clock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60)];
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(all % 60)}`;
}

/** A transcript as the text of a document: a line `[mm:ss] words` for each segment, each a part that knows its second. */
export function textOf({ segments, isDraft }: Transcript): { text: string; parts: StoredPart[] } {
  const parts: StoredPart[] = [];
  let text = isDraft ? `${DRAFT}\n` : "";
  for (const [at, { from, text: said }] of segments.entries()) {
    const words = said.replace(/\s+/g, " ").trim();
    parts.push({ page: at + 1, title: null, start: text.length, seconds: Math.round(from * 100) / 100 });
    text += `[${clock(from)}] ${words}\n`;
  }
  return { text, parts };
}

/** The transcript that is such a text. A segment lasts until the next one begins. */
export function transcriptIn({ text, parts }: { text: string; parts: StoredPart[] }): Transcript {
  const segments = parts.flatMap(({ start, seconds: from }, at): Segment[] => {
    const next = parts[at + 1];
    const said = text.slice(start, next?.start).replace(TIME, "").trim();
    return from === undefined ? [] : [{ from, to: next?.seconds ?? from, text: said }];
  });
  return { segments, isDraft: text.startsWith(DRAFT) };
}
