import type { Viewer } from "@/lib/api/actor";
import type { EphemeralEvent, Published } from "@/lib/chat/events/service";
import * as messages from "@/lib/chat/messages/service";
import { shareEvent } from "@/lib/platform/stream-event";
import type { LiveEvent } from "./contract";

// A reader that lags by more than this reads the message again, because it may have been edited or deleted.
const MAX_ROW_AGE_MS = 1000;

type MessageEvent = Extract<Published, { kind: "message.created" | "message.updated" }>;
type MessageRow = Awaited<ReturnType<typeof messages.listRows>>[number];

const rows = new WeakMap<Published, { readAt: number; row: Promise<MessageRow | undefined> }>();
const forms = new WeakMap<Published | EphemeralEvent | MessageRow, Map<string, LiveEvent>>();

function loadRow(event: MessageEvent): Promise<MessageRow | undefined> {
  const now = performance.now();
  const known = rows.get(event);
  if (known && now - known.readAt < MAX_ROW_AGE_MS) return known.row;
  const row = messages.listRows([event.data.message_id]).then(([first]) => first);
  rows.set(event, { readAt: now, row });
  return row;
}

// Returns one object for all readers with the same `key`, so that it is serialized once.
function shareForm(
  source: Published | EphemeralEvent | MessageRow,
  key: string,
  build: () => LiveEvent,
): LiveEvent {
  const shared = forms.get(source) ?? new Map<string, LiveEvent>();
  forms.set(source, shared);
  const form = shared.get(key) ?? shareEvent(build());
  shared.set(key, form);
  return form;
}

/**
 * Returns the event as this subscriber receives it; undefined when its subject no longer exists or is hidden from
 * them.
 */
export async function toLiveEvent(event: Published, viewer: Viewer): Promise<LiveEvent | undefined> {
  const { id, chatId: chat_id, chatUuid: chat_uuid } = event;
  if (event.kind === "chat.removed")
    return { event: event.kind, data: { chat_id, chat_uuid: event.data.chat_uuid }, id };
  if (chat_uuid === null) return undefined;
  const chat = { chat_id, chat_uuid };
  switch (event.kind) {
    case "message.created":
    case "message.updated":
      return toMessageEvent(event, chat, viewer);
    case "mail.held": {
      if (!event.memberIds.includes(viewer.user.id)) return undefined;
      const data = { ...chat, ...event.data, notify: !event.mutedIds.includes(viewer.user.id) };
      return { event: event.kind, data, id };
    }
    case "messages.cleared":
    case "chat.added":
      return shareForm(event, "", () => ({ event: event.kind, data: chat, id }));
    default:
      return shareForm(
        event,
        "",
        () => ({ event: event.kind, data: { ...chat, ...event.data }, id }) as LiveEvent,
      );
  }
}

async function toMessageEvent(
  event: MessageEvent,
  chat: { chat_id: number; chat_uuid: string },
  viewer: Viewer,
): Promise<LiveEvent | undefined> {
  const row = await loadRow(event);
  if (!row) return undefined;
  const { id: userId } = viewer.user;
  const isOwn = row.message.fromUserId === userId;
  const key = event.kind === "message.created" && isOwn ? event.data.idempotency_key : undefined;
  const notify = !isOwn && !event.mutedIds.includes(userId);
  const reacted = row.reactions?.map(({ user_ids }) => user_ids.includes(userId)).join() ?? "";
  return shareForm(row, `${key} ${notify} ${reacted}`, () => ({
    event: event.kind,
    data: {
      ...chat,
      message: messages.toMessageResponseFor(viewer, row),
      idempotency_key: key ?? null,
      notify,
    },
    id: event.id,
  }));
}

export const toPassingEvent = (event: EphemeralEvent): LiveEvent =>
  shareForm(event, "", () => buildPassingEvent(event));

function buildPassingEvent(event: EphemeralEvent): LiveEvent {
  if (event.kind === "presence")
    return { event: "presence", data: { user_id: event.userId, is_online: event.isOnline } };
  const { chatId: chat_id, chatUuid: chat_uuid, name: full_name } = event;
  const member = { chat_id, chat_uuid, full_name };
  if (event.kind === "typing") return { event: event.kind, data: { ...member, user_id: event.userId } };
  const { kind, userId: user_id, pageId: page_id, offset, before, after } = event;
  return { event: kind, data: { ...member, user_id, page_id, offset, before, after } };
}
