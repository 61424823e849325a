import { randomUUID } from "node:crypto";
import { transaction } from "@/db/transaction";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { hashSecret } from "@/lib/platform/crypto/secrets";
import type { Language } from "@/lib/platform/words/languages";
import type { VisitOrigin } from "../sessions";
import { createLinkToken, isLinkTo, type Purpose, parseClaim } from "./link-tokens";
import * as queries from "./queries";

/** Validity of mailed links in days. A link to the conversation also expires with its session. */
export const LINK_DAYS = 30;
const STOP_DAYS = 365;
const DAY = 86_400_000;
// Maximum number of ids that a session can get from mailed links. The oldest ids are revoked first.
const MAX_KEYS = 10;

export function buildLinks(
  chatUuid: string,
  session: { id: number; email: string },
  language: Language | undefined,
) {
  const page = `${config().appUrl}/public/chats/${chatUuid}`;
  const inLanguage = language ? `&ui_language=${language}` : "";
  const token = (purpose: Purpose, days: number) =>
    createLinkToken(purpose, session, clock.now() + days * DAY);
  return {
    proceed: `${page}?mail_link=${token("continue", LINK_DAYS)}${inLanguage}`,
    stop: `${page}/stop-mails?token=${token("stop", STOP_DAYS)}${inLanguage}`,
  };
}

// Returns the session of a mailed token, or undefined when it is forged, expired, or for an earlier address.
async function mailedSession(purpose: Purpose, chatUuid: string, token: string) {
  const claimed = parseClaim(token, clock.now());
  const found = claimed && (await queries.findMailed({ chatUuid, id: claimed.id }));
  if (!found?.email) return undefined;
  const session = { ...found, email: found.email };
  return isLinkTo(purpose, token, session, claimed!.until) ? session : undefined;
}

/**
 * Exchanges a mailed link for an additional id of the session, which stays open elsewhere.
 * @returns undefined when the link has expired
 * @throws AppError rate_limited
 */
export async function openMailed(chatUuid: string, token: string, { address }: VisitOrigin) {
  await consumeRateLimit(limits.publicSessions(), `address:${address}`);
  const session = await mailedSession("continue", chatUuid, token);
  if (!session) return undefined;
  const id = randomUUID();
  await transaction(() => queries.addKey({ sessionId: session.id, hash: hashSecret(id), most: MAX_KEYS }));
  return id;
}

export async function stopMails(chatUuid: string, token: string): Promise<boolean> {
  const session = await mailedSession("stop", chatUuid, token);
  if (session) await queries.stopMails(session);
  return session !== undefined;
}
