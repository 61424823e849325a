import { createHmac } from "node:crypto";
import { consumeRateLimit, type Limit, limits, refundRateLimit } from "@/lib/api/limits";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { deriveKey } from "@/lib/platform/crypto/keys";
import { hashSecret, isSameSecret } from "@/lib/platform/crypto/secrets";
import { AppError, conflict, forbidden, invalid } from "@/lib/platform/errors";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { type Language, toReader } from "@/lib/platform/words/languages";
import type { PublicVisitor } from "../sessions";
import { exportConversation, getLanguage } from "./language";
import * as queries from "./queries";

// Period in milliseconds. A code is valid in the period in which it was created and in the next one.
const HOUR = 3_600_000;
// Attempts per session and hour. At any time, two of the million possible codes are valid.
const CODES: Limit = { name: "visitor-codes", most: 5, seconds: 3600 };
// Maximum length in characters. Only the end of a longer conversation is mailed.
const MAX_TRANSCRIPT_LENGTH = 300_000;

type MailRequest = { email: string; code?: string };
type RequestOrigin = { address: string; language: Language | undefined };

export const canMailConversations = (): boolean => config().SMTP_URL !== undefined;

/**
 * Mails a visitor's conversation after a code has confirmed the address. Until then, mails contain no text written by
 * users, which prevents spam.
 * @throws AppError forbidden, conflict, rate_limited; InvalidInput
 */
export async function mailConversation(
  visitor: PublicVisitor,
  { email, code }: MailRequest,
  source: RequestOrigin,
) {
  if (!canMailConversations()) throw forbidden("This installation sends no e-mails.");
  if (!visitor.conversation) throw conflict("There is nothing to mail yet.");
  const language = getLanguage(visitor, source.language);
  if (code === undefined) await mailCode(visitor, email, source.address, language);
  else {
    await consumeRateLimit(CODES, visitor.session.hash);
    if (!codesFor(visitor, email).some((good) => isSameSecret(code, good)))
      throw invalid(["body", "code"], "This code is wrong or has expired.");
    await claimAddress(visitor, email);
    await mailText(visitor, email, language);
  }
  return { success: true as const };
}

async function mailCode(
  visitor: PublicVisitor,
  email: string,
  address: string,
  language: Language,
): Promise<void> {
  await claimAddress(visitor, email);
  const from = `conversation ${address}`;
  await consumeRateLimit(limits.mails(), from);
  try {
    await consumeRateLimit(limits.mails(), `conversation ${email.toLowerCase()}`);
  } catch (error) {
    refundRateLimit(limits.mails(), from);
    throw error;
  }
  const t = await loadTranslate(toReader(language), "mails");
  await mail({
    to: email,
    language: t.language,
    subject: t("conversationCodeSubject"),
    lines: [t("conversationCode"), codesFor(visitor, email)[0]!, t("conversationIgnore")],
  });
}

/** @throws AppError rate_limited when the session used another address within the last hour */
async function claimAddress({ session }: PublicVisitor, email: string): Promise<void> {
  const retryAfter = await queries.claimAddress(
    session.id,
    hashSecret(`${session.hash} ${email.toLowerCase()}`),
  );
  if (retryAfter === undefined) return;
  const message = "A conversation is mailed to one address an hour. Try again later.";
  throw new AppError("rate_limited", message, { retryAfter });
}

function codesFor({ session, conversation }: PublicVisitor, email: string): string[] {
  const hour = Math.floor(clock.now() / HOUR);
  return [hour, hour - 1].map((each) => {
    const mac = createHmac("sha256", deriveKey("codes of visitors"))
      .update(JSON.stringify([session.hash, conversation?.id, email.toLowerCase(), each]))
      .digest();
    return String(mac.readUInt32BE() % 1_000_000).padStart(6, "0");
  });
}

async function mailText(
  visitor: PublicVisitor,
  email: string,
  language: Language | undefined,
): Promise<void> {
  let text = "";
  for await (const piece of exportConversation(visitor, language))
    text = (text + piece).slice(-MAX_TRANSCRIPT_LENGTH);
  const t = await loadTranslate(toReader(language), "mails");
  await mail({
    to: email,
    language: t.language,
    subject: t("conversationSubject", { name: visitor.chat.name }),
    lines: [text.trim()],
  });
}
