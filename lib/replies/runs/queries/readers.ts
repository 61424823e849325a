import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { prepareOnce } from "@/db/prepared-names";
import { chatMembers } from "@/db/schema/chats";
import { streamingTasks } from "@/db/schema/messages";

const taskOfMember = prepareOnce((on) =>
  on
    .select({ task: streamingTasks })
    .from(streamingTasks)
    .innerJoin(
      chatMembers,
      and(
        eq(chatMembers.chatId, streamingTasks.chatId),
        eq(chatMembers.userId, sql.placeholder("userId")),
        eq(chatMembers.groupId, sql.placeholder("groupId")),
      ),
    )
    .where(eq(streamingTasks.id, sql.placeholder("id")))
    .prepare("task_of_member"),
);

/** Uses a prepared statement, because it runs once per second for each stream. */
export async function findTaskOfMember(which: { id: string; userId: number; groupId: string }) {
  const [row] = await taskOfMember().execute(which);
  return row?.task;
}

export async function findTaskOfChat({ id, chatId }: { id: string; chatId: number }) {
  const [row] = await db()
    .select()
    .from(streamingTasks)
    .where(and(eq(streamingTasks.id, id), eq(streamingTasks.chatId, chatId)));
  return row;
}
