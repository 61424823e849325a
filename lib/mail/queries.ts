import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { mails } from "@/db/schema/background";

export async function insertMail(values: typeof mails.$inferInsert): Promise<{ id: string }> {
  return one(await db().insert(mails).values(values).returning({ id: mails.id }));
}

export async function findMail({ id }: { id: string }) {
  const [row] = await db().select().from(mails).where(eq(mails.id, id));
  return row;
}

export const deleteMail = ({ id }: { id: string }) => db().delete(mails).where(eq(mails.id, id));
