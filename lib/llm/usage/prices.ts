import { conflict } from "@/lib/platform/errors";
import * as queries from "./queries/prices";
import { MAX_PRICES } from "./settings";
import type { Tokens } from "./token-estimates";

/** Returns what tokens cost at the group's prices; undefined for a model without a price. */
export async function findCost(
  groupId: string,
  model: string,
  { inputTokens, outputTokens }: Tokens,
): Promise<number | undefined> {
  const price = await queries.findPrice({ groupId, model });
  return price && (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

/** Returns the group's prices, sorted by model. */
export const listPrices = (groupId: string): Promise<queries.ModelPrice[]> => queries.listPrices({ groupId });

/** Returns the group's prices by model. */
export const mapPrices = async (groupId: string): Promise<Map<string, queries.Price>> =>
  new Map((await listPrices(groupId)).map(({ model, ...price }) => [model, price]));

/** Must be called in a transaction. */
export const replacePrices = (groupId: string, prices: queries.ModelPrice[]): Promise<void> =>
  queries.replacePrices({ groupId, prices });

/**
 * Sets a model's price. Must be called in a transaction.
 * @param price null deletes the price
 * @returns false if this was the price already
 * @throws AppError conflict when the group has too many prices
 */
export async function setPrice(
  groupId: string,
  model: string,
  price: queries.Price | null,
): Promise<boolean> {
  const stored = await queries.findPrice({ groupId, model });
  if (stored?.input === price?.input && stored?.output === price?.output) return false;
  if (!price) await queries.deletePrice({ groupId, model });
  else {
    if (!stored && (await queries.countPrices({ groupId })) >= MAX_PRICES)
      throw conflict(`${MAX_PRICES} models have prices already. Delete some of them first.`);
    await queries.upsertPrice({ groupId, model }, price);
  }
  return true;
}
