import type { z } from "zod";
import type { WebhookEvent } from "@/lib/chat/webhooks/contract";

export type EventName = z.output<typeof WebhookEvent>;

/** What a webhook can be told, in words. */
export const eventLabels: Record<EventName, string> = {
  "message.created": "A message was written",
  "reply.finished": "An assistant has replied",
  "document.ready": "A file in a chat was read and can be searched",
  "public.conversation.started": "A visitor began a conversation",
};
