import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers } from "@/db/schema/chats";
import { streamingTasks } from "@/db/schema/messages";

/** The task, for a member of its chat. */
export async function findTaskOfMember({
  id,
  userId,
  groupId,
}: {
  id: string;
  userId: number;
  groupId: string;
}) {
  const [row] = await db()
    .select({ task: streamingTasks })
    .from(streamingTasks)
    .innerJoin(
      chatMembers,
      and(
        eq(chatMembers.chatId, streamingTasks.chatId),
        eq(chatMembers.userId, userId),
        eq(chatMembers.groupId, groupId),
      ),
    )
    .where(eq(streamingTasks.id, id));
  return row?.task;
}

/** The task, for whoever is known to read its chat. */
export async function findTaskOfChat({ id, chatId }: { id: string; chatId: number }) {
  const [row] = await db()
    .select()
    .from(streamingTasks)
    .where(and(eq(streamingTasks.id, id), eq(streamingTasks.chatId, chatId)));
  return row;
}
