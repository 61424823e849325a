import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { usedByChatThisMonth } from "./caps";
import { type Counted, tokensOf } from "./count";
import * as queries from "./queries/public-chats";

type Chat = { id: number; extra: Record<string, unknown> };

export const begun = (chatId: number) => queries.addUsage(chatId, { conversations: 1 });
/** A visitor wrote; `isUnanswered` when there is nobody to reply. */
export const asked = (chatId: number, isUnanswered: boolean) =>
  queries.addUsage(chatId, { messages: 1, unanswered: isUnanswered ? 1 : 0 });

/** Counts a reply to a visitor of a public chat. Never throws: the reply is stored. */
export async function replied(chatId: number, reply: Counted): Promise<void> {
  try {
    await queries.addUsage(chatId, { ...tokensOf(reply), unanswered: reply.error ? 1 : 0 });
  } catch (failure) {
    log.error({ err: failure }, "the usage of a public chat could not be recorded");
  }
}

const positive = (value: unknown) => {
  const number = Number(value ?? Number.NaN);
  return Number.isInteger(number) && number > 0 ? number : undefined;
};

/**
 * Until when a public chat takes no messages: its tokens of the day (its own
 * setting, else the server's) or of the month are used up, both UTC. Undefined
 * while it takes some.
 */
export async function usedUpUntil({
  id: chatId,
  extra,
}: Chat): Promise<"tomorrow" | "next month" | undefined> {
  const ofDay = positive(extra.PUBLIC_CHAT_DAILY_TOKENS) ?? positive(config().PUBLIC_CHAT_DAILY_TOKENS);
  const ofMonth = positive(extra.PUBLIC_CHAT_MONTHLY_TOKENS);
  if (ofMonth !== undefined && (await usedByChatThisMonth({ chatId })) >= ofMonth) return "next month";
  if (ofDay !== undefined && (await queries.tokensToday({ chatId })) >= ofDay) return "tomorrow";
  return undefined;
}

/** The last days, those without use included, oldest first. */
export async function daily(chatId: number, days: number) {
  const used = new Map((await queries.usageOf({ chatId, days })).map((row) => [row.day, row]));
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
