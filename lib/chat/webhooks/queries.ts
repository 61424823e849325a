import { and, asc, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { webhookDeliveries, webhooks } from "@/db/schema/webhooks";
import { hasMaker } from "./queries/owner";

type Hook = GroupKey & { id: number };
export type HookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type OffsetRange = { limit: number; offset: number };

const maker = { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl };
const ofGroup = ({ groupId, id }: GroupKey & { id?: number }) =>
  and(eq(webhooks.groupId, groupId), id === undefined ? undefined : eq(webhooks.id, id));

export async function listHooks(which: GroupKey & { id?: number }) {
  const rows = await db()
    .select({ hook: webhooks, maker, hasMaker: hasMaker("webhooks") })
    .from(webhooks)
    .leftJoin(users, eq(users.id, webhooks.createdBy))
    .where(ofGroup(which))
    .orderBy(asc(webhooks.id));
  const ids = rows.map(({ hook }) => hook.id);
  const latest = ids.length
    ? await db()
        .selectDistinctOn([webhookDeliveries.webhookId])
        .from(webhookDeliveries)
        .where(inArray(webhookDeliveries.webhookId, ids))
        .orderBy(webhookDeliveries.webhookId, desc(webhookDeliveries.createdAt))
    : [];
  return rows.map((row) => ({
    ...row,
    lastDelivery: latest.find(({ webhookId }) => webhookId === row.hook.id) ?? null,
  }));
}
export type ListedHook = Awaited<ReturnType<typeof listHooks>>[number];

export async function countHooks(which: GroupKey): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(webhooks).where(ofGroup(which))).total;
}

export async function insertHook(values: typeof webhooks.$inferInsert): Promise<HookRow> {
  return requireRow(await db().insert(webhooks).values(values).returning());
}

type WebhookValues = Partial<
  Pick<HookRow, "url" | "events" | "isEnabled" | "offReason" | "encryptedSecret" | "createdBy">
>;

/**
 * Updates a webhook. Any change other than a new secret restarts its subscription: earlier events are not delivered.
 * @param madeBy updates only while this person is the creator
 * @returns whether a webhook matched
 */
export async function updateHook({
  values,
  madeBy,
  ...which
}: Hook & { values: WebhookValues; madeBy?: number }): Promise<boolean> {
  const { encryptedSecret, ...told } = values;
  const rows = await db()
    .update(webhooks)
    .set({ ...values, ...(Object.keys(told).length > 0 && { updatedAt: sql`now()` }) })
    .where(and(ofGroup(which), madeBy === undefined ? undefined : eq(webhooks.createdBy, madeBy)))
    .returning({ id: webhooks.id });
  return rows.length > 0;
}

export async function deleteHook(which: Hook): Promise<HookRow | undefined> {
  const [row] = await db().delete(webhooks).where(ofGroup(which)).returning();
  return row;
}

const ofHook = ({ groupId, id }: Hook) =>
  and(
    eq(webhookDeliveries.webhookId, id),
    sql`exists (select from ${webhooks} where webhooks.id = webhook_deliveries.webhook_id
      and webhooks.group_id = ${groupId})`,
  );

export const listDeliveries = ({ limit, offset, ...hook }: Hook & OffsetRange) =>
  db()
    .select()
    .from(webhookDeliveries)
    .where(ofHook(hook))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset);

export async function countDeliveries(hook: Hook): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(webhookDeliveries).where(ofHook(hook))).total;
}

export async function findDelivery({
  deliveryId,
  ...hook
}: Hook & { deliveryId: string }): Promise<DeliveryRow | undefined> {
  const [row] = await db()
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, deliveryId), ofHook(hook)));
  return row;
}

export async function insertDelivery(values: typeof webhookDeliveries.$inferInsert): Promise<DeliveryRow> {
  return requireRow(await db().insert(webhookDeliveries).values(values).returning());
}

/**
 * Resets a delivery for another round of attempts. Returns undefined while it is pending. A delivery that is still
 * pending after two days is reset too, because attempts end within two days.
 */
export async function reopen({ id }: { id: string }): Promise<DeliveryRow | undefined> {
  const [row] = await db()
    .update(webhookDeliveries)
    .set({ state: "pending", attempts: 0, responseStatus: null, error: null, deliveredAt: null })
    .where(
      and(eq(webhookDeliveries.id, id), sql`(state <> 'pending' or created_at < now() - interval '2 days')`),
    )
    .returning();
  return row;
}

export async function findPendingDelivery({ id }: { id: string }) {
  const [row] = await db()
    .select({ delivery: webhookDeliveries, hook: webhooks, hasMaker: hasMaker("webhooks") })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, "pending")));
  return row;
}

type AttemptOutcome = Pick<DeliveryRow, "id" | "state" | "responseStatus" | "error">;

export async function recordAttempt({ id, ...outcome }: AttemptOutcome): Promise<DeliveryRow | undefined> {
  const [row] = await db()
    .update(webhookDeliveries)
    .set({
      ...outcome,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      deliveredAt: outcome.state === "delivered" ? sql`now()` : null,
    })
    .where(eq(webhookDeliveries.id, id))
    .returning();
  return row;
}

export const failDelivery = ({ id, error }: { id: string; error: string }) =>
  db().update(webhookDeliveries).set({ state: "failed", error }).where(eq(webhookDeliveries.id, id));

export const dropQueue = ({ error, ...hook }: Hook & { error: string }) =>
  db()
    .update(webhookDeliveries)
    .set({ state: "failed", error })
    .where(and(ofHook(hook), eq(webhookDeliveries.state, "pending")));

const LONG = sql`interval '3 days'`;

export async function switchOffDead(input: { id: number; reason: string }): Promise<HookRow | undefined> {
  const { id, reason } = input;
  const [row] = await db()
    .update(webhooks)
    .set({ isEnabled: false, offReason: reason })
    .where(
      and(
        eq(webhooks.id, id),
        eq(webhooks.isEnabled, true),
        sql`exists (select from ${webhookDeliveries} earlier where earlier.webhook_id = webhooks.id
          and earlier.event <> 'test' and earlier.attempts > 0 and earlier.state <> 'delivered'
          and earlier.created_at between webhooks.updated_at and now() - ${LONG})`,
        sql`not exists (select from ${webhookDeliveries} later where later.webhook_id = webhooks.id
          and later.delivered_at > now() - ${LONG})`,
      ),
    )
    .returning();
  return row;
}

export async function switchOff(input: {
  id: number;
  url: string;
  reason: string;
}): Promise<HookRow | undefined> {
  const { id, url, reason } = input;
  const [row] = await db()
    .update(webhooks)
    .set({ isEnabled: false, offReason: reason })
    .where(and(eq(webhooks.id, id), eq(webhooks.url, url), eq(webhooks.isEnabled, true)))
    .returning();
  return row;
}

export async function findCreator({ userId }: { userId: number }) {
  const [row] = await db()
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

export const sweepDeliveries = () =>
  db().delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, sql`now() - interval '30 days'`));
