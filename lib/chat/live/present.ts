import type { Viewer } from "@/lib/api/actor";
import type { Passing, Published } from "@/lib/chat/events/service";
import * as messages from "@/lib/chat/messages/service";
import type { LiveEvent } from "./contract";

const rows = new WeakMap<Published, ReturnType<typeof messages.listRows>>();

function loadRow(event: Published, messageId: number) {
  let read = rows.get(event);
  if (!read) {
    read = messages.listRows([messageId]);
    rows.set(event, read);
  }
  return read;
}

/**
 * Returns the event as this subscriber receives it; undefined when its subject no longer exists or is hidden from
 * them.
 */
export async function toLiveEvent(event: Published, viewer: Viewer): Promise<LiveEvent | undefined> {
  const { id, chatId: chat_id } = event;
  if (event.kind === "chat.removed")
    return { event: event.kind, data: { chat_id, chat_uuid: event.data.chat_uuid }, id };
  if (event.chatUuid === null) return undefined;
  const chat = { chat_id, chat_uuid: event.chatUuid };
  switch (event.kind) {
    case "message.created":
    case "message.updated": {
      const [row] = await loadRow(event, event.data.message_id);
      if (!row) return undefined;
      const isOwn = row.message.fromUserId === viewer.user.id;
      const key = event.kind === "message.created" && isOwn ? event.data.idempotency_key : undefined;
      const data = {
        ...chat,
        message: messages.toMessageResponseFor(viewer, row),
        idempotency_key: key ?? null,
        notify: !isOwn && !event.mutedIds.includes(viewer.user.id),
      };
      return { event: event.kind, data, id };
    }
    case "message.deleted":
      return { event: event.kind, data: { ...chat, ...event.data }, id };
    case "reply.started":
      return { event: event.kind, data: { ...chat, ...event.data }, id };
    case "reply.finished":
      return { event: event.kind, data: { ...chat, ...event.data }, id };
    case "chat.updated":
      return { event: event.kind, data: { ...chat, ...event.data }, id };
    case "document.updated":
      return { event: event.kind, data: { ...chat, ...event.data }, id };
    case "mail.held":
      if (!event.memberIds.includes(viewer.user.id)) return undefined;
      return {
        event: event.kind,
        data: { ...chat, ...event.data, notify: !event.mutedIds.includes(viewer.user.id) },
        id,
      };
    case "messages.cleared":
    case "chat.added":
      return { event: event.kind, data: chat, id };
  }
}

export function toPassingEvent(event: Passing): LiveEvent {
  if (event.kind === "presence")
    return { event: "presence", data: { user_id: event.userId, is_online: event.isOnline } };
  const { chatId: chat_id, chatUuid: chat_uuid, userId: user_id, name: full_name } = event;
  return { event: "typing", data: { chat_id, chat_uuid, user_id, full_name } };
}
