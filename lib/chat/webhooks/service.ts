import { randomBytes, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as groups from "@/lib/identity/groups/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { seal } from "@/lib/platform/crypto/seal";
import { conflict, invalid, notFound } from "@/lib/platform/errors";
import { isAllowed } from "@/lib/platform/ip-address";
import { buildPayload } from "./collect-deliveries";
import { MAX_WEBHOOKS, type WebhookEvent } from "./contract";
import { deliverNow, WITHOUT_MAKER } from "./deliver";
import { buildPayloads } from "./event-payloads";
import * as present from "./present";
import * as queries from "./queries";

export { startCollecting } from "./collect-deliveries";
export { attemptDelivery } from "./deliver";
export * as library from "./document-ready";
export { sentEvents } from "./payloads";

type Events = z.output<typeof WebhookEvent>[];
type Changes = { url?: string; events?: Events; is_enabled?: boolean };

function authorizeManagement(viewer: Viewer): { groupId: string } {
  access.authorize(viewer, "webhooks.manage");
  return { groupId: viewer.group.id };
}

async function getWebhook(viewer: Viewer, id: number) {
  const [row] = await queries.listHooks({ ...authorizeManagement(viewer), id });
  if (!row) throw notFound("Webhook");
  return row;
}

const isMaker = ({ user }: Viewer, { createdBy }: queries.HookRow) => createdBy === user.id;

async function toDeliveryItems(viewer: Viewer, hook: queries.HookRow, rows: queries.DeliveryRow[]) {
  const payloads = isMaker(viewer, hook) ? await buildPayloads(hook, rows) : undefined;
  return rows.map((row) => present.toDelivery(row, payloads?.get(row.id) ?? null));
}

async function toWebhookResponse(viewer: Viewer, row: queries.ListedHook) {
  const [last = null] = await toDeliveryItems(viewer, row.hook, row.lastDelivery ? [row.lastDelivery] : []);
  return present.toWebhook(row, last);
}

export const list = async (viewer: Viewer) =>
  Promise.all(
    (await queries.listHooks(authorizeManagement(viewer))).map((row) => toWebhookResponse(viewer, row)),
  );

export const get = async (viewer: Viewer, id: number) =>
  toWebhookResponse(viewer, await getWebhook(viewer, id));

// Base64 after the prefix, as libraries of Standard Webhooks expect.
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

// Rejects literal private IP addresses early. Host names are checked when they are resolved.
function refusePrivateAddress(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !isAllowed(host, host, config().ALLOW_PRIVATE_ADDRESSES))
    throw invalid(
      ["body", "url"],
      "The address is in a private network, which this installation doesn't allow.",
    );
}

const recordAudit = (
  { user, group }: Viewer,
  action: audit.AuditedAction,
  url: string,
  more: audit.AuditEntry["details"] = {},
) =>
  audit.record({ groupId: group.id, userId: user.id, action, details: { url: new URL(url).host, ...more } });

/**
 * Creates a webhook and returns its secret, which is shown only once.
 * @throws AppError forbidden, conflict; InvalidInput
 */
export async function create(viewer: Viewer, { url, events }: { url: string; events: Events }) {
  const { groupId } = authorizeManagement(viewer);
  refusePrivateAddress(url);
  const secret = newSecret();
  const id = await transaction(async () => {
    await groups.lock(groupId);
    if ((await queries.countHooks({ groupId })) >= MAX_WEBHOOKS)
      throw conflict(`A group has at most ${MAX_WEBHOOKS} webhooks.`);
    const encryptedSecret = seal("webhooks", secret);
    const hook = await queries.insertHook({
      groupId,
      url,
      events,
      encryptedSecret,
      createdBy: viewer.user.id,
    });
    await recordAudit(viewer, "webhook_made", url);
    return hook.id;
  });
  return { ...(await get(viewer, id)), secret };
}

/**
 * Updates a webhook. Only its creator may change URL and events, because deliveries carry the creator's permissions:
 * another URL would leak what only they may see.
 * @throws AppError forbidden, not_found; InvalidInput
 */
