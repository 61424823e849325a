import { type SQL, sql } from "drizzle-orm";
import { chatMembers, chats } from "./schema/chats";

/** A message updates the rows of at most this many members. Chats with more are large (`chats.isLarge`). */
export const MAX_UPDATED_MEMBERS = 16;

/** `xmin` of a chat's row before and after a message; `after` is null when the row was not updated. */
export type ChatVersions = { before: string; after: string | null };

/** Columns of a new message that `recordArrivals` reads, for a `returning` clause. */
export const arrivalColumns =
  sql.raw(`id, created_at, chat_id, left(text, 200) as beginning, user_type, from_user_id,
  coalesce(extra #> '{comparison,position}', '0') = '0' as is_counted`);

/**
 * Returns common table expressions that record a new message on its chat and on the chat's members: what lists show and
 * sort by, and unread counts. Of a large chat only the author's row is updated, so that the cost of a message is
 * constant; the others' rows are updated when they read (`updateLargeMemberships` of `lib/chat/chats/queries`).
 *
 * The expressions use joins, not subqueries: when PostgreSQL re-evaluates a row that another transaction has changed,
 * it can't run a subquery on a data-modifying expression.
 * @param arrived name of a preceding expression with `arrivalColumns`, with at most one row per chat
 */
export const recordArrivals = (arrived: SQL): SQL => {
  const unread = sql`member.unread_count + chat.counted_messages - member.counted_messages`;
  const noted = sql`last_activity_at = chat.last_activity_at, counted_messages = chat.counted_messages`;
  return sql`noted_chats as (
      update ${chats} set counted_messages = chats.counted_messages + 1, last_message_id = new.id,
        last_message_text = new.beginning, last_message_user_type = new.user_type::text,
        last_message_at = new.created_at, last_activity_at = new.created_at
      from ${arrived} new
      where chats.id = new.chat_id and new.is_counted
      returning chats.id, chats.xmin::text as version, chats.is_large, chats.counted_messages, chats.last_activity_at,
        new.from_user_id as author_id
    ), noted_members as (
      update ${chatMembers} member set ${noted},
        unread_count = ${unread} - (member.user_id is not distinct from chat.author_id)::int
      from noted_chats chat
      where member.chat_id = chat.id and not chat.is_large
    ), noted_author as (
      update ${chatMembers} member set ${noted}, unread_count = ${unread} - 1
      from noted_chats chat
      where member.chat_id = chat.id and member.user_id = chat.author_id and chat.is_large
    )`;
};
