import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { isOpenRun, isShown, messages, streamingTasks } from "@/db/schema/messages";
import { turnStartId } from "./insert-many";

type QuestionKey = { chatId: number; id: number };

export async function findAside({ chatId, id }: QuestionKey) {
  const [row] = await db()
    .select({
      message: messages,
      shownId: sql<number | null>`(select other.id from messages other
        where other.version_of = messages.version_of and other.aside_with_id is null)`,
    })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.chatId, chatId), eq(messages.asideWithId, id)));
  return row;
}

/**
 * Hides a question and everything after it in reading order, also from search. The caller must hold the lock of the
 * chat. Returns the authors of the hidden messages.
 */
export const hideQuestionAndFollowing = ({ chatId, id }: QuestionKey) =>
  db()
    .update(messages)
    .set({
      asideWithId: id,
      versionOf: sql`case when ${messages.id} = ${id}::bigint then coalesce(${messages.versionOf}, ${messages.id})
        else ${messages.versionOf} end`,
      // Keeps the indexer from processing hidden messages.
      isIndexed: true,
    })
    .where(and(eq(messages.chatId, chatId), isShown, gte(messages.id, id), gte(turnStartId, id)))
    .returning({ id: messages.id, userType: messages.userType, fromUserId: messages.fromUserId });

export const unhideMessages = ({ chatId, id }: QuestionKey) =>
  db()
    .update(messages)
    .set({ asideWithId: null, isIndexed: false })
    .where(and(eq(messages.chatId, chatId), eq(messages.asideWithId, id)));

export async function areAnswered({ chatId, ids }: { chatId: number; ids: number[] }): Promise<boolean> {
  const rows = await db()
    .select({ id: streamingTasks.id })
    .from(streamingTasks)
    .where(and(eq(streamingTasks.chatId, chatId), inArray(streamingTasks.userMessageId, ids), isOpenRun))
    .limit(1);
  return rows.length > 0;
}

/**
 * Deletes a message. A question is deleted with all of its versions and, recursively, with everything hidden with
 * them. Each question is looked up once, not once for each of its versions.
 */
export const deleteMessage = ({ id }: { id: number }) =>
  db().execute(sql`
    with recursive going as (
      select key.* from messages m, lateral (values (m.id, null::bigint), (null, m.version_of)) key (id, version_of)
      where m.id = ${id}::bigint
      union
      select key.* from going, lateral (
          select id, version_of from messages where aside_with_id = going.id
          union all
          select id, version_of from messages
          where going.version_of is not null and version_of = going.version_of and aside_with_id = id) m,
        lateral (values (m.id, null::bigint), (null, m.version_of)) key (id, version_of))
    delete from messages where id in (select id from going where id is not null)`);
