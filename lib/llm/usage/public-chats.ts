import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import * as queries from "./queries/public-chats";
import { sumChatUseThisMonth } from "./spending-limits";
import { type Counted, countTokens } from "./token-estimates";

type CappedChat = { id: number; groupId: string; extra: Record<string, unknown> };

export const countConversation = (chatId: number) => queries.addUsage(chatId, { conversations: 1 });
export const countQuestion = (chatId: number, isUnanswered: boolean) =>
  queries.addUsage(chatId, { messages: 1, unanswered: isUnanswered ? 1 : 0 });

/** Counts a reply to a visitor of a public chat. Never throws, because the reply is already stored. */
export async function countReply(chatId: number, reply: Counted): Promise<void> {
  try {
    await queries.addUsage(chatId, { ...countTokens(reply), unanswered: reply.error ? 1 : 0 });
  } catch (failure) {
    log.error({ err: failure }, "the usage of a public chat could not be recorded");
  }
}

const positive = (value: unknown) => {
  const number = typeof value === "boolean" ? 0 : Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};
const whole = (value: unknown) => {
  const number = positive(value);
  return Number.isInteger(number) ? number : undefined;
};

// Returns the daily and monthly limits (UTC) of a public chat. The chat's settings define them; the daily tokens
// default to the server's limit. Costs are in the group's currency.
const getCaps = ({ extra }: Pick<CappedChat, "extra">) => ({
  tokensOfDay: whole(extra.PUBLIC_CHAT_DAILY_TOKENS) ?? whole(config().PUBLIC_CHAT_DAILY_TOKENS),
  tokensOfMonth: whole(extra.PUBLIC_CHAT_MONTHLY_TOKENS),
  costOfDay: positive(extra.PUBLIC_CHAT_DAILY_COST),
  costOfMonth: positive(extra.PUBLIC_CHAT_MONTHLY_COST),
});

const isReached = (used: number | null, most: number | undefined) =>
  most !== undefined && (used ?? 0) >= most;

/**
 * Returns when a public chat that reached a daily or monthly limit accepts messages again, or undefined if it reached
 * none. Models without a price are free.
 */
export async function getUsedUpUntil(chat: CappedChat): Promise<"tomorrow" | "next month" | undefined> {
  const { id: chatId, groupId } = chat;
  const { tokensOfDay, tokensOfMonth, costOfDay, costOfMonth } = getCaps(chat);
  const hasCost = costOfDay !== undefined || costOfMonth !== undefined;
  const costs = hasCost ? await queries.getCosts({ chatId, groupId }) : undefined;
  if (costs && isReached(costs.month, costOfMonth)) return "next month";
  if (tokensOfMonth !== undefined && isReached(await sumChatUseThisMonth({ chatId }), tokensOfMonth))
    return "next month";
  if (costs && isReached(costs.today, costOfDay)) return "tomorrow";
  if (tokensOfDay !== undefined && isReached(await queries.sumTokensToday({ chatId }), tokensOfDay))
    return "tomorrow";
  return undefined;
}

export async function getSpending(chat: CappedChat) {
  const { id: chatId, groupId } = chat;
  const { tokensOfDay, tokensOfMonth, costOfDay, costOfMonth } = getCaps(chat);
  const [today, month, costs] = await Promise.all([
    queries.sumTokensToday({ chatId }),
    sumChatUseThisMonth({ chatId }),
    queries.getCosts({ chatId, groupId }),
  ]);
  const spent = (
    tokens: number,
    mostTokens: number | undefined,
    cost: number | null,
    mostCost: number | undefined,
  ) => ({
    tokens,
    most_tokens: mostTokens ?? null,
    cost,
    most_cost: mostCost ?? null,
    is_used_up: isReached(tokens, mostTokens) || isReached(cost, mostCost),
  });
  return {
    today: spent(today, tokensOfDay, costs.today, costOfDay),
    month: spent(month, tokensOfMonth, costs.month, costOfMonth),
    unpriced_tokens: costs.unpricedTokens,
  };
}

export async function listDailyUsage(chatId: number, days: number) {
  const used = new Map((await queries.listUsage({ chatId, days })).map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(Date.now() - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10);
    const row = used.get(day);
    return {
      day,
      conversations: row?.conversations ?? 0,
      messages: row?.messages ?? 0,
      unanswered: row?.unanswered ?? 0,
      input_tokens: row?.inputTokens ?? 0,
      output_tokens: row?.outputTokens ?? 0,
    };
  });
}
