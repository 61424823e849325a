import type { Message } from "@/components/data/thread";
import { MARK } from "./citations";
import { items, number, text } from "./notes";

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
  start?: number;
  length?: number;
  message_id?: number;
  chat_uuid?: string;
  /** Of a page of the web. */
  url?: string;
};

/** The sources of a reply, by their numbers. */
export const citationsOf = (extra: Message["extra"]): Citation[] =>
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

/** An address that may be a link. */
const webAddress = (address: string | undefined) =>
  address && /^https?:\/\//i.test(address) ? address : undefined;

/** The sources that a text cites by their numbers. */
export function citedIn(text: string, extra: Message["extra"]): Citation[] {
  const numbers = new Set([...text.matchAll(MARK)].map(([, n]) => Number(n)));
  return citationsOf(extra).filter(({ n }) => numbers.has(n));
}
