import { createHmac } from "node:crypto";
import { transaction } from "@/db/transaction";
import * as audit from "@/lib/identity/audit/service";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { unseal } from "@/lib/platform/crypto/seal";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import type { Key } from "@/lib/platform/words/screens";
import { buildPayloads } from "./event-payloads";
import * as queries from "./queries";

export const WITHOUT_MAKER =
  "The creator of this webhook can no longer manage webhooks. Take it over to resume deliveries.";

const TIMEOUT_MS = 10_000;

/**
 * Computes the `Parley-Signature` header.
 * @param at in milliseconds since the epoch
 */
function signature(secret: string, body: string, at: number): string {
  const time = Math.floor(at / 1000);
  const mac = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return `t=${time},v1=${mac}`;
}

/**
 * Computes the headers of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param at in milliseconds since the epoch
 */
function standardHeaders(secret: string, id: string, body: string, at: number) {
  const time = Math.floor(at / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(time), "webhook-signature": `v1,${mac}` };
}

// Ends the subscription: the receiver wants no more requests (RFC 9110, section 15.5.11).
const GONE = 410;

/**
 * Attempts a delivery once. Never throws because of the receiver.
 * @returns whether to retry
 */
export async function attemptDelivery(deliveryId: string, isLast: boolean): Promise<boolean> {
  const pendingDelivery = await queries.findPendingDelivery({ id: deliveryId });
  if (!pendingDelivery) return false;
  const { delivery, hook, hasMaker } = pendingDelivery;
  if (!hook.isEnabled) {
    await queries.failDelivery({ id: deliveryId, error: "The webhook was turned off." });
    return false;
  }
  if (!hasMaker) {
    await queries.failDelivery({ id: deliveryId, error: WITHOUT_MAKER });
    return false;
  }
  const outcome = await post(hook, delivery);
  const isDelivered = outcome.error === null;
  const isGone = outcome.responseStatus === GONE;
  const state = isDelivered ? "delivered" : isLast || isGone ? "failed" : "pending";
  await queries.recordAttempt({ id: deliveryId, ...outcome, state });
  if (isGone) await endSubscription(hook);
  else if (!isDelivered) await switchOffDead(hook.id);
  return state === "pending";
}

export async function deliverNow(hook: queries.HookRow, delivery: queries.DeliveryRow) {
  const outcome = await post(hook, delivery);
  const state = outcome.error === null ? "delivered" : "failed";
  if (outcome.responseStatus === GONE) await endSubscription(hook);
  return (await queries.recordAttempt({ id: delivery.id, ...outcome, state })) ?? delivery;
}

async function post(hook: queries.HookRow, delivery: queries.DeliveryRow) {
  const { id, event } = delivery;
  const secret = unseal("webhooks", hook.encryptedSecret);
  if (secret === undefined)
    return { responseStatus: null, error: "AUTH_SECRET has changed: create a new secret for this webhook." };
  const body = JSON.stringify((await buildPayloads(hook, [delivery])).get(id));
  const at = clock.now();
  try {
    const answer = await fetchOutside(hook.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Parley-Webhooks",
        "parley-event": event,
        "parley-delivery": id,
        "parley-signature": signature(secret, body, at),
        ...standardHeaders(secret, id, body, at),
      },
      body,
      timeout: TIMEOUT_MS,
      largest: 64 * 1024,
    });
    await answer.body?.cancel();
    const error = answer.ok ? null : `The server answered ${answer.status}.`;
    return { responseStatus: answer.status, error };
  } catch (error) {
    if (error instanceof EgressError) return { responseStatus: null, error: error.message };
    throw error;
  }
}

const switchOffDead = (id: number): Promise<void> =>
  transaction(async () => {
    const reason = "Nothing could be delivered for three days.";
    const hook = await queries.switchOffDead({ id, reason });
    if (!hook) return;
    await notifyCreator(hook, "webhookDead", "webhookDeadHelp");
  });

const endSubscription = ({ id, url }: queries.HookRow): Promise<void> =>
  transaction(async () => {
    const reason = "The address answered 410 (Gone), so deliveries stopped.";
    const hook = await queries.switchOff({ id, url, reason });
    if (!hook) return;
    await queries.dropQueue({ groupId: hook.groupId, id, error: "The webhook was turned off." });
    await notifyCreator(hook, "webhookGone", "webhookGoneHelp");
  });

const getHost = ({ url }: queries.HookRow) => new URL(url).host;

async function notifyCreator(hook: queries.HookRow, what: Key<"mails">, help: Key<"mails">): Promise<void> {
  const { groupId, createdBy } = hook;
  await audit.record({ groupId, action: "webhook_switched_off", details: { url: getHost(hook) } });
  const maker = createdBy === null ? undefined : await queries.findCreator({ userId: createdBy });
  if (!maker) return;
  const t = await loadTranslate(toReader(maker.language), "mails");
  await mail({
    to: maker.email,
    language: t.language,
    subject: t("webhookOffSubject"),
    lines: [t(what, { host: getHost(hook) }), t(help)],
    action: { label: t("openWebhooks"), url: `${config().appUrl}/settings/webhooks` },
  });
}
