import { and, asc, count, eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { modelPrices } from "@/db/schema/usage";

export type Price = { input: number; output: number };
export type ModelPrice = Price & { model: string };
type ModelKey = GroupKey & { model: string };

const hasKey = ({ groupId, model }: ModelKey) =>
  and(eq(modelPrices.groupId, groupId), eq(modelPrices.model, model));

export async function findPrice(key: ModelKey): Promise<Price | undefined> {
  const [price] = await db()
    .select({ input: modelPrices.input, output: modelPrices.output })
    .from(modelPrices)
    .where(hasKey(key));
  return price;
}

export const listPrices = ({ groupId }: GroupKey): Promise<ModelPrice[]> =>
  db()
    .select({ model: modelPrices.model, input: modelPrices.input, output: modelPrices.output })
    .from(modelPrices)
    .where(eq(modelPrices.groupId, groupId))
    .orderBy(asc(modelPrices.model));

export async function countPrices({ groupId }: GroupKey): Promise<number> {
  const [row] = await db()
    .select({ count: count() })
    .from(modelPrices)
    .where(eq(modelPrices.groupId, groupId));
  return row?.count ?? 0;
}

export const upsertPrice = ({ groupId, model }: ModelKey, price: Price) =>
  db()
    .insert(modelPrices)
    .values({ groupId, model, ...price })
    .onConflictDoUpdate({ target: [modelPrices.groupId, modelPrices.model], set: price });

export const deletePrice = (key: ModelKey) => db().delete(modelPrices).where(hasKey(key));

/** Must be called in a transaction. */
export async function replacePrices({ groupId, prices }: GroupKey & { prices: ModelPrice[] }): Promise<void> {
  await db().delete(modelPrices).where(eq(modelPrices.groupId, groupId));
  if (prices.length > 0)
    await db()
      .insert(modelPrices)
      .values(prices.map((price) => ({ groupId, ...price })));
}
