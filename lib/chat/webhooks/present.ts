import type { z } from "zod";
import { toUserMini } from "@/lib/identity/people/service";
import type { Webhook } from "./contract";
import type { DeliveryRow, ListedHook } from "./queries";

export const toDelivery = (row: DeliveryRow, payload: DeliveryRow["payload"] | null) => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  response_status: row.responseStatus,
  error: row.error,
  payload,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
});

export const toWebhook = (
  { hook, maker, hasMaker }: ListedHook,
  last: z.output<typeof Webhook>["last_delivery"],
): z.output<typeof Webhook> => ({
  id: hook.id,
  url: hook.url,
  events: hook.events as z.output<typeof Webhook>["events"],
  is_enabled: hook.isEnabled,
  disabled_reason: hook.isEnabled ? null : hook.offReason,
  last_delivery: last,
  created_by: maker && toUserMini(maker),
  is_orphaned: !hasMaker,
  created_at: hook.createdAt.toISOString(),
  updated_at: hook.updatedAt.toISOString(),
});
