import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listWebhooks: get("/webhooks"),
  createWebhook: post("/webhooks"),
  updateWebhook: patch("/webhooks/{webhook_id}"),
  removeWebhook: del("/webhooks/{webhook_id}"),
  renewWebhookSecret: post("/webhooks/{webhook_id}/secret"),
  testWebhook: post("/webhooks/{webhook_id}/test"),
  listWebhookDeliveries: get("/webhooks/{webhook_id}/deliveries"),
  replayWebhookDelivery: post("/webhooks/{webhook_id}/deliveries/{delivery_id}/replay"),
};
export const webhooksApi: Client<typeof contract.webhooksApi, typeof endpoints> = endpoints;
