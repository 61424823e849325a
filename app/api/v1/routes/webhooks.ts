import { toListReply } from "@/lib/api/routes";
import { webhooksApi } from "@/lib/chat/webhooks/contract";
import * as webhooks from "@/lib/chat/webhooks/service";
import { implement } from "../implement";

export const webhooksRoutes = implement("Webhooks", webhooksApi, {
  listWebhooks: ({ viewer }) => webhooks.list(viewer),
  createWebhook: ({ viewer, body }) => webhooks.create(viewer, body),
  getWebhook: ({ viewer, params }) => webhooks.get(viewer, params.webhook_id),
  updateWebhook: ({ viewer, params, body }) => webhooks.update(viewer, params.webhook_id, body),
  removeWebhook: ({ viewer, params }) => webhooks.remove(viewer, params.webhook_id),
  renewWebhookSecret: ({ viewer, params }) => webhooks.renewSecret(viewer, params.webhook_id),
  testWebhook: ({ viewer, params }) => webhooks.test(viewer, params.webhook_id),
  listWebhookDeliveries: async ({ viewer, params, query }) =>
    toListReply(await webhooks.listDeliveries(viewer, params.webhook_id, query)),
  replayWebhookDelivery: ({ viewer, params }) =>
    webhooks.replay(viewer, params.webhook_id, params.delivery_id),
});
