import * as clock from "@/lib/platform/clock";
import type { MemberRow } from "./queries";

// Three heartbeat intervals (`lib/chat/live/presence.ts`).
const OFFLINE_AFTER_MS = 45_000;

export const toUserInChat = ({ id, fullName, avatarUrl, role, lastSeenAt }: MemberRow) => ({
  id,
  full_name: fullName,
  avatar_url: avatarUrl,
  role,
  is_online: lastSeenAt !== null && clock.now() - lastSeenAt.getTime() < OFFLINE_AFTER_MS,
});

export const toUserInChatFull = (row: MemberRow) => ({
  ...toUserInChat(row),
  email: row.email,
  mention_name: row.mentionName,
  joined_at: row.joinedAt.toISOString(),
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  last_read_message_id: row.lastReadMessageId,
});
