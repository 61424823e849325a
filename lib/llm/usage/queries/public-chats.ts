import { and, asc, eq, gte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { publicUsage } from "@/db/schema/public-chats";
import { modelPrices, usage } from "@/db/schema/usage";

export type Usage = Omit<typeof publicUsage.$inferSelect, "chatId">;
const today = sql`(now() at time zone 'utc')::date`;

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

export async function sumTokensToday({ chatId }: { chatId: number }): Promise<number> {
  const [row] = await db()
    .select({ tokens: sql<number>`${publicUsage.inputTokens} + ${publicUsage.outputTokens}` })
    .from(publicUsage)
    .where(and(eq(publicUsage.chatId, chatId), eq(publicUsage.day, today)));
  return row?.tokens ?? 0;
}

export type Costs = { today: number | null; month: number | null; unpricedTokens: number };

const sumCost = (days: ReturnType<typeof sql>) =>
  sql<
    number | null
  >`(sum(${usage.inputTokens} * ${modelPrices.input} + ${usage.outputTokens} * ${modelPrices.output})
    filter (where ${days}) / 1000000)::float8`;

/**
 * Returns a chat's costs at its group's prices (null if none of its models has a price) and this month's tokens of
 * models without a price.
 */
export async function getCosts({ chatId, groupId }: { chatId: number; groupId: string }): Promise<Costs> {
  const rows = await db()
    .select({
      today: sumCost(sql`${usage.day} = ${today}`),
      month: sumCost(sql`true`),
      unpricedTokens: sql<number>`coalesce(sum(${usage.inputTokens} + ${usage.outputTokens})
        filter (where ${modelPrices.model} is null), 0)::float8`,
    })
    .from(usage)
    .leftJoin(modelPrices, and(eq(modelPrices.groupId, usage.groupId), eq(modelPrices.model, usage.model)))
    .where(
      and(
        eq(usage.chatId, chatId),
        eq(usage.groupId, groupId),
        sql`${usage.day} >= date_trunc('month', now() at time zone 'utc')::date`,
      ),
    );
  return requireRow(rows);
}

export const listUsage = ({ chatId, days }: { chatId: number; days: number }): Promise<Usage[]> =>
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