export async function update(viewer: Viewer, id: number, { url, events, is_enabled: isEnabled }: Changes) {
  const { hook } = await getWebhook(viewer, id);
  const redirects = url !== undefined || events !== undefined;
  if (redirects) access.authorize(viewer, "webhook.change", { isAuthor: isMaker(viewer, hook) });
  if (url !== undefined) refusePrivateAddress(url);
  if (!redirects && isEnabled === undefined) return get(viewer, id);
  await transaction(async () => {
    const isDone = await queries.updateHook({
      groupId: viewer.group.id,
      id,
      values: { url, events, isEnabled, ...(isEnabled !== undefined && { offReason: null }) },
      madeBy: redirects ? viewer.user.id : undefined,
    });
    if (!isDone) throw conflict("Someone else just took over or removed this webhook.");
    await recordAudit(viewer, "webhook_changed", url ?? hook.url);
  });
  return get(viewer, id);
}

export async function remove(viewer: Viewer, id: number) {
  const own = authorizeManagement(viewer);
  await transaction(async () => {
    const hook = await queries.deleteHook({ ...own, id });
    if (!hook) throw notFound("Webhook");
    await recordAudit(viewer, "webhook_removed", hook.url);
  });
  return { success: true as const, message: "The webhook was deleted." };
}

/**
 * Creates a new secret. Renewing the secret of another person's webhook also takes the webhook over: its pending
 * deliveries are dropped, and it stays disabled until the new creator has reviewed its URL.
 * @throws AppError forbidden, not_found
 */
export async function renewSecret(viewer: Viewer, id: number) {
  const { hook, maker } = await getWebhook(viewer, id);
  const secret = newSecret();
  const own = { groupId: viewer.group.id, id };
  const encryptedSecret = seal("webhooks", secret);
  await transaction(async () => {
    if (isMaker(viewer, hook)) {
      const isDone = await queries.updateHook({
        ...own,
        values: { encryptedSecret },
        madeBy: viewer.user.id,
      });
      if (!isDone) throw conflict("Someone else just took over or removed this webhook.");
      await recordAudit(viewer, "webhook_secret_changed", hook.url);
      return;
    }
    await queries.updateHook({
      ...own,
      values: { encryptedSecret, createdBy: viewer.user.id, isEnabled: false, offReason: null },
    });
    await queries.dropQueue({ ...own, error: `${viewer.user.fullName} took the webhook over.` });
    await recordAudit(viewer, "webhook_taken_over", hook.url, { user_id: maker?.id ?? null });
  });
  return { ...(await get(viewer, id)), secret };
}

export async function test(viewer: Viewer, webhookId: number) {
  const { hook } = await getWebhook(viewer, webhookId);
  const id = randomUUID();
  const payload = buildPayload(id, "test", hook.groupId, {}, new Date().toISOString());
  const delivery = await queries.insertDelivery({
    id,
    webhookId,
    event: "test",
    subject: `test ${id}`,
    payload,
    // Not pending, so that the background job does not deliver it as well.
    state: "failed",
  });
  const [tried] = await toDeliveryItems(viewer, hook, [await deliverNow(hook, delivery)]);
  return tried!;
}

type DeliveryPageQuery = { page: number; page_size: number };

export async function listDeliveries(
  viewer: Viewer,
  id: number,
  { page, page_size: limit }: DeliveryPageQuery,
) {
  const { hook } = await getWebhook(viewer, id);
  const own = { ...authorizeManagement(viewer), id };
  const [rows, total] = await Promise.all([
    queries.listDeliveries({ ...own, limit, offset: (page - 1) * limit }),
    queries.countDeliveries(own),
  ]);
  return { items: await toDeliveryItems(viewer, hook, rows), total };
}

export async function replay(viewer: Viewer, webhookId: number, deliveryId: string) {
  const { hook, hasMaker } = await getWebhook(viewer, webhookId);
  const own = { ...authorizeManagement(viewer), id: webhookId };
  if (!(await queries.findDelivery({ ...own, deliveryId }))) throw notFound("Delivery");
  if (!hook.isEnabled) throw conflict("Turn the webhook on first.");
  if (!hasMaker) throw conflict(WITHOUT_MAKER);
  return transaction(async () => {
    const reopened = await queries.reopen({ id: deliveryId });
    if (!reopened) throw conflict("A delivery is already in progress.");
    await background.emit("webhook.due", { delivery_id: deliveryId, webhook_id: webhookId });
    const [waiting] = await toDeliveryItems(viewer, hook, [reopened]);
    return waiting!;
  });
}

export const sweep = () => queries.sweepDeliveries();
