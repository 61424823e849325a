import { desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import { runPlanned } from "./planned";
import { listFilters, type SearchScope, selectReadableChats } from "./rights";

// Up to this many matching messages are listed before a search. Above it, the filters match so many messages that each
// hit can be checked instead.
const MAX_LISTED_MESSAGES = 5_000;
const MAX_TEXT_LENGTH = 500;

const source = alias(messages, "source");

function matches(scope: SearchScope) {
  const readable = selectReadableChats(scope);
  const conditions = [sql`source.aside_with_id is null`, ...listFilters(scope)];
  if (readable) conditions.push(sql`source.chat_id in (${readable})`);
  return readable ? sql.join(conditions, sql` and `) : sql`false`;
}

/**
 * Replaces the filters of a search of messages with the IDs of the messages that match, if there are few: otherwise
 * common words with a selective filter would read most of the index.
 */
export async function narrowScope(scope: SearchScope): Promise<SearchScope> {
  if (scope.audience.userId === null || listFilters(scope).length === 0) return scope;
  const rows = await runPlanned(() =>
    db()
      .select({ id: source.id })
      .from(source)
      .where(matches(scope))
      .limit(MAX_LISTED_MESSAGES + 1),
  );
  return rows.length > MAX_LISTED_MESSAGES ? scope : { ...scope, messageIds: rows.map(({ id }) => id) };
}

export const listNewestMessages = ({
  scope,
  limit,
  offset,
}: {
  scope: SearchScope;
  limit: number;
  offset: number;
}) =>
  runPlanned(() =>
    db()
      .select({
        messageId: source.id,
        text: sql<string>`left(${source.text}, ${MAX_TEXT_LENGTH}::int)`,
        fileNames: sql<string[]>`coalesce(
          (select jsonb_agg(file -> 'file_name') from jsonb_array_elements(${source.attachments}) file), '[]')`,
        author: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
        createdAt: source.createdAt,
        chat: { id: chats.id, uuid: chats.uuid, name: chats.name },
      })
      .from(source)
      .innerJoin(chats, eq(chats.id, source.chatId))
      .leftJoin(users, eq(users.id, source.fromUserId))
      .leftJoin(virtualAssistants, eq(virtualAssistants.id, source.fromVirtualAssistantId))
      .where(
        sql`${matches(scope)} and source.type <> 'event' and not coalesce(source.extra ? 'comparison', false)`,
      )
      .orderBy(desc(source.id))
      .limit(limit)
      .offset(offset),
  );
