import { config } from "@/lib/config";
import { log } from "@/lib/log";
import * as queries from "./queries/usage";

/** Roughly how many characters a token has, for models that do not say what they used. */
const CHARACTERS_OF_TOKEN = 4;

type Chat = { id: number; extra: Record<string, unknown> };
type Replied = {
  text: string;
  error: string | null;
  extra: Record<string, unknown>;
};

export const begun = (chatId: number) => queries.addUsage(chatId, { conversations: 1 });
/** A visitor wrote; `isUnanswered` when there is nobody to reply. */
export const asked = (chatId: number, isUnanswered: boolean) =>
  queries.addUsage(chatId, { messages: 1, unanswered: isUnanswered ? 1 : 0 });

/** Counts a reply to a visitor of a public chat. Never throws: the reply is stored. */
export async function replied(chatId: number, { text, error, extra }: Replied): Promise<void> {
  const used = (extra.usage ?? {}) as { input_tokens?: number | null; output_tokens?: number | null };
  const made = (extra.context ?? {}) as { characters?: number };
  const estimated = (characters: number) => Math.ceil(characters / CHARACTERS_OF_TOKEN);
  try {
    await queries.addUsage(chatId, {
      inputTokens: used.input_tokens ?? estimated(made.characters ?? 0),
      outputTokens: used.output_tokens ?? estimated(error ? 0 : text.length),
      unanswered: error ? 1 : 0,
    });
  } catch (failure) {
    log.error({ err: failure }, "the usage of a public chat could not be counted");
  }
}

/** What a public chat may use in a day (UTC): its own setting, else the server's; undefined is no limit. */
function dailyTokens({ extra }: Chat): number | undefined {
  const own = Number(extra.PUBLIC_CHAT_DAILY_TOKENS ?? Number.NaN);
  return (Number.isInteger(own) && own > 0 ? own : config().PUBLIC_CHAT_DAILY_TOKENS) || undefined;
}

export async function isUsedUp(chat: Chat): Promise<boolean> {
  const most = dailyTokens(chat);
  return most !== undefined && (await queries.tokensToday({ chatId: chat.id })) >= most;
}

/** Until a new day begins (UTC). */
export const secondsLeftToday = () => 86_400 - (Math.floor(Date.now() / 1000) % 86_400);

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
