import type { Message } from "@/components/data/thread";
import { listCitedNumbers } from "@/lib/platform/thread/citations";
import { toItems, toNumber, toText } from "./notes";

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
  toItems(extra?.citations).flatMap((given) => {
    const n = toNumber(given.n);
    if (n === undefined) return [];
    return {
      n,
      title: toText(given.title) ?? "",
      snippet: toText(given.snippet) ?? "",
      page: toNumber(given.page) ?? null,
      seconds: toNumber(given.seconds),
      document_id: toNumber(given.document_id),
      start: toNumber(given.start),
      length: toNumber(given.length),
      message_id: toNumber(given.message_id),
      chat_uuid: toText(given.chat_uuid),
      url: webAddress(toText(given.url)),
    };
  });

// Returns the address if it is http(s), so that no other scheme becomes a link.
const webAddress = (address: string | undefined) =>
  address && /^https?:\/\//i.test(address) ? address : undefined;

export function listCitedSources(text: string, extra: Message["extra"]): Citation[] {
  const numbers = listCitedNumbers(text);
  return parseCitations(extra).filter(({ n }) => numbers.has(n));
}
