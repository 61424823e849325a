import { transaction } from "@/db/transaction";
import { limits, take } from "@/lib/api/limits";
import * as chats from "@/lib/chat/chats/service";
import * as push from "@/lib/chat/push/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { nameInMail, oneLine } from "@/lib/platform/mail/names";
import { mail } from "@/lib/platform/mail/service";
import { wordsFor } from "@/lib/platform/words/catalogue";
import { type Language, readerIn } from "@/lib/platform/words/languages";
import { hasWord, languageOfAsking } from "./asking";
import * as queries from "./queries";

export type Reason = queries.Reason;

/** How a reply to a visitor stands with their team. */
export type Handover = {
  conversationId: number;
  /** The visitor's, because of which the team is called. */
  messageId: number;
  /** The reasons for which the assistant itself may call the team now. */
  reasons: Exclude<Reason, "rule">[];
  /** The team has been called, and has not answered yet. */
  isWaiting: boolean;
  /** It was called by the message that is replied to, in this language. */
  calledIn?: Language;
};

/** A visitor's message is quoted so far in a mail to the team, in characters. */
const LONGEST_QUOTE = 300;

/**
 * Calls the team if a visitor's message asks for it or has a word that the chat's owner has chosen for that. Called
 * before the message is replied to: the reply then knows. Whoever asks in their own words is never left to what a
 * model makes of them.
 * @returns undefined where the message is no visitor's, or the team answers already
 */
export async function beforeReply(
  conversationId: number,
  message: { id: number; text: string; userType: string },
): Promise<Handover | undefined> {
  if (message.userType !== "guest") return undefined;
  const found = await queries.findHandover({ conversationId });
  if (!found || found.isTakenOver) return undefined;
  const { onRequest = true, whenUnknown = false, words = [] } = found.rules ?? {};
  const asked = onRequest ? languageOfAsking(message.text) : undefined;
  const reason = asked ? "requested" : hasWord(message.text, words) ? "rule" : undefined;
  const handover: Handover = {
    conversationId,
    messageId: message.id,
    reasons: [...(onRequest ? ["requested" as const] : []), ...(whenUnknown ? ["unknown" as const] : [])],
    isWaiting: found.isWaiting,
  };
  if (!reason) return handover;
  const isNew = await callTeam(handover, reason);
  return {
    ...handover,
    isWaiting: found.isWaiting || isNew,
    ...(isNew && { calledIn: asked ?? readerIn(found.language).language }),
  };
}

/**
 * Has a visitor wait for the team, which hears of it: live, on its devices and by mail, except those who muted the
 * chat. Once, until somebody has answered.
 * @returns whether the team was called by this
 */
export async function callTeam(
  { conversationId, messageId }: Pick<Handover, "conversationId" | "messageId">,
  reason: Reason,
): Promise<boolean> {
  const isCalled = await transaction(async () => {
    await chats.lock(conversationId);
    if (!(await queries.beginWaiting({ conversationId, messageId, reason }))) return false;
    await chats.noteUpdated([conversationId], "visitor");
    await mailTeam(conversationId, messageId, reason);
    return true;
  });
  if (isCalled) await push.announceWaiting(conversationId);
  return isCalled;
}

async function mailTeam(conversationId: number, messageId: number, reason: Reason): Promise<void> {
  const call = await queries.findCall({ conversationId, messageId });
  if (!call || !(await mayMail(call.parentId ?? conversationId))) return;
  for (const { email, language } of await queries.listenersOf({ conversationId })) {
    const t = await wordsFor(readerIn(language), "mails");
    const chat = nameInMail(call.name);
    await mail({
      to: email,
      language: t.language,
      subject: t("visitorWaitsSubject", { chat }),
      lines: [
        t(push.WHY_VISITORS_WAIT[reason], { chat }),
        `“${oneLine(call.said, LONGEST_QUOTE)}”`,
        t("visitorWaitsHelp"),
      ],
      action: { label: t("openConversation"), url: `${config().appUrl}/chats/${call.uuid}` },
    });
  }
}

/** Visitors who come in crowds must not fill the team's mailboxes: the inbox shows them all. */
async function mayMail(publicChatId: number): Promise<boolean> {
  try {
    await take(limits.mailbox(), `visitor-waits chat:${publicChatId}`);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === "rate_limited") return false;
    throw error;
  }
}

/** The visitor of a conversation waits no longer; called in a transaction that has locked it. */
export async function answered(conversationId: number): Promise<void> {
  if (await queries.endWaiting({ conversationId })) await chats.noteUpdated([conversationId], "visitor");
}

/**
 * A person of the team has answered a visitor, who waits no longer and is mailed the answer if they are away. Never
 * throws: the answer is stored, and the sweep mails what was missed here.
 */
export async function teamAnswered(conversationId: number, messageId: number): Promise<void> {
  try {
    const found = await queries.isExpecting({ conversationId });
    if (found?.isWaiting)
      await transaction(async () => {
        await chats.lock(conversationId);
        await answered(conversationId);
      });
    if (found?.hasAddress)
      await background.emit("visitor.answered", { conversation_id: conversationId, message_id: messageId });
  } catch (error) {
    log.error({ err: error, chat: conversationId }, "a visitor could not be told of an answer");
  }
}
