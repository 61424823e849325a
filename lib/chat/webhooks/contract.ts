import { z } from "zod";
import { del, get, json, patch, post } from "@/lib/api/contract";
import { id, page, pageSize, SuccessMessage, timestamp, uuid } from "@/lib/api/fields";
import { UserMini } from "@/lib/identity/people/contract";

export const MOST_WEBHOOKS = 20;

/** What a webhook can be told. */
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
      .describe("What would be sent now. Null for everyone but whoever made the webhook."),
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
      .describe("Why Parley switched it off, a sentence; null when a person did, and while it is on."),
    last_delivery: WebhookDelivery.nullable(),
    created_by: UserMini.nullable().describe(
      "Whoever made it or took it over: it is told what they may see.",
    ),
    is_orphaned: z
      .boolean()
      .describe(
        "`created_by` can no longer manage webhooks: it is told nothing until someone takes it over.",
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
    // What is no address at all is the fault of the rule above.
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
  listWebhooks: get("/webhooks", {
    summary: "List the group's webhooks",
    description: managed,
    returns: z.array(Webhook),
  }),
  createWebhook: post("/webhooks", {
    summary: "Send events of the group to an address",
    description: `${managed} At most ${MOST_WEBHOOKS}. ${signed} Payloads name what happened by ids; texts, names of chats and of files stand in them only for chats that whoever made the webhook is in when they are sent.`,
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
  updateWebhook: patch("/webhooks/{webhook_id}", {
    summary: "Change a webhook, switch it off or on",
    description: `${managed} From then on it is told what happens; what happened while it was off is not told. Anyone who manages webhooks may switch one off or on; its address and events are for its creator: 403 for others, who take it over with a new secret first.`,
    params,
    body: json(
      z.object({ url: url.optional(), events: events.optional(), is_enabled: z.boolean().optional() }),
    ),
    returns: Webhook,
  }),
  removeWebhook: del("/webhooks/{webhook_id}", {
    summary: "Remove a webhook",
    description: managed,
    params,
    returns: SuccessMessage,
  }),
  renewWebhookSecret: post("/webhooks/{webhook_id}/secret", {
    summary: "Create a new secret for a webhook, and take over one of someone else's",
    description: `${managed} The old one signs nothing any longer. Who makes one for someone else's webhook is from then on its creator: what waits to be delivered is dropped, and it is off until they switch it on.`,
    params,
    returns: WebhookCreated,
  }),
  testWebhook: post("/webhooks/{webhook_id}/test", {
    summary: "Send a webhook an event `test` and see what it answers",
    description: `${managed} Tried once, also while it is switched off.`,
    params,
    returns: WebhookDelivery,
    allowance: "heavy",
  }),
  listWebhookDeliveries: get("/webhooks/{webhook_id}/deliveries", {
    summary: "List deliveries of a webhook, newest first",
    description: `${managed} Kept 30 days. What was told stands there for whoever made the webhook only.`,
    params,
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(WebhookDelivery),
  }),
  replayWebhookDelivery: post("/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", {
    summary: "Deliver something again",
    description: `${managed} With the same id, and what whoever made the webhook may see now. 409 while it is being tried, or when the webhook is switched off or orphaned.`,
    params: z.object({ ...hook, delivery_id: uuid }),
    returns: WebhookDelivery,
  }),
};
