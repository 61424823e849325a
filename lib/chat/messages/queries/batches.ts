import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chats } from "@/db/schema/chats";
import { isCounted, isShown, messages } from "@/db/schema/messages";

/** Rows of one statement: each has many parameters. */
const MAX_ROWS = 200;
/** Characters of the texts of one statement, which are written to the database without a pause. */
const MAX_CHARACTERS = 500_000;
const AFTER_ALL = 2 ** 31 - 1;

/** Ids for new messages, rising. */
export async function reserveIds({ count }: { count: number }): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('messages', 'id'))::int as id from generate_series(1, ${count}::int)`);
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

/** A place in a chat as it is read: the message that a turn begins with, and the last one of that turn. */
export type Place = {
  chatId: number;
  turn: number;
  id: number;
  /** It is at one of several replies side by side. */
  isCompared: boolean;
};

/** Of a message: the one that its turn begins with (`lib/platform/thread/order.ts`). */
export const turnOf = sql`case when ${messages.userType} = 'assistant'
  then coalesce(${messages.replyingToId}, ${messages.id}) else ${messages.id} end`;
const upTo = ({ turn, id }: Place): SQL => sql`(${turnOf}, ${messages.id}) <= (${turn}::int, ${id}::int)`;
/** Of replies side by side the one that the place is at, elsewhere the one that counts. */
const isContinued = ({ turn, id, isCompared }: Place): SQL =>
  isCompared
    ? sql`case when ${turnOf} = ${turn}::int and ${messages.extra} ? 'comparison' then ${messages.id} = ${id}::int
        else ${isCounted} end`
    : isCounted;

/** The messages that are read up to a place, by their ids. The caller has shown that they may read the chat. */
export const messagesUpTo = ({ place, after, size }: { place: Place; after: number; size: number }) =>
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

/** The documents that are attached to other messages of the chat only. */
export async function documentsBeyond({ place }: { place: Place }): Promise<number[]> {
  const attached = (which: SQL) => sql`
    select (file->>'document_id')::int as id from ${messages}, jsonb_array_elements(${messages.attachments}) file
    where ${messages.chatId} = ${place.chatId}::int and ${messages.attachments} is not null and ${which}`;
  const isIn = sql`${isShown} and ${upTo(place)}`;
  const rows = await db().execute<{ id: number }>(
    sql`${attached(sql`not (${isIn})`)} except ${attached(isIn)}`,
  );
  return [...rows].map(({ id }) => id);
}

/** Has the trigger that notes new messages on their chat find nothing to do, until `refreshLastMessage` notes the newest. */
export const noteNone = ({ chatId }: { chatId: number }) =>
  db().update(chats).set({ lastMessageId: AFTER_ALL }).where(eq(chats.id, chatId));
