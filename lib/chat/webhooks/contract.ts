import { z } from "zod";
import { get, json, operation } from "@/lib/api/contract";
import { id, page, pageSize, SuccessMessage, timestamp, uuid } from "@/lib/api/fields";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";

export const MAX_WEBHOOKS = 20;

export const WebhookEvent = z.enum([
  "message.created",
  "reply.finished",
  "document.ready",
  "public.conversation.started",
]);

export const WebhookDelivery = z
  .object({
    id: z.guid(),
    event: z.string().describe("A `WebhookEvent`, or `test`."),
    state: z.enum(["pending", "delivered", "failed"]),
    attempts: z.int(),
    response_status: z.int().nullable().describe("Of the last attempt; null when there was no answer."),
    error: z.string().nullable().describe("Why the last attempt failed, a sentence."),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("What would be sent now. Null for everyone except the webhook's creator."),
    created_at: timestamp,
    delivered_at: timestamp.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export const Webhook = z
  .object({
    id: z.int(),
    url: z.string(),
    events: z.array(WebhookEvent),
    is_enabled: z.boolean(),
    disabled_reason: z
      .string()
      .nullable()
      .describe(
        "Why Parley turned the webhook off, as a sentence. Null if a person turned it off, and while it is on.",
      ),
    last_delivery: WebhookDelivery.nullable(),
    created_by: UserMini.nullable().describe(
      "Whoever made it or took it over: it is told what they may see.",
    ),
    is_orphaned: z
      .boolean()
      .describe(
        "True if `created_by` can no longer manage webhooks. Nothing is delivered until someone takes the webhook over.",
      ),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Webhook" });
const WebhookCreated = Webhook.extend({
  secret: z.string().describe("Signs the deliveries. Shown this once."),
}).meta({ id: "WebhookCreated" });

const url = z
  .url({ protocol: /^https?$/, error: "Must be an http or https address." })
  .max(2000)
  .refine((address) => {
    // The `url` rule above already rejects unparsable addresses.
    if (!URL.canParse(address)) return true;
    const { username, password } = new URL(address);
    return username === "" && password === "";
  }, "Must not hold a name or a password.");
const events = z
  .array(WebhookEvent)
  .min(1, "Choose at least one event.")
  .max(20)
  .transform((names) => [...new Set(names)]);

const hook = { webhook_id: id };
const params = z.object(hook);
const managed = "For owners and admins of the group.";
const signed =
  "Deliveries are signed after Standard Webhooks (https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64 HMAC-SHA256 of `id.timestamp.body`>`, keyed with what stands behind `whsec_`, decoded from base64. Beside it `Parley-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of `t.body` by the secret>`. An answer of 410 switches the webhook off.";

export const webhooksApi = {
  listWebhooks: operation(endpoints.listWebhooks, {
    summary: "List the group's webhooks",
    description: managed,
    returns: z.array(Webhook),
  }),
  createWebhook: operation(endpoints.createWebhook, {
    summary: "Create a webhook",
    description: `${managed} At most ${MAX_WEBHOOKS}. ${signed} Payloads contain ids. Texts and the names of chats and files are included only for chats that the webhook's creator is in at the time of delivery.`,
    body: json(z.object({ url, events })),
    returns: WebhookCreated,
    status: 201,
    allowance: "heavy",
  }),
  getWebhook: get("/webhooks/{webhook_id}", {
    summary: "Get a webhook",
    description: managed,
    params,
    returns: Webhook,
  }),
  updateWebhook: operation(endpoints.updateWebhook, {
    summary: "Update a webhook, or turn it on or off",
    description: `${managed} Changes apply to future events; events from while it was off are not delivered. Anyone who manages webhooks can turn it off or on. Only the creator can change its address and events: others get 403 and have to take it over with a new secret first.`,
    params,
    body: json(
      z.object({ url: url.optional(), events: events.optional(), is_enabled: z.boolean().optional() }),
    ),
    returns: Webhook,
  }),
  removeWebhook: operation(endpoints.removeWebhook, {
    summary: "Remove a webhook",
    description: managed,
    params,
    returns: SuccessMessage,
  }),
  renewWebhookSecret: operation(endpoints.renewWebhookSecret, {
    summary: "Create a new secret for a webhook, or take over someone else's",
    description: `${managed} The old secret stops working at once. A new secret for someone else's webhook makes you its creator: pending deliveries are dropped, and the webhook is off until you turn it on.`,
    params,
    returns: WebhookCreated,
  }),
  testWebhook: operation(endpoints.testWebhook, {
    summary: "Send a `test` event to a webhook",
    description: `${managed} Tried once, also while it is switched off.`,
    params,
    returns: WebhookDelivery,
    allowance: "heavy",
  }),
  listWebhookDeliveries: operation(endpoints.listWebhookDeliveries, {
    summary: "List deliveries of a webhook, newest first",
    description: `${managed} Deliveries are kept for 30 days. Only the webhook's creator sees their payloads.`,
    params,
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(WebhookDelivery),
  }),
  replayWebhookDelivery: operation(endpoints.replayWebhookDelivery, {
    summary: "Redeliver an event",
    description: `${managed} Uses the same id, and what the webhook's creator may see now. Returns 409 if a try is in progress, or if the webhook is off or orphaned.`,
    params: z.object({ ...hook, delivery_id: uuid }),
    returns: WebhookDelivery,
  }),
};
