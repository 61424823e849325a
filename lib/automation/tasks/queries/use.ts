import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { chatMembers, chats } from "@/db/schema/chats";

type TaskUse = { groupId: string; userId: number; taskId: number; latest: number };

const membership = ({ userId }: TaskUse) =>
  and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId));
const ofTask = ({ groupId, taskId }: TaskUse) =>
  and(eq(chats.groupId, groupId), eq(chats.sourceTaskId, taskId), eq(chats.temp, false));
const canChange = sql<boolean>`coalesce(chat_members.role in ('owner', 'admin'), false)`;
const isOld = ({ latest }: TaskUse) => lt(chats.sourceTaskVersion, latest);

export const listChats = (use: TaskUse) =>
  db()
    .select({
      id: chats.id,
      uuid: chats.uuid,
      name: chats.name,
      version_number: sql<number>`coalesce(${chats.sourceTaskVersion}, 0)`,
      may_change: canChange,
    })
    .from(chats)
    .innerJoin(chatMembers, membership(use))
    .where(ofTask(use))
    .orderBy(desc(chats.lastActivityAt), desc(chats.id))
    .limit(100);

export async function count(use: TaskUse) {
  const isMine = sql`chat_members.user_id is not null`;
  return requireRow(
    await db()
      .select({
        count: sql<number>`(count(*) filter (where ${isMine}))::int`,
        outdated_count: sql<number>`(count(*) filter (where ${canChange} and ${isOld(use)}))::int`,
        others_count: sql<number>`(count(*) filter (where not ${isMine}))::int`,
      })
      .from(chats)
      .leftJoin(chatMembers, membership(use))
      .where(ofTask(use)),
  );
}

export async function countOutdated({
  after,
  limit,
  ...asked
}: TaskUse & { after: number; limit: number }): Promise<number[]> {
  const rows = await db()
    .select({ id: chats.id })
    .from(chats)
    .innerJoin(chatMembers, membership(asked))
    .where(and(ofTask(asked), isOld(asked), canChange, gt(chats.id, after)))
    .orderBy(asc(chats.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
