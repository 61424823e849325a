import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { personalInstructions } from "@/db/schema/memories";

type Key = { groupId: string; userId: number };
export type PersonalInstructionsRow = Pick<
  typeof personalInstructions.$inferSelect,
  "about" | "style" | "isEnabled"
>;

export async function findInstructions({
  groupId,
  userId,
}: Key): Promise<PersonalInstructionsRow | undefined> {
  const { about, style, isEnabled } = personalInstructions;
  const [row] = await db()
    .select({ about, style, isEnabled })
    .from(personalInstructions)
    .where(and(eq(personalInstructions.userId, userId), eq(personalInstructions.groupId, groupId)));
  return row;
}

export const upsertInstructions = ({ groupId, userId }: Key, values: PersonalInstructionsRow) =>
  db()
    .insert(personalInstructions)
    .values({ groupId, userId, ...values })
    .onConflictDoUpdate({ target: [personalInstructions.userId, personalInstructions.groupId], set: values });
