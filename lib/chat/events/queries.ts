import { lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import * as notices from "@/db/notices";
import { one } from "@/db/rows";
import { chatMembers, chats } from "@/db/schema/chats";
import { chatEvents } from "@/db/schema/events";
import type { ChatEvent, Note } from "./kinds";

/** Longer than any transaction that notes something takes: what commits late is still found. */
const LATE = sql`interval '10 seconds'`;

export const insertEvents = (notes: Note[]) =>
  db()
    .insert(chatEvents)
    .values(notes.map(({ chatId, userId, kind, data }) => ({ chatId, userId, kind, data })));

/** A happening with whom it concerns. `chatUuid` and `groupId` are null when the chat is gone. */
export type Published = ChatEvent & {
  id: number;
  chatId: number;
  chatUuid: string | null;
  groupId: string | null;
  /** The only one to hear of it; null: all members. */
  userId: number | null;
  memberIds: number[];
  mutedIds: number[];
};

type Which = { after: number; limit: number; chatId?: number; userId?: number };

/** What happened after an event, in order; in one chat, or in all chats of one person. */
export async function eventsAfter({ after, limit, chatId, userId }: Which): Promise<Published[]> {
  const ofChat = chatId === undefined ? sql`true` : sql`event.chat_id = ${chatId}`;
  // The membership is looked for event by event: of all of a person's chats few have had any lately.
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

/** The newest event. */
export async function latest(): Promise<number> {
  return idIn(await db().execute(sql`select coalesce(max(id), 0) as id from ${chatEvents}`));
}

/** The event before all that may still be joined by one with a lower id. */
export async function settled(): Promise<number> {
  const rows = await db().execute(
    sql`select coalesce(max(id), 0) as id from ${chatEvents} where created_at < now() - ${LATE}`,
  );
  return idIn(rows);
}

/** Where to read on for one who heard of `id` last; undefined when that is no longer kept. */
export async function resumeFrom({ id }: { id: number }): Promise<number | undefined> {
  const rows = await db().execute<{ id: string }>(sql`
    select coalesce((select max(earlier.id) from ${chatEvents} earlier
      where earlier.id < last.id and earlier.created_at < last.created_at - ${LATE}), 0) as id
    from ${chatEvents} last where last.id = ${id}`);
  return rows.length > 0 ? idIn(rows) : undefined;
}

const idIn = (rows: Iterable<Record<string, unknown>>) => Number(one([...rows]).id);

/** Tells the other processes; `text` is empty when it is only that there are new events. */
export const notify = (text: string) => notices.notify("parley_events", text);

export const listen = (listener: (text: string) => void) => notices.listen("parley_events", listener);

export const deleteOldEvents = () =>
  db().delete(chatEvents).where(lt(chatEvents.createdAt, sql`now() - interval '24 hours'`));
