import { lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import * as notices from "@/db/notifications";
import { requireRow } from "@/db/row-values";
import { chatMembers, chats } from "@/db/schema/chats";
import { chatEvents } from "@/db/schema/events";
import type { ChatEvent, Note } from "./kinds";

// Upper bound on the duration of a transaction that inserts events: ids are assigned at insertion, so a late commit
// adds an event with a lower id than events already read.
const LATE = sql`interval '10 seconds'`;

export const insertEvents = (notes: Note[]) =>
  db()
    .insert(chatEvents)
    .values(notes.map(({ chatId, userId, kind, data }) => ({ chatId, userId, kind, data })));

export type Published = ChatEvent & {
  id: number;
  chatId: number;
  chatUuid: string | null;
  groupId: string | null;
  userId: number | null;
  memberIds: number[];
  mutedIds: number[];
};

type EventQuery = { after: number; limit: number; chatId?: number; userId?: number };

export async function listEventsAfter({ after, limit, chatId, userId }: EventQuery): Promise<Published[]> {
  const ofChat = chatId === undefined ? sql`true` : sql`event.chat_id = ${chatId}`;
  // Checks the membership per event, because few of a person's chats have recent events.
  const ofPerson =
    userId === undefined
      ? sql`true`
      : sql`(event.user_id = ${userId} or event.user_id is null and (select true from ${chatMembers} mine
          where mine.chat_id = event.chat_id and mine.user_id = ${userId}))`;
  const rows = await db().execute<Published & { id: string }>(sql`
    select event.id, event.chat_id as "chatId", event.user_id as "userId", event.kind, event.data,
      chat.uuid as "chatUuid", chat.group_id as "groupId",
      to_jsonb(array(select user_id from ${chatMembers} where chat_id = event.chat_id)) as "memberIds",
      to_jsonb(array(select user_id from ${chatMembers} where chat_id = event.chat_id and is_muted)) as "mutedIds"
    from ${chatEvents} event left join ${chats} chat on chat.id = event.chat_id
    where event.id > ${after} and ${ofChat} and ${ofPerson}
    order by event.id limit ${limit}`);
  return [...rows].map((row) => ({ ...row, id: Number(row.id) }));
}

export async function getLatestEventId(): Promise<number> {
  return idIn(await db().execute(sql`select coalesce(max(id), 0) as id from ${chatEvents}`));
}

/** Returns an id below which no pending transaction can still add an event. */
export async function getSettledEventId(): Promise<number> {
  const rows = await db().execute(
    sql`select coalesce(max(id), 0) as id from ${chatEvents} where created_at < now() - ${LATE}`,
  );
  return idIn(rows);
}

/**
 * Returns an id before `id`, the last event of a subscriber, so that resuming after it includes events that were
 * committed late; undefined when the event has expired.
 */
export async function resumeFrom({ id }: { id: number }): Promise<number | undefined> {
  const rows = await db().execute<{ id: string }>(sql`
    select coalesce((select max(earlier.id) from ${chatEvents} earlier
      where earlier.id < last.id and earlier.created_at < last.created_at - ${LATE}), 0) as id
    from ${chatEvents} last where last.id = ${id}`);
  return rows.length > 0 ? idIn(rows) : undefined;
}

const idIn = (rows: Iterable<Record<string, unknown>>) => Number(requireRow([...rows]).id);

export const notify = (text: string) => notices.notify("parley_events", text);

export const listen = (listener: (text: string) => void) => notices.listen("parley_events", listener);

export const deleteOldEvents = () =>
  db().delete(chatEvents).where(lt(chatEvents.createdAt, sql`now() - interval '24 hours'`));
