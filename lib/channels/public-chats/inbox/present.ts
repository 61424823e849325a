import { toUserMini } from "@/lib/identity/people/service";
import { toIdentity } from "../identity/service";
import type { VisitorRow } from "../staff/queries";

const getStatus = ({ session, isSnoozed }: VisitorRow) => {
  if (session.closedAt) return "closed" as const;
  return isSnoozed ? ("snoozed" as const) : ("open" as const);
};
const iso = (at: Date | null) => at?.toISOString() ?? null;

export function toInboxItem(row: VisitorRow) {
  const { session, chat, known, assignedTo, takenOverBy } = row;
  return {
    chat_id: chat.id,
    chat_uuid: chat.uuid,
    public_chat_id: session.chatId,
    public_chat_name: row.publicChatName,
    name: chat.name,
    unread_count: row.unreadCount,
    last_message: chat.lastMessageId
      ? {
          id: chat.lastMessageId,
          message: chat.lastMessageText ?? "",
          user_type: chat.lastMessageUserType as "user" | "assistant" | "guest" | "system",
          created_at: chat.lastMessageAt!.toISOString(),
        }
      : null,
    page: session.page,
    language: session.language,
    browser: session.browser,
    started_at: chat.createdAt.toISOString(),
    last_activity_at: chat.lastActivityAt.toISOString(),
    status: getStatus(row),
    snoozed_until: row.isSnoozed ? iso(session.snoozedUntil) : null,
    closed_at: iso(session.closedAt),
    assigned_to: assignedTo && toUserMini(assignedTo),
    waiting_since: iso(session.waitingSince),
    handover_reason: session.handoverReason,
    is_blocked: session.blockedAt !== null,
    is_taken_over: session.takenOverAt !== null,
    taken_over_by: takenOverBy && toUserMini(takenOverBy),
    has_left: session.hash.startsWith("left "),
    email: session.email,
    identity: toIdentity(session, known),
    rating:
      session.rating === null
        ? null
        : {
            score: session.rating,
            comment: session.ratingComment,
            rated_at: (session.ratedAt ?? session.createdAt).toISOString(),
          },
  };
}
