import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import { tail } from "@/lib/chat/events/service";
import * as background from "@/lib/platform/background/service";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import type { WebhookEvent } from "./contract";
import * as queries from "./queries/happened";

/** In ms: after something happened here, and in case it happened in another process that is gone. */
const GATHER = 100;
const LOOK_EVERY = 2000;
const MOST = 500;

type Event = z.output<typeof WebhookEvent>;
/** Up to where the log of events has been read; it holds a day, and what was told is not told twice. */
const state = () => single("webhooks-read", () => ({ after: 0 }));

/**
 * Looks for what webhooks are to be told soon after something happened, and
 * every two seconds, until the answer is called. It reads the log of live
 * events, so that whoever sends a message does nothing for it; without
 * webhooks it looks only whether there are any.
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
  const unwatch = tail().watch(() => {
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, GATHER).unref();
  });
  const timer = setInterval(look, LOOK_EVERY).unref();
  return () => {
    unwatch();
    clearTimeout(soon);
    clearInterval(timer);
    return running;
  };
}

/** Stores what has happened for each webhook that is told of it, and has it delivered. */
export async function collect(): Promise<void> {
  if (!(await queries.anyHooks())) return;
  const read = state();
  const floor = await queries.settled();
  for (let { after } = read; ; ) {
    const next = await collectPart(after);
    if (next === undefined) break;
    after = next;
  }
  read.after = Math.max(read.after, floor);
}

/** Where to read on; undefined at the end. */
const collectPart = (after: number) =>
  transaction(async () => {
    if (!(await queries.isAlone())) return undefined;
    const rows = await queries.happenedAfter({ after, limit: MOST });
    const deliveries = rows.flatMap(deliveryOf);
    const made = deliveries.length > 0 ? await queries.insertDeliveries(deliveries) : [];
    for (const { id, webhookId } of made)
      await background.emit("webhook.due", { delivery_id: id, webhook_id: webhookId });
    // The last event may have further webhooks.
    return rows.length < MOST ? undefined : rows.at(-1)!.eventId - 1;
  });

function deliveryOf(row: queries.Happened) {
  const told = tellingOf(row);
  if (!told || !row.events.includes(told.event)) return [];
  const id = randomUUID();
  const { event, about, data } = told;
  const chat = {
    chat_id: row.chatId,
    chat_uuid: row.chatUuid,
    ...(row.publicChatId !== null && { public_chat_id: row.publicChatId }),
  };
  const payload = payloadOf(id, event, row.groupId, { ...chat, ...data }, row.at);
  return [{ id, webhookId: row.hookId, event, subject: `${event} ${about}`, payload }];
}

/** The body of a delivery as it is stored: ids, to which `payloadsOf` adds what may be seen. @param at ISO 8601 */
export const payloadOf = (
  id: string,
  event: string,
  groupId: string,
  data: Record<string, unknown>,
  at: string,
) => ({ id, event, created_at: new Date(at).toISOString(), group_id: groupId, data });

type Ready = Pick<queries.Happened, "documentId" | "mimeType" | "size">;
/** What is told of a document, besides its chat. */
export const readyDocument = ({ documentId, mimeType, size }: Ready) => ({
  document_id: documentId,
  mime_type: mimeType,
  size,
});

type Telling = { event: Event; about: string | number; data: Record<string, unknown> };

/** What a row of the log is to a webhook; undefined for what is gone meanwhile or is no event of theirs. */
function tellingOf(row: queries.Happened): Telling | undefined {
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
      data: readyDocument(row),
    };
  // A visitor's conversation comes into the lists of the team when it begins.
  if (row.kind === "chat.added" && row.publicChatId !== null)
    return { event: "public.conversation.started", about: row.chatId, data: {} };
  return undefined;
}
