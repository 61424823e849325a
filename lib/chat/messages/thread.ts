import { inReadingOrder } from "@/lib/platform/thread/order";
import * as queries from "./queries";

const PAGE = 200;
/** What one document holds of a chat. Longer ones are exported. */
const MOST = 1000;
const MOST_CHARACTERS = 2_000_000;

/**
 * All messages of a chat that the caller of this may read and that count, page by page, each reply below its question,
 * however much was said in between.
 */
export async function* wholeThread(chatId: number): AsyncGenerator<queries.ShownMessage[]> {
  /** Those that came with the page of their question. */
  const early = new Set<number>();
  for (let after = 0; ; ) {
    const rows = await queries.messagesAfter({ chatId, after, size: PAGE, onlyCounted: true });
    if (rows.length === 0) return;
    after = rows.at(-1)!.message.id;
    const ids = rows.map(({ message }) => message.id);
    const later = await queries.repliesAfter({ chatId, ids, after });
    const page = rows.filter(({ message }) => !early.has(message.id));
    for (const { message } of later) early.add(message.id);
    yield asRead([...page, ...later]);
  }
}

/**
 * The newest messages of a chat, as many as one document holds, in the order of `wholeThread`; and whether these are all.
 */
export async function endOfThread(chatId: number) {
  const rows = await queries.newestMessages({ chatId, size: MOST + 1, onlyCounted: true });
  let characters = 0;
  const kept = rows.slice(0, MOST).filter(({ message }, index) => {
    characters += message.text.length;
    return index === 0 || characters <= MOST_CHARACTERS;
  });
  return { rows: asRead(kept.reverse()), isWhole: kept.length === rows.length };
}

const asRead = (rows: queries.ShownMessage[]): queries.ShownMessage[] =>
  inReadingOrder(
    rows.map((row) => ({ id: row.message.id, row })),
    ({ row: { message } }) => (message.userType === "assistant" ? message.replyingToId : undefined),
  ).map(({ row }) => row);
