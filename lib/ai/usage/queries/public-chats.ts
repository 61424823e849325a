import { and, asc, eq, gte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { publicUsage } from "@/db/schema/public-chats";

export type Usage = Omit<typeof publicUsage.$inferSelect, "chatId">;
const today = sql`(now() at time zone 'utc')::date`;

/** Adds to what a public chat was used for today (UTC). */
export async function addUsage(chatId: number, more: Partial<Omit<Usage, "day">>): Promise<void> {
  const { conversations = 0, messages = 0, unanswered = 0, inputTokens = 0, outputTokens = 0 } = more;
  await db().execute(sql`
    insert into ${publicUsage} as usage
      (chat_id, day, conversations, messages, unanswered, input_tokens, output_tokens)
    values (${chatId}::int, ${today}, ${conversations}::int, ${messages}::int, ${unanswered}::int,
      ${inputTokens}::int, ${outputTokens}::int)
    on conflict (chat_id, day) do update set conversations = usage.conversations + excluded.conversations,
      messages = usage.messages + excluded.messages, unanswered = usage.unanswered + excluded.unanswered,
      input_tokens = usage.input_tokens + excluded.input_tokens,
      output_tokens = usage.output_tokens + excluded.output_tokens`);
}

export async function tokensToday({ chatId }: { chatId: number }): Promise<number> {
  const [row] = await db()
    .select({ tokens: sql<number>`${publicUsage.inputTokens} + ${publicUsage.outputTokens}` })
    .from(publicUsage)
    .where(and(eq(publicUsage.chatId, chatId), eq(publicUsage.day, today)));
  return row?.tokens ?? 0;
}

/** The days on which a public chat was used, oldest first. */
export const usageOf = ({ chatId, days }: { chatId: number; days: number }): Promise<Usage[]> =>
  db()
    .select({
      day: publicUsage.day,
      conversations: publicUsage.conversations,
      messages: publicUsage.messages,
      unanswered: publicUsage.unanswered,
      inputTokens: publicUsage.inputTokens,
      outputTokens: publicUsage.outputTokens,
    })
    .from(publicUsage)
    .where(and(eq(publicUsage.chatId, chatId), gte(publicUsage.day, sql`${today} - ${days - 1}::int`)))
    .orderBy(asc(publicUsage.day));
