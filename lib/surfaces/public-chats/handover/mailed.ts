import { randomUUID } from "node:crypto";
import { transaction } from "@/db/transaction";
import { limits, take } from "@/lib/api/limits";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { hashed } from "@/lib/platform/crypto/secrets";
import type { Language } from "@/lib/platform/words/languages";
import type { Origin } from "../sessions";
import { claimedBy, isLinkTo, linkToken, type Purpose } from "./links";
import * as queries from "./queries";

/** How long the links of a mail work, in days: that to the conversation no longer than its session lasts unused. */
export const LINK_DAYS = 30;
const STOP_DAYS = 365;
const DAY = 86_400_000;
/** Ids that links of one session have been exchanged for; the newest work. */
const MAX_KEYS = 10;

/** The links of a mail to a visitor, in whose language what they open is. */
export function linksFor(
  chatUuid: string,
  session: { id: number; email: string },
  language: Language | undefined,
) {
  const page = `${config().appUrl}/public/chats/${chatUuid}`;
  const inLanguage = language ? `&ui_language=${language}` : "";
  const token = (purpose: Purpose, days: number) => linkToken(purpose, session, clock.now() + days * DAY);
  return {
    proceed: `${page}?mail_link=${token("continue", LINK_DAYS)}${inLanguage}`,
    stop: `${page}/stop-mails?token=${token("stop", STOP_DAYS)}${inLanguage}`,
  };
}

/** The session that the token of a mail is of; undefined when it is forged, over, or of an earlier address. */
async function mailedSession(purpose: Purpose, chatUuid: string, token: string) {
  const claimed = claimedBy(token, clock.now());
  const found = claimed && (await queries.findMailed({ chatUuid, id: claimed.id }));
  if (!found?.email) return undefined;
  const session = { ...found, email: found.email };
  return isLinkTo(purpose, token, session, claimed!.until) ? session : undefined;
}

/**
 * Opens the conversation that a mail was about.
 * @returns an id of its own for the session, which stays open where it is; undefined when the link is over
 * @throws AppError rate_limited
 */
export async function openMailed(chatUuid: string, token: string, { address }: Origin) {
  await take(limits.publicSessions(), `address:${address}`);
  const session = await mailedSession("continue", chatUuid, token);
  if (!session) return undefined;
  const id = randomUUID();
  await transaction(() => queries.addKey({ sessionId: session.id, hash: hashed(id), most: MAX_KEYS }));
  return id;
}

/** Has no answer of a public chat mailed to an address any more, as a link in such a mail asks. False when the link is over. */
export async function stopMails(chatUuid: string, token: string): Promise<boolean> {
  const session = await mailedSession("stop", chatUuid, token);
  if (session) await queries.stopMails(session);
  return session !== undefined;
}
