import { transaction } from "@/db/transaction";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as chats from "@/lib/chat/chats/service";
import * as push from "@/lib/chat/push/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { toMailName, toOneLine } from "@/lib/platform/mail/one-line";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { type Language, toReader } from "@/lib/platform/words/languages";
import { detectHandoverRequest, hasWord } from "./detect-request";
import * as queries from "./queries";

export type Reason = queries.Reason;

export type Handover = {
  conversationId: number;
  messageId: number;
  reasons: Exclude<Reason, "rule">[];
  isWaiting: boolean;
  /** Language of the message being replied to, when that message called the team. */
  calledIn?: Language;
};

const MAX_QUOTE_LENGTH = 300;

/**
 * Calls the team when a visitor's message asks for a human or contains one of the chat's keywords. Runs before the
 * reply, which takes the call into account, and does not depend on a model's judgment.
 * @returns undefined for other messages, and after the team has taken over
 */
export async function callTeamBeforeReply(
  conversationId: number,
  message: { id: number; text: string; userType: string },
): Promise<Handover | undefined> {
  if (message.userType !== "guest") return undefined;
  const found = await queries.findHandover({ conversationId });
  if (!found || found.isTakenOver) return undefined;
  const { onRequest = true, whenUnknown = false, words = [] } = found.rules ?? {};
  const asked = onRequest ? detectHandoverRequest(message.text) : undefined;
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
    ...(isNew && { calledIn: asked ?? toReader(found.language).language }),
  };
}

/**
 * Marks a visitor as waiting and notifies the team by live event, push and mail. Further calls do nothing until a
 * team member has answered.
 * @returns whether this call notified the team
 */
export async function callTeam(
  { conversationId, messageId }: Pick<Handover, "conversationId" | "messageId">,
  reason: Reason,
): Promise<boolean> {
  const isCalled = await transaction(async () => {
    await chats.lock(conversationId);
    if (!(await queries.markWaiting({ conversationId, messageId, reason }))) return false;
    await chats.publishUpdated([conversationId], "visitor");
    await mailTeam(conversationId, messageId, reason);
    return true;
  });
  if (isCalled) await push.scheduleWaitingPush(conversationId);
  return isCalled;
}

async function mailTeam(conversationId: number, messageId: number, reason: Reason): Promise<void> {
  const call = await queries.findCall({ conversationId, messageId });
  if (!call || !(await consumeMailLimit(call.parentId ?? conversationId))) return;
  for (const { email, language } of await queries.listListeners({ conversationId })) {
    const t = await loadTranslate(toReader(language), "mails");
    const chat = toMailName(call.name);
    await mail({
      to: email,
      language: t.language,
      subject: t("visitorWaitsSubject", { chat }),
      lines: [
        t(push.WHY_VISITORS_WAIT[reason], { chat }),
        `“${toOneLine(call.said, MAX_QUOTE_LENGTH)}”`,
        t("visitorWaitsHelp"),
      ],
      action: { label: t("openConversation"), url: `${config().appUrl}/chats/${call.uuid}` },
    });
  }
}

// Limits mails of a public chat, so that many simultaneous visitors do not flood the team's mailboxes.
async function consumeMailLimit(publicChatId: number): Promise<boolean> {
  try {
    await consumeRateLimit(limits.mailbox(), `visitor-waits chat:${publicChatId}`);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === "rate_limited") return false;
    throw error;
  }
}

/** Ends a visitor's wait. Must be called in a transaction that has locked the conversation. */
export async function endWait(conversationId: number): Promise<void> {
  if (await queries.clearWaiting({ conversationId })) await chats.publishUpdated([conversationId], "visitor");
}

/**
 * Ends a visitor's wait after a team member answered, and schedules a mail to an absent visitor. Never throws,
 * because the answer is already stored; the sweep makes up for mails missed here.
 */
export async function endWaitAfterAnswer(conversationId: number, messageId: number): Promise<void> {
  try {
    const found = await queries.isExpecting({ conversationId });
    if (found?.isWaiting)
      await transaction(async () => {
        await chats.lock(conversationId);
        await endWait(conversationId);
      });
    if (found?.hasAddress)
      await background.emit("visitor.answered", { conversation_id: conversationId, message_id: messageId });
  } catch (error) {
    log.error({ err: error, chat: conversationId }, "a visitor could not be told of an answer");
  }
}
