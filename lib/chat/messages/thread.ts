import { inReadingOrder } from "@/lib/platform/thread/order";
import * as queries from "./queries";

const PAGE = 200;

/**
 * All messages of a chat that the caller of this may read, page by page, each
 * reply below its question, however much was said in between.
 */
export async function* wholeThread(chatId: number): AsyncGenerator<queries.ShownMessage[]> {
  /** Those that came with the page of their question. */
  const early = new Set<number>();
  for (let after = 0; ; ) {
    const rows = await queries.messagesAfter({ chatId, after, size: PAGE });
    if (rows.length === 0) return;
    after = rows.at(-1)!.message.id;
    const ids = rows.map(({ message }) => message.id);
    const later = await queries.repliesAfter({ chatId, ids, after });
    const page = rows.filter(({ message }) => !early.has(message.id));
    for (const { message } of later) early.add(message.id);
    yield inReadingOrder(
      [...page, ...later].map((row) => ({ id: row.message.id, row })),
      ({ row: { message } }) => (message.userType === "assistant" ? message.replyingToId : undefined),
    ).map(({ row }) => row);
  }
}
