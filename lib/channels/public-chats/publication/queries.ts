import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { publications } from "@/db/schema/public-chats";

export type PublicationRow = typeof publications.$inferSelect;
export type PublicationValues = Partial<Omit<PublicationRow, "chatId">>;

/** @param chatId a chat that the caller may access */
export async function findPublication({ chatId }: { chatId: number }): Promise<PublicationRow | undefined> {
  const [row] = await db().select().from(publications).where(eq(publications.chatId, chatId));
  return row;
}

/** Sets the given columns of a chat that the caller may manage. Without any, creates the row if it is missing. */
export async function upsertPublication(chatId: number, values: PublicationValues): Promise<void> {
  const inserted = db()
    .insert(publications)
    .values({ chatId, ...values });
  await (Object.keys(values).length > 0
    ? inserted.onConflictDoUpdate({ target: publications.chatId, set: values })
    : inserted.onConflictDoNothing());
}
