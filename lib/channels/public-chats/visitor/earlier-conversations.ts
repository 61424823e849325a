import * as messages from "@/lib/chat/messages/service";
import { notFound } from "@/lib/platform/errors";
import * as present from "../present";
import type { PublicVisitor } from "../sessions";
import * as queries from "./queries";

const MAX_CONVERSATIONS = 100;

export async function list({ session }: PublicVisitor) {
  const rows = await queries.listLeftConversations(session, MAX_CONVERSATIONS);
  return rows.map(({ id, firstMessage, startedAt, lastMessageAt }) => ({
    id,
    first_message: firstMessage ?? "",
    started_at: startedAt.toISOString(),
    last_message_at: (lastMessageAt ?? startedAt).toISOString(),
  }));
}

/**
 * Returns a page of messages of an earlier conversation.
 * @throws AppError not_found
 */
export async function read(
  visitor: PublicVisitor,
  conversationId: number,
  page: { size: number; message_id?: number; after_message_id?: number },
) {
  const id = await resolveConversation(visitor, conversationId);
  const rows = await messages.listPage(id, page);
  return rows
    .flatMap((row) => present.toVisitorMessage(row, visitor.chat.uuid) ?? [])
    .map((message) => ({
      ...message,
      attachments:
        message.attachments?.map((file) => ({ ...file, url: `${file.url}?conversation_id=${id}` })) ?? null,
    }));
}

/**
 * Returns the current or an earlier conversation.
 * @throws AppError not_found
 */
export async function resolveConversation(
  { session, conversation }: PublicVisitor,
  id: number | undefined,
  what = "Conversation",
): Promise<number> {
  if (id === undefined || id === conversation?.id) {
    if (conversation) return conversation.id;
  } else if (await queries.hasLeftConversation(session, id)) return id;
  throw notFound(what);
}
