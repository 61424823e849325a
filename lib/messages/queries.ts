import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";

export type MessageRow = typeof messages.$inferSelect;
type Mine = { userId: number; groupId: string };

const quoted = alias(messages, "quoted");
const quotedUser = alias(users, "quoted_user");
const quotedAssistant = alias(virtualAssistants, "quoted_assistant");

/** Messages with all that is shown of them. */
const shown = () =>
  db()
    .select({
      message: messages,
      chatUuid: chats.uuid,
      quoted: { id: quoted.id, text: quoted.text, type: quoted.type },
      quotedName: sql<string | null>`coalesce(${quotedUser.fullName}, ${quotedAssistant.name})`,
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .leftJoin(quoted, eq(quoted.id, messages.replyingToId))
    .leftJoin(quotedUser, eq(quotedUser.id, quoted.fromUserId))
    .leftJoin(quotedAssistant, eq(quotedAssistant.id, quoted.fromVirtualAssistantId))
    .$dynamic();
export type ShownMessage = Awaited<ReturnType<typeof shown>>[number];

/** The newest messages older than `before`, newest first. The caller has shown that they may read the chat. */
export const newestMessages = ({ chatId, before, size }: { chatId: number; before?: number; size: number }) =>
  shown()
    .where(and(eq(messages.chatId, chatId), before ? lt(messages.id, before) : undefined))
    .orderBy(desc(messages.id))
    .limit(size);

export const messagesByIds = ({ ids }: { ids: number[] }) =>
  ids.length === 0 ? Promise.resolve([]) : shown().where(inArray(messages.id, ids)).orderBy(asc(messages.id));

/** A message of a chat that the caller is a member of, with their role there. */
export async function findMessage({ id, userId, groupId }: Mine & { id: number }) {
  const [row] = await db()
    .select({ message: messages, role: chatMembers.role, chat: chats })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(
      chatMembers,
      and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId)),
    )
    .where(eq(messages.id, id));
  return row;
}

export async function isInChat({ id, chatId }: { id: number; chatId: number }): Promise<boolean> {
  const rows = await db()
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.chatId, chatId)));
  return rows.length > 0;
}

export async function insertMessage(values: typeof messages.$inferInsert): Promise<MessageRow> {
  return one(await db().insert(messages).values(values).returning());
}

/** False when the message has just been deleted. */
export async function updateText({ id, text }: { id: number; text: string }): Promise<boolean> {
  const rows = await db()
    .update(messages)
    .set({ text, isEdited: true, isIndexed: false })
    .where(eq(messages.id, id))
    .returning({ id: messages.id });
  return rows.length > 0;
}

export const deleteMessages = ({ ids }: { ids: number[] }) =>
  db().delete(messages).where(inArray(messages.id, ids));

export async function clearMessages({ chatId }: { chatId: number }): Promise<number> {
  const rows = await db().delete(messages).where(eq(messages.chatId, chatId)).returning({ id: messages.id });
  return rows.length;
}

/** The assistants' replies to a message, oldest first. */
export const repliesTo = ({ id }: { id: number }) =>
  db()
    .select()
    .from(messages)
    .where(and(eq(messages.replyingToId, id), eq(messages.userType, "assistant")))
    .orderBy(asc(messages.id));
