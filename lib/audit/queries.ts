import { lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { auditEntries } from "@/db/schema/accounts";

export const insertEntry = (values: typeof auditEntries.$inferInsert) =>
  db().insert(auditEntries).values(values);

export const deleteOldEntries = () =>
  db().delete(auditEntries).where(lt(auditEntries.createdAt, sql`now() - interval '1 year'`));
