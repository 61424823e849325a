import { consumeRateLimit, limits } from "@/lib/api/limits";
import { AppError } from "@/lib/platform/errors";
import type { PublicVisitor } from "../sessions";
import { createChallenge, isSolved } from "./challenge";
import * as queries from "./queries";

const FLOOD_SESSIONS_PER_MINUTE = 30;
// 65,536 attempts on average, about 0.3 s on a phone.
const MIN_CHALLENGE_BITS = 16;
// About 5 s on a phone.
const MAX_CHALLENGE_BITS = 20;

export async function getChallenge(visitor: PublicVisitor) {
  const bits = await bitsFor(visitor);
  return { challenge: bits > 0 ? createChallenge(visitor.session.id, bits) : null, bits };
}

// Returns the difficulty in bits. It increases by one for each doubling of the new sessions of the last minute.
async function bitsFor({ chat, conversation }: PublicVisitor): Promise<number> {
  if (conversation) return 0;
  const when = (await queries.findRules({ chatId: chat.id }))?.challenge ?? "flooded";
  if (when === "never") return 0;
  const most = FLOOD_SESSIONS_PER_MINUTE * 2 ** (MAX_CHALLENGE_BITS - MIN_CHALLENGE_BITS);
  const times = (await queries.countNewSessions({ chatId: chat.id, most })) / FLOOD_SESSIONS_PER_MINUTE;
  if (times <= 1) return when === "always" ? MIN_CHALLENGE_BITS : 0;
  return Math.min(MAX_CHALLENGE_BITS, MIN_CHALLENGE_BITS + Math.floor(Math.log2(times)));
}

/**
 * Rejects the first message of a conversation without a required proof of work. The difficulty at the time of the
 * challenge is sufficient.
 * @throws AppError proof_required
 */
export async function requireProof(visitor: PublicVisitor, proof: string | undefined): Promise<void> {
  if (visitor.conversation || (proof !== undefined && isSolved(proof, visitor.session.id))) return;
  if ((await bitsFor(visitor)) > 0)
    throw new AppError(
      "proof_required",
      "Many visitors are writing at the moment. Solve the challenge first.",
    );
}

/**
 * Counts a message against the visitor's limit per 24 hours, across devices for a verified visitor.
 * @throws AppError rate_limited
 */
export async function consumeDailyLimit({ chat, session }: PublicVisitor): Promise<void> {
  const { messagesPerVisitor = null } = (await queries.findRules({ chatId: chat.id })) ?? {};
  const limit = limits.visitorMessagesOfDay(messagesPerVisitor);
  const visitor =
    session.knownVisitorId === null ? `session:${session.hash}` : `known:${session.knownVisitorId}`;
  try {
    await consumeRateLimit(limit, visitor);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "rate_limited") throw error;
    const { retryAfter = 0 } = error.extra;
    throw new AppError(
      "rate_limited",
      `A visitor can send ${limit.most} messages in 24 hours. Please come back in ${inWords(retryAfter)}.`,
      error.extra,
    );
  }
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 5400 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  const whole = Math.max(1, Math.ceil(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
