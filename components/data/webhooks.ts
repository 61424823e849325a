import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Webhook, WebhookDelivery } from "@/lib/chat/webhooks/contract";
import { webhooksApi } from "@/lib/chat/webhooks/operations";
import { pagesFor, queryFor, refresh } from "./query";

export type Hook = z.output<typeof Webhook>;
export type Delivery = z.output<typeof WebhookDelivery>;

const PAGE = 25;
export const webhooksQuery = queryFor(webhooksApi.listWebhooks);
export const deliveriesQuery = (id: number) =>
  pagesFor(webhooksApi.listWebhookDeliveries, PAGE, { params: { webhook_id: id } });

export async function refreshWebhooks(client: QueryClient, id?: number): Promise<void> {
  await refresh(client, webhooksApi.listWebhooks);
  if (id !== undefined) await client.invalidateQueries({ queryKey: deliveriesQuery(id).queryKey });
}
