import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { isCounted, isShown, messages } from "@/db/schema/messages";

// Maximum number of rows per statement, because each row has many parameters.
const MAX_ROWS = 200;
// Maximum number of characters per statement, because the driver serializes them synchronously.
const MAX_CHARACTERS = 500_000;

export async function reserveIds({ count }: { count: number }): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('messages', 'id')) as id from generate_series(1, ${count}::int)`);
  return [...rows].map(({ id }) => id).sort((a, b) => a - b);
}

export async function insertMany(rows: (typeof messages.$inferInsert)[]): Promise<void> {
  let from = 0;
  let characters = 0;
  for (const [at, { text = "" }] of rows.entries()) {
    characters += text.length;
    const isLast = at === rows.length - 1;
    if (!isLast && at - from + 1 < MAX_ROWS && characters < MAX_CHARACTERS) continue;
    await db()
      .insert(messages)
      .values(rows.slice(from, at + 1));
    from = at + 1;
    characters = 0;
  }
}

/** Position in reading order: the message that starts a turn, and the last message of that turn. */
export type ReadingPosition = {
  chatId: number;
  turn: number;
  id: number;
  isCompared: boolean;
};

/** Id of the message that starts the turn of a message (`lib/platform/thread/order.ts`). */
export const turnStartId = sql`case when ${messages.userType} = 'assistant'
  then coalesce(${messages.replyingToId}, ${messages.id}) else ${messages.id} end`;
const upTo = ({ turn, id }: ReadingPosition): SQL =>
  sql`(${turnStartId}, ${messages.id}) <= (${turn}::bigint, ${id}::bigint)`;
// Selects, among compared replies, the one at the position in its own turn and the chosen one in every other turn.
const isContinued = ({ turn, id, isCompared }: ReadingPosition): SQL =>
  isCompared
    ? sql`case when ${turnStartId} = ${turn}::bigint and ${messages.extra} ? 'comparison' then ${messages.id} = ${id}::bigint
        else ${isCounted} end`
    : isCounted;

export const listMessagesUpTo = ({
  place,
  after,
  size,
}: {
  place: ReadingPosition;
  after: number;
  size: number;
}) =>
  db()
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.chatId, place.chatId),
        isShown,
        isContinued(place),
        gt(messages.id, after),
        upTo(place),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(size);

/** Returns the documents that are attached only to messages after a position. */
export async function listDocumentsBeyond({ place }: { place: ReadingPosition }): Promise<number[]> {
  const attached = (which: SQL) => sql`
    select (file->>'document_id')::int as id from ${messages}, jsonb_array_elements(${messages.attachments}) file
    where ${messages.chatId} = ${place.chatId}::int and ${messages.attachments} is not null and ${which}`;
  const isIn = sql`${isShown} and ${upTo(place)}`;
  const rows = await db().execute<{ id: number }>(
    sql`${attached(sql`not (${isIn})`)} except ${attached(isIn)}`,
  );
  return [...rows].map(({ id }) => id);
}
