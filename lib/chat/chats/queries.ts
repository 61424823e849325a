import { and, asc, eq, gt, gte, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { isUsableBy, type Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import { prepareOnce } from "@/db/prepared-names";
import { chatMembers, chats, chatWorkspaces } from "@/db/schema/chats";
import { isCounted, isShown, messages } from "@/db/schema/messages";
import { transaction } from "@/db/transaction";
import type { Reference } from "@/lib/api/fields";
import { listFilesOfChats } from "@/lib/chat/files/service";
import { VISITOR_KEY } from "@/lib/identity/access/service";
import { type ChatCaller, isOfCaller as mine } from "./queries/listed";

export { getDetails } from "./queries/details";
export { type ChatFilter, listChats } from "./queries/list";
export { findListedChat, type ListedChat } from "./queries/listed";
export { countUnread, markNewestRead, markRead, recountUnread } from "./queries/unread";

export type ChatRow = typeof chats.$inferSelect;
export type ChatValues = Partial<typeof chats.$inferInsert>;
export type MemberRow = typeof chatMembers.$inferSelect;

const chatOfCallerBy = (column: typeof chats.id | typeof chats.uuid) =>
  prepareOnce((on) =>
    on
      .select({ chat: chats, member: chatMembers, version: sql<string>`${chats}.xmin::text` })
      .from(chatMembers)
      .innerJoin(chats, eq(chats.id, chatMembers.chatId))
      .where(
        and(
          eq(chatMembers.userId, sql.placeholder("userId")),
          eq(chatMembers.groupId, sql.placeholder("groupId")),
          eq(column, sql.placeholder("chat")),
        ),
      )
      .prepare("chat_of_caller"),
  );
const chatOfCaller = { number: chatOfCallerBy(chats.id), string: chatOfCallerBy(chats.uuid) };

export async function findChat(which: ChatCaller & { chat: Reference }) {
  const by = typeof which.chat === "number" ? chatOfCaller.number : chatOfCaller.string;
  const [row] = await by().execute(which);
  return row;
}

export async function listIdsAfter({
  after,
  limit,
  ...caller
}: ChatCaller & { after: number; limit: number }) {
  const rows = await db()
    .select({ id: chatMembers.chatId })
    .from(chatMembers)
    .where(and(mine(caller), gt(chatMembers.chatId, after), ne(chatMembers.place, "temp")))
    .orderBy(asc(chatMembers.chatId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findChatByMention({ mention, ...caller }: ChatCaller & { mention: string }) {
  const [row] = await db()
    .select({ chat: chats, member: chatMembers, version: sql<string>`${chats}.xmin::text` })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .where(and(mine(caller), eq(chats.groupId, caller.groupId), eq(chats.mentionName, mention)));
  return row;
}

/** Finds a workspace into which the seeker may put chats. A chat inside of it shows it, but is not enough. */
export async function findUsableWorkspace({ workspace, ...seeker }: Seeker & { workspace: Reference }) {
  const which =
    typeof workspace === "number" ? eq(chatWorkspaces.id, workspace) : eq(chatWorkspaces.uuid, workspace);
  const { id, virtualAssistantId, model } = chatWorkspaces;
  const [row] = await db()
    .select({ id, virtualAssistantId, model })
    .from(chatWorkspaces)
    .where(and(isUsableBy(chatWorkspaces, seeker), which));
  return row;
}

export async function insertChat(values: typeof chats.$inferInsert): Promise<ChatRow | undefined> {
  const [row] = await db()
    .insert(chats)
    .values(values)
    .onConflictDoNothing({ target: chats.uuid })
    .returning();
  return row;
}

export const insertMembers = (rows: (typeof chatMembers.$inferInsert)[]) =>
  db().insert(chatMembers).values(rows);

export async function filterPeople({
  groupId,
  userIds,
}: {
  groupId: string;
  userIds: number[];
}): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await db().execute<{ user_id: number }>(
    sql`select user_id from group_members where group_id = ${groupId} and user_id in ${userIds}`,
  );
  return [...rows].map((row) => row.user_id);
}

export async function updateChat({
  chatId,
  values,
}: {
  chatId: number;
  values: Partial<typeof chats.$inferInsert>;
}): Promise<boolean> {
  const rows = await db()
    .update(chats)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(chats.id, chatId))
    .returning({ id: chats.id });
  return rows.length > 0;
}

/** Updates a member's own state. Muting a public chat also mutes the conversations of its visitors. */
export const updateMember = ({
  chatId,
  userId,
  values,
}: {
  chatId: number;
  userId: number;
  values: Partial<MemberRow>;
}) =>
  transaction(async () => {
    const isMine = eq(chatMembers.userId, userId);
    await db()
      .update(chatMembers)
      .set(values)
      .where(and(eq(chatMembers.chatId, chatId), isMine));
    if (values.isMuted === undefined) return;
    const conversations = db()
      .select({ id: chats.id })
      .from(chats)
      .where(and(eq(chats.parentChatId, chatId), eq(chats.standingKey, VISITOR_KEY)));
    await db()
      .update(chatMembers)
      .set({ isMuted: values.isMuted })
      .where(and(inArray(chatMembers.chatId, conversations), isMine));
  });

export async function nameByContent({ chatId, name }: { chatId: number; name: string }): Promise<boolean> {
  const rows = await db()
    .update(chats)
    .set({ name })
    .where(and(eq(chats.id, chatId), eq(chats.isNamedByPerson, false), eq(chats.name, "New chat")))
    .returning({ id: chats.id });
  return rows.length > 0;
}

export async function listMemberIds({ chatId }: { chatId: number }): Promise<number[]> {
  const rows = await db()
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(eq(chatMembers.chatId, chatId));
  return rows.map(({ userId }) => userId);
}

/** Deletes a chat and the conversations of its visitors. Returns the storage keys of their files. */
export async function deleteChat({ chatId }: { chatId: number }): Promise<string[]> {
  const going = or(
    eq(chats.id, chatId),
    and(eq(chats.parentChatId, chatId), eq(chats.standingKey, VISITOR_KEY)),
  );
  return deleteWithFiles(going);
}

async function deleteWithFiles(going: SQL | undefined): Promise<string[]> {
  const rows = await db().select({ id: chats.id }).from(chats).where(going);
  const files = await listFilesOfChats(rows.map(({ id }) => id));
  await db().delete(chats).where(going);
  return files;
}

export async function lockChat({ chatId }: { chatId: number }): Promise<boolean> {
  const rows = await db()
    .select({ id: chats.id })
    .from(chats)
    .where(eq(chats.id, chatId))
    .for("no key update");
  return rows.length > 0;
}

export const refreshLastMessage = ({ chatId }: { chatId: number }) =>
  db().execute(sql`
    update chats set (last_message_id, last_message_text, last_message_user_type, last_message_at) =
      (select id, left(text, 200), user_type::text, created_at from ${messages}
       where chat_id = ${chatId} and ${isShown} and ${isCounted} order by id desc limit 1)
    where id = ${chatId}`);

export async function deleteOldTempChats(): Promise<string[]> {
  // A literal, because PostgreSQL would not match a parameter to the condition of the partial index `chats_temp`.
  return deleteWithFiles(and(sql`${chats.temp}`, sql`${chats.lastActivityAt} < now() - interval '24 hours'`));
}

export async function invalidateSummary({
  chatId,
  from,
}: {
  chatId: number;
  from: number;
}): Promise<boolean> {
  const rows = await db()
    .update(chats)
    .set({ summary: null, summarizedThroughId: null, compactedThroughId: null })
    .where(and(eq(chats.id, chatId), gte(chats.summarizedThroughId, from)))
    .returning({ id: chats.id });
  return rows.length > 0;
}
