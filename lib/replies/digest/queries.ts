import { and, desc, eq, gte, isNull, notInArray, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { isCounted, isShown, messages } from "@/db/schema/messages";
import { VISITOR_KEY } from "@/lib/identity/access/service";

export const listMessagesSince = ({
  userId,
  groupId,
  since,
  exceptKey,
  limit,
}: MemberKey & { since: Date; exceptKey: string; limit: number }) =>
  db()
    .select({
      id: messages.id,
      text: messages.text,
      userType: messages.userType,
      author: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
      chat: { id: chats.id, uuid: chats.uuid, name: chats.name },
    })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .innerJoin(messages, eq(messages.chatId, chats.id))
    .leftJoin(users, eq(users.id, messages.fromUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, messages.fromVirtualAssistantId))
    .where(
      and(
        eq(chatMembers.userId, userId),
        eq(chatMembers.groupId, groupId),
        eq(chats.temp, false),
        or(isNull(chats.standingKey), notInArray(chats.standingKey, [VISITOR_KEY, exceptKey])),
        gte(messages.createdAt, since),
        isShown,
        isCounted,
        sql`${messages.text} <> '' and ${messages.userType} <> 'system' and not coalesce(${messages.extra} ? 'error', false)`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit);
export type DigestMessage = Awaited<ReturnType<typeof listMessagesSince>>[number];

export async function findLanguage({ userId }: { userId: number }): Promise<string | null> {
  const [row] = await db().select({ language: users.language }).from(users).where(eq(users.id, userId));
  return row?.language ?? null;
}
