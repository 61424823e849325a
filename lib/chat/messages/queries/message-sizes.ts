import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { isCounted, isShown, messages } from "@/db/schema/messages";

/** Size of a message including the one that it quotes. `questionId` is set for replies of assistants. */
export type MessageSize = { id: number; questionId: number | null; characters: number; bytes: number };

const quoted = alias(messages, "quoted");

const sizes = () =>
  db()
    .select({
      id: messages.id,
      questionId: sql<
        number | null
      >`case when ${messages.userType} = 'assistant' then ${messages.replyingToId} end`,
      characters: sql<number>`length(${messages.text})`,
      bytes: sql<number>`octet_length(${messages.text}) + octet_length(${messages.reasoningSteps}::text)
        + coalesce(octet_length(${messages.extra}::text), 0) + coalesce(octet_length(${quoted.text}), 0)`,
    })
    .from(messages)
    .leftJoin(quoted, eq(quoted.id, messages.replyingToId))
    .$dynamic();
const ofChat = (chatId: number) => and(eq(messages.chatId, chatId), isShown, isCounted);

export const listSizesAfter = (which: {
  chatId: number;
  after: number;
  size: number;
}): Promise<MessageSize[]> =>
  sizes()
    .where(and(ofChat(which.chatId), gt(messages.id, which.after)))
    .orderBy(asc(messages.id))
    .limit(which.size);

export const listNewestSizes = (which: { chatId: number; size: number }): Promise<MessageSize[]> =>
  sizes().where(ofChat(which.chatId)).orderBy(desc(messages.id)).limit(which.size);

export const listSizes = ({ ids }: { ids: number[] }): Promise<MessageSize[]> =>
  sizes().where(and(inArray(messages.id, ids), isShown));

export const listReplySizesAfter = (which: {
  chatId: number;
  ids: number[];
  after: number;
}): Promise<MessageSize[]> =>
  sizes()
    .where(
      and(
        ofChat(which.chatId),
        inArray(messages.replyingToId, which.ids),
        eq(messages.userType, "assistant"),
        gt(messages.id, which.after),
      ),
    )
    .orderBy(asc(messages.id));
