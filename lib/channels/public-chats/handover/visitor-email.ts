import { transaction } from "@/db/transaction";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as chats from "@/lib/chat/chats/service";
import * as clock from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { parseLanguage } from "@/lib/platform/words/languages";
import type { SessionRow } from "../queries";
import type { PublicVisitor } from "../sessions";
import { findOpeningTime, isOpen } from "./hours";
import * as queries from "./queries";

// The last-seen time is written at most this often.
const LAST_SEEN_PRECISION_MS = 20_000;

export async function getAvailability(chatId: number) {
  const { hours, offlineText } = (await queries.findPublication({ chatId })) ?? {};
  const now = clock.getDateIn(0);
  const isAway = hours ? !isOpen(hours, now) : false;
  return {
    is_away: isAway,
    back_at: (hours && isAway && findOpeningTime(hours, now)?.toISOString()) || null,
    offline_text: (isAway && offlineText) || null,
  };
}

export const maskEmail = (email: string | null): string | null =>
  email?.replace(/(?<=^.).*(?=@)/u, "•••") ?? null;

/**
 * Sets the address for answers that arrive while the visitor is away. Returns the address as it was entered.
 * @throws AppError rate_limited
 */
export async function setEmail(
  { session, conversation }: PublicVisitor,
  { email, language }: { email: string | null; language?: string },
  address: string,
) {
  await consumeRateLimit(limits.mails(), `visitor-email session:${session.hash}`);
  await consumeRateLimit(limits.mailbox(), `visitor-email from:${address}`);
  if (email !== null) await consumeRateLimit(limits.mailbox(), `visitor-email ${email}`);
  await transaction(async () => {
    if (conversation) await chats.lock(conversation.id);
    await queries.setEmail({ id: session.id, email, language: parseLanguage(language) });
    if (conversation) await chats.publishUpdated([conversation.id], "visitor");
  });
  return { email };
}

/**
 * Records that a visitor with an e-mail address has the conversation open, so that new answers needn't be mailed.
 * Never throws.
 * @param isLast true when the visitor closes the conversation
 */
export async function recordPresence(
  { id, email, seenAt }: SessionRow,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> {
  if (email === null) return;
  if (!isLast && seenAt && clock.now() - seenAt.getTime() < LAST_SEEN_PRECISION_MS) return;
  await queries
    .markSeen({ id })
    .catch((error: unknown) => log.warn({ err: error }, "a visitor's presence could not be recorded"));
}
