import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import { getTail } from "@/lib/chat/events/service";
import * as background from "@/lib/platform/background/service";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import type { WebhookEvent } from "./contract";
import * as queries from "./queries/deliveries";

// Local events are batched for `BATCH_WINDOW_MS`. Polling finds the events of other processes, which may have crashed
// before collecting them.
const BATCH_WINDOW_MS = 100;
const POLL_INTERVAL_MS = 2000;
const MAX_EVENTS = 500;

type Event = z.output<typeof WebhookEvent>;
// Event id up to which the log has been read. Starting at 0 after a restart is safe: the log covers a day, and
// deliveries are unique per event.
const state = createOnce(() => ({ after: 0 }));

/**
 * Collects events for webhooks after each local publish and every two seconds. Reads the event log, so that sending a
 * message costs nothing extra. Returns a function that stops the collection.
 */
export function startCollecting(): () => Promise<void> {
  let running = Promise.resolve();
  let isNext = false;
  const look = () => {
    if (isNext) return;
    isNext = true;
    running = running
      .then(() => {
        isNext = false;
        return collect();
      })
      .catch((error) => log.warn({ err: error }, "collecting events for webhooks failed"));
  };
  let soon: NodeJS.Timeout | undefined;
  const unwatch = getTail().watch(() => {
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, BATCH_WINDOW_MS).unref();
  });
  const timer = setInterval(look, POLL_INTERVAL_MS).unref();
  return () => {
    unwatch();
    clearTimeout(soon);
    clearInterval(timer);
    return running;
  };
}

export async function collect(): Promise<void> {
  if (!(await queries.hasWebhooks())) return;
  const read = state();
  const floor = await queries.getSettledEventId();
  for (let { after } = read; ; ) {
    const next = await collectPart(after);
    if (next === undefined) break;
    after = next;
  }
  read.after = Math.max(read.after, floor);
}

const collectPart = (after: number) =>
  transaction(async () => {
    if (!(await queries.acquireCollectorLock())) return undefined;
    const rows = await queries.listEventsAfter({ after, limit: MAX_EVENTS });
    const deliveries = rows.flatMap(toDeliveries);
    const made = deliveries.length > 0 ? await queries.insertDeliveries(deliveries) : [];
    for (const { id, webhookId } of made)
      await background.emit("webhook.due", { delivery_id: id, webhook_id: webhookId });
    // The limit may have cut off further webhooks of the last event, so the next part reads this event again.
    return rows.length < MAX_EVENTS ? undefined : rows.at(-1)!.eventId - 1;
  });

function toDeliveries(row: queries.LoggedEvent) {
  const webhookEvent = toWebhookEvent(row);
  if (!webhookEvent || !row.events.includes(webhookEvent.event)) return [];
  const id = randomUUID();
  const { event, about, data } = webhookEvent;
  const chat = {
    chat_id: row.chatId,
    chat_uuid: row.chatUuid,
    ...(row.publicChatId !== null && { public_chat_id: row.publicChatId }),
  };
  const payload = buildPayload(id, event, row.groupId, { ...chat, ...data }, row.at);
  return [{ id, webhookId: row.hookId, event, subject: `${event} ${about}`, payload }];
}

/**
 * Builds the stored body of a delivery. It contains only ids; `buildPayloads` adds the content.
 * @param at ISO 8601
 */
export const buildPayload = (
  id: string,
  event: string,
  groupId: string,
  data: Record<string, unknown>,
  at: string,
) => ({ id, event, created_at: new Date(at).toISOString(), group_id: groupId, data });

type Ready = Pick<queries.LoggedEvent, "documentId" | "mimeType" | "size">;
export const toReadyDocument = ({ documentId, mimeType, size }: Ready) => ({
  document_id: documentId,
  mime_type: mimeType,
  size,
});

type WebhookEventContent = { event: Event; about: string | number; data: Record<string, unknown> };

// Maps a row of the event log to a webhook event; undefined when its subject was deleted or it has no webhook event.
function toWebhookEvent(row: queries.LoggedEvent): WebhookEventContent | undefined {
  if (row.messageId !== null)
    return {
      event: "message.created",
      about: row.messageId,
      data: {
        message_id: row.messageId,
        user_type: row.userType,
        user_id: row.userId,
        virtual_assistant_id: row.assistantId,
        replying_to_message_id: row.replyingToId,
      },
    };
  if (row.taskId !== null)
    return {
      event: "reply.finished",
      about: row.taskId,
      data: {
        streaming_task_id: row.taskId,
        user_message_id: row.questionId,
        message_ids: row.replyIds,
        status: row.status,
      },
    };
  if (row.documentId !== null)
    return {
      event: "document.ready",
      about: row.documentId,
      data: toReadyDocument(row),
    };
  // A new conversation of a visitor is first added to the chat lists of the team.
  if (row.kind === "chat.added" && row.publicChatId !== null)
    return { event: "public.conversation.started", about: row.chatId, data: {} };
  return undefined;
}
