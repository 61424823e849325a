import * as queries from "./queries/prices";
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
