import type { MouseEvent } from "react";

/** What a reply was made from, as `extra.citations` names it. */
export type Citation = {
  n: number;
  title: string;
  snippet: string;
  page: number | null;
  /** Of a recording: when it is said. */
  seconds?: number;
  document_id?: number;
  /** Where the passage stands in the text of its document. */
  start?: number | null;
  length?: number;
  message_id?: number;
  chat_uuid?: string | null;
};

type Extra = Record<string, unknown> | null;

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const MARK = /\[(\d{1,2})\](?![(:])/g;

export const citationsOf = (extra: Extra): Citation[] => (extra?.citations ?? []) as Citation[];

/** The sources that a text cites by their numbers. */
export function citedIn(text: string, extra: Extra): Citation[] {
  const numbers = new Set([...text.matchAll(MARK)].map(([, n]) => Number(n)));
  return citationsOf(extra).filter(({ n }) => numbers.has(n));
}

/** The text of a reply with its citations as links to the sources below it; in code a number in brackets is code. */
export function withCitations(text: string, id: number, extra: Extra): string {
  const known = new Set(citationsOf(extra).map(({ n }) => n));
  if (known.size === 0) return text;
  const linked = (part: string) =>
    part.replace(MARK, (mark, n: string) => (known.has(Number(n)) ? `[${n}](#source-${id}-${n})` : mark));
  return text
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : linked(part)))
    .join("");
}

/** A number in a text opens its source at once, instead of only leading to the list. */
export function openCited(event: MouseEvent): void {
  const mark = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#source-"]');
  const place = mark && document.getElementById(mark.hash.slice(1))?.querySelector("a");
  if (!place) return;
  event.preventDefault();
  place.click();
}
