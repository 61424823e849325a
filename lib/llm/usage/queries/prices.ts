import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { modelPrices } from "@/db/schema/usage";

export async function findPrice({ groupId, model }: GroupKey & { model: string }) {
  const [price] = await db()
    .select({ input: modelPrices.input, output: modelPrices.output })
    .from(modelPrices)
    .where(and(eq(modelPrices.groupId, groupId), eq(modelPrices.model, model)));
  return price;
}
