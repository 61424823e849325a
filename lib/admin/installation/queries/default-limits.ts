import { db } from "@/db/client";
import { installation } from "@/db/schema/installation";

/** Returns null when the limit from the environment variable applies. */
export async function findMonthlyTokens(): Promise<number | null> {
  const [row] = await db().select({ tokens: installation.monthlyTokens }).from(installation);
  return row?.tokens ?? null;
}

export const setMonthlyTokens = ({ tokens }: { tokens: number | null }) =>
  db()
    .insert(installation)
    .values({ monthlyTokens: tokens })
    .onConflictDoUpdate({ target: installation.id, set: { monthlyTokens: tokens } });
