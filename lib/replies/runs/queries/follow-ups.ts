import { aliasedTable, and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";

const asked = aliasedTable(messages, "asked");

/** Returns a reply with its question, in a chat of the person. */
export async function findReplyToFollow({ messageId, userId }: { messageId: number; userId: number }) {
  const [row] = await db()
    .select({
      chatId: chats.id,
      groupId: chats.groupId,
      model: chats.model,
      assistantId: messages.fromVirtualAssistantId,
      text: messages.text,
      question: asked.text,
    })
    .from(messages)
    .innerJoin(asked, eq(asked.id, messages.replyingToId))
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(chatMembers, and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId)))
    .where(and(eq(messages.id, messageId), eq(messages.userType, "assistant")));
  return row;
}

/** Returns false when the reply was changed or deleted in the meantime. */
export async function storeFollowUps(input: {
  messageId: number;
  text: string;
  userId: number;
  questions: string[];
}): Promise<boolean> {
  const followUps = { user_id: input.userId, questions: input.questions };
  const rows = await db()
    .update(messages)
    .set({
      extra: sql`coalesce(${messages.extra}, '{}') || ${JSON.stringify({ follow_ups: followUps })}::jsonb`,
    })
    .where(and(eq(messages.id, input.messageId), eq(messages.text, input.text)))
    .returning({ id: messages.id });
  return rows.length > 0;
}
