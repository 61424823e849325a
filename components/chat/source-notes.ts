import type { Message } from "@/components/data/thread";
import { MARK } from "./citations";
import { items, number, text } from "./notes";

export type Citation = {
  n: number;
  title: string;
  snippet: string;
  page: number | null;
  seconds?: number;
  document_id?: number;
  start?: number;
  length?: number;
  message_id?: number;
  chat_uuid?: string;
  url?: string;
};

export const parseCitations = (extra: Message["extra"]): Citation[] =>
  items(extra?.citations).flatMap((given) => {
    const n = number(given.n);
    if (n === undefined) return [];
    return {
      n,
      title: text(given.title) ?? "",
      snippet: text(given.snippet) ?? "",
      page: number(given.page) ?? null,
      seconds: number(given.seconds),
      document_id: number(given.document_id),
      start: number(given.start),
      length: number(given.length),
      message_id: number(given.message_id),
      chat_uuid: text(given.chat_uuid),
      url: webAddress(text(given.url)),
    };
  });

/** Returns the address if it is http(s), so that no other scheme becomes a link. */
const webAddress = (address: string | undefined) =>
  address && /^https?:\/\//i.test(address) ? address : undefined;

export function citedIn(text: string, extra: Message["extra"]): Citation[] {
  const numbers = new Set([...text.matchAll(MARK)].map(([, n]) => Number(n)));
  return parseCitations(extra).filter(({ n }) => numbers.has(n));
}
