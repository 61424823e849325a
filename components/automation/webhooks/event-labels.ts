import type { z } from "zod";
import type { WebhookEvent } from "@/lib/chat/webhooks/contract";
import type { Key } from "@/lib/platform/words/screens";

export type EventName = z.output<typeof WebhookEvent>;

export const eventLabels: Record<EventName, Key<"webhooks">> = {
  "message.created": "messageCreated",
  "reply.finished": "replyFinished",
  "document.ready": "documentReady",
  "public.conversation.started": "visitorStarted",
};
