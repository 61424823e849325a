import { type SQL, sql } from "drizzle-orm";

/**
 * The users who can read a result: the user who asks and, if the result is shown in a chat, all members of that chat.
 * Each query looks up the members itself, so that newly added members count.
 */
export type Audience = {
  groupId: string;
  /**
   * Null when the user isn't a group member or an outsider can read the result; only explicitly named content is
   * readable then.
   */
  userId: number | null;
  chatId?: number;
  /** The result is kept for people beside the user, so it uses only what the whole group reads of the library. */
  isWholeGroup?: boolean;
};

type MemberAudience = Audience & { userId: number };
const isKnown = (audience: Audience): audience is MemberAudience => audience.userId !== null;

/** Returns the `from` clause of a query for the other readers of a chat, as `reader`. */
export const selectOtherReaders = ({ userId, chatId }: { userId: number; chatId?: number }): SQL =>
  sql`from chat_members reader where reader.chat_id = ${chatId}::int and reader.user_id <> ${userId}::int`;

/**
 * Returns a query for the IDs of the chats that the whole audience can read, or undefined when only explicitly named
 * content is readable. Selects the user's chats minus those that another reader can't read. The inner `offset 0` makes
 * the planner probe the primary key per chat instead of hashing the whole table; the outer one makes PostgreSQL
 * materialize the list once.
 * @param places condition on `chat_members mine` that restricts the chats
 */
export function selectChatsReadBy(audience: Audience, places?: SQL): SQL | undefined {
  if (!isKnown(audience)) return undefined;
  const { groupId, userId, chatId } = audience;
  const isReadByAll = sql`and not exists (select ${selectOtherReaders(audience)} and not exists (
    select from chat_members theirs
    where theirs.chat_id = mine.chat_id and theirs.user_id = reader.user_id offset 0))`;
  return sql`select mine.chat_id from chat_members mine
    where mine.user_id = ${userId}::int and mine.group_id = ${groupId}::uuid
      ${places ? sql`and (${places})` : sql``} ${chatId === undefined ? sql`` : isReadByAll} offset 0`;
}

export function isAlone(audience: Audience): SQL {
  if (!isKnown(audience)) return sql`false`;
  return audience.chatId === undefined ? sql`true` : sql`not exists (select ${selectOtherReaders(audience)})`;
}
