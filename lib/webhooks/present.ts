import type { z } from "zod";
import { userMini } from "@/lib/auth/present";
import type { Webhook } from "./contract";
import type { DeliveryRow, ListedHook } from "./queries";

export const delivery = (row: DeliveryRow) => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  response_status: row.responseStatus,
  error: row.error,
  payload: row.payload,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
});

export const webhook = ({ hook, maker, lastDelivery }: ListedHook): z.output<typeof Webhook> => ({
  id: hook.id,
  url: hook.url,
  events: hook.events as z.output<typeof Webhook>["events"],
  is_enabled: hook.isEnabled,
  last_delivery: lastDelivery && delivery(lastDelivery),
  created_by: maker && userMini(maker),
  created_at: hook.createdAt.toISOString(),
  updated_at: hook.updatedAt.toISOString(),
});
