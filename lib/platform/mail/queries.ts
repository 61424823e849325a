import { asc, eq, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { mails } from "@/db/schema/background";

export async function insertMail(values: typeof mails.$inferInsert): Promise<{ id: string }> {
  return requireRow(await db().insert(mails).values(values).returning({ id: mails.id }));
}

export async function findMail({ id }: { id: string }) {
  const [row] = await db().select().from(mails).where(eq(mails.id, id));
  return row;
}

export const deleteMail = ({ id }: { id: string }) => db().delete(mails).where(eq(mails.id, id));

export const countMailsWaitingForHours = () =>
  db()
    .select({
      id: mails.id,
      hours: sql<number>`floor(extract(epoch from now() - ${mails.createdAt}) / 3600)::int`,
    })
    .from(mails)
    .where(lt(mails.createdAt, sql`now() - interval '1 hour'`))
    .orderBy(asc(mails.createdAt));

export const deleteOldMails = () =>
  db()
    .delete(mails)
    .where(lt(mails.createdAt, sql`now() - interval '3 days'`))
    .returning({ id: mails.id, to: mails.to, createdAt: mails.createdAt });
