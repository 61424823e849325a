import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { publications } from "@/db/schema/public-chats";

export type PublicationRow = typeof publications.$inferSelect;
export type PublicationValues = Partial<Omit<PublicationRow, "chatId">>;

/** @param chatId Of a chat that the caller was found to reach */
export async function findPublication({ chatId }: { chatId: number }): Promise<PublicationRow | undefined> {
  const [row] = await db().select().from(publications).where(eq(publications.chatId, chatId));
  return row;
}

/** Sets what is given, of a chat that the caller may manage; with nothing given the row is made where there is none. */
export async function upsertPublication(chatId: number, values: PublicationValues): Promise<void> {
  const inserted = db()
    .insert(publications)
    .values({ chatId, ...values });
  await (Object.keys(values).length > 0
    ? inserted.onConflictDoUpdate({ target: publications.chatId, set: values })
    : inserted.onConflictDoNothing());
}
