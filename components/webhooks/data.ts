import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import {
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhooksApi,
} from "@/lib/chat/webhooks/contract";

export type Hook = z.output<typeof Webhook>;
export type Delivery = z.output<typeof WebhookDelivery>;
export type EventName = z.output<typeof WebhookEvent>;

/** What a webhook can be told, in words. */
export const eventLabels: Record<EventName, string> = {
  "message.created": "A message was written",
  "reply.finished": "An assistant has replied",
  "document.ready": "A file in a chat was read and can be searched",
  "public.conversation.started": "A visitor began a conversation",
};

const PAGE = 25;
const key = (id: number) => [webhooksApi.listWebhookDeliveries.path, id];

export const deliveriesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: key(id),
    queryFn: ({ pageParam, signal }) =>
      call(webhooksApi.listWebhookDeliveries, {
        params: { webhook_id: id },
        query: { page: pageParam, page_size: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === PAGE ? pages.length + 1 : undefined),
  });

/** The list with the latest delivery of each, and the deliveries of one, are read anew. */
export async function changed(cache: QueryClient, id?: number): Promise<void> {
  await cache.invalidateQueries({ queryKey: [webhooksApi.listWebhooks.path] });
  if (id !== undefined) await cache.invalidateQueries({ queryKey: key(id) });
}
