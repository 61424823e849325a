import { type SQL, sql } from "drizzle-orm";

/**
 * For whose eyes something is made: the person who asks, and where it is told
 * in a chat, everyone who reads that chat. Who they are is asked by each query
 * at its own time, so that a member who was added since counts.
 */
export type Audience = {
  groupId: string;
  /** Null where nobody of the group asks, or somebody outside of it reads along: they may see what is named to them. */
  userId: number | null;
  /** Whose readers read along. Absent: the person alone. */
  chatId?: number;
};

/** One that somebody of the group has. */
type Known = Audience & { userId: number };
const isKnown = (audience: Audience): audience is Known => audience.userId !== null;

/** Those who read along with the person who asks. */
const others = ({ userId, chatId }: Known) =>
  sql`from chat_members reader where reader.chat_id = ${chatId}::int and reader.user_id <> ${userId}::int`;

/**
 * The ids of the chats that all of an audience read, as a list that is made
 * once (the last `offset 0`); undefined where they are those that are named.
 * They are the chats of the person who asks, without those that another does
 * not read, which is asked of each in the primary key: the first `offset 0`
 * keeps the planner from making a hash of the whole table for it.
 * @param places A condition on `chat_members mine`: only of these
 */
export function chatsReadBy(audience: Audience, places?: SQL): SQL | undefined {
  if (!isKnown(audience)) return undefined;
  const { groupId, userId, chatId } = audience;
  const isReadByAll = sql`and not exists (select ${others(audience)} and not exists (
    select from chat_members theirs
    where theirs.chat_id = mine.chat_id and theirs.user_id = reader.user_id offset 0))`;
  return sql`select mine.chat_id from chat_members mine
    where mine.user_id = ${userId}::int and mine.group_id = ${groupId}::uuid
      ${places ? sql`and (${places})` : sql``} ${chatId === undefined ? sql`` : isReadByAll} offset 0`;
}

/** Whether the person is all of an audience: nobody else reads along. */
export function isAlone(audience: Audience): SQL {
  if (!isKnown(audience)) return sql`false`;
  return audience.chatId === undefined ? sql`true` : sql`not exists (select ${others(audience)})`;
}
