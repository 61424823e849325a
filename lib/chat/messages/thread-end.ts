import { toReadingOrder } from "@/lib/platform/thread/order";
import * as queries from "./queries";

const MAX_SIZES = 1_000;
// Maximum messages and bytes per query. A single message may exceed the byte limit.
const MAX_MESSAGES = 200;
const MAX_BYTES = 1_000_000;
// Limits of a printed document. Longer chats have to be exported.
const MAX_DOCUMENT_MESSAGES = 1_000;
const MAX_DOCUMENT_CHARACTERS = 2_000_000;

/**
 * Yields all visible messages of a chat page by page, each reply after its question, regardless of how many messages
 * came in between. The caller must have checked access.
 */
export async function* streamThread(chatId: number): AsyncGenerator<queries.ShownMessage[]> {
  const early = new Set<number>();
  for (let after = 0; ; ) {
    const sizes = await queries.listSizesAfter({ chatId, after, size: MAX_SIZES });
    if (sizes.length === 0) return;
    after = sizes.at(-1)!.id;
    const later = await queries.listReplySizesAfter({ chatId, ids: sizes.map(({ id }) => id), after });
    const page = sizes.filter(({ id }) => !early.has(id));
    for (const { id } of later) early.add(id);
    yield* readMessages(toReadingOrder([...page, ...later], ({ questionId }) => questionId));
  }
}

/** Returns the newest messages that fit into a document, in the order of `streamThread`, and whether these are all. */
export async function readThreadEnd(chatId: number) {
  const newest = await queries.listNewestSizes({ chatId, size: MAX_DOCUMENT_MESSAGES + 1 });
  let characters = 0;
  const fitting = newest.slice(0, MAX_DOCUMENT_MESSAGES).filter((message, index) => {
    characters += message.characters;
    return index === 0 || characters <= MAX_DOCUMENT_CHARACTERS;
  });
  const sizes = toReadingOrder(fitting.toReversed(), ({ questionId }) => questionId);
  return { pages: readMessages(sizes), isWhole: fitting.length === newest.length };
}

export async function* streamMessagesInOrder(ids: number[]): AsyncGenerator<queries.ShownMessage[]> {
  const sizes = new Map((await queries.listSizes({ ids })).map((size) => [size.id, size]));
  yield* readMessages(ids.flatMap((id) => sizes.get(id) ?? []));
}

async function* readMessages(sizes: queries.MessageSize[]): AsyncGenerator<queries.ShownMessage[]> {
  let ids: number[] = [];
  let bytes = 0;
  for (const [at, size] of sizes.entries()) {
    ids.push(size.id);
    bytes += size.bytes;
    const next = sizes[at + 1];
    if (next && ids.length < MAX_MESSAGES && bytes + next.bytes <= MAX_BYTES) continue;
    const rows = new Map((await queries.listMessagesByIds({ ids })).map((row) => [row.message.id, row]));
    yield ids.flatMap((id) => rows.get(id) ?? []);
    ids = [];
    bytes = 0;
  }
}
